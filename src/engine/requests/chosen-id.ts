// Makes ids that a request chooses in its path or body.
import { createHash } from 'node:crypto'
import { at, idTextOf, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded, uriEncoded } from '../../base/uri.ts'
import type { Contract, Operation, Resource } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { Request } from './request.ts'

/** Returns the name in the body, or a digest of the body. */
export function chosenId({ resources }: Contract, operation: Operation, body: Json | undefined): string {
  const { nameAt = null } = resources.get(operation.resource) ?? {}
  const name = nameAt === null ? undefined : at(body, nameAt)
  const word = typeof name === 'string' ? name.replace(/[^\w.-]+/g, '-') : ''
  // Many services require a letter at the start of an id.
  const hex = createHash('sha256')
    .update(jsonText(body ?? null))
    .digest('hex')
  const uuid = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
  const plain = `t${hex.slice(0, 11)}`
  const number = Number.parseInt(hex.slice(0, 7), 16)
  const candidates: readonly Json[] = [...(/\w/.test(word) ? [word] : []), plain, uuid, number]
  return String(candidates.find((one) => conforms(operation.chosenId?.schema ?? {}, one)) ?? plain)
}

/**
 * Uses the first word that the schema allows. Returns the request unchanged if the tenant chooses the id, or
 * if the schema allows no word.
 */
export function withChosenId(request: Request, operation: Operation, words: readonly string[]): Request {
  const { schema = {} } = operation.chosenId ?? {}
  const word = words.find((one) => conforms(schema, one))
  if (operation.chosenId === null || word === undefined) return request
  const path = request.path.replace(/[^/]*$/, uriEncoded(word))
  const { view } = request
  return view?.id == null
    ? { ...request, path }
    : { ...request, path, view: { ...view, id: { ...view.id, from: { sent: word } } } }
}

/** Undefined if the tenant chooses the id. */
export function sentId(
  { id, idIn }: Pick<Resource, 'id' | 'idIn'>,
  { path, body }: Pick<Request, 'path' | 'body'>,
): string | undefined {
  if (idIn === 'request') return idTextOf(at(body, id))
  return idIn === 'path' ? uriDecoded(path.slice(path.lastIndexOf('/') + 1)) : undefined
}
