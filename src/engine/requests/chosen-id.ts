// Ids that a request chooses in its path.
import { createHash } from 'node:crypto'
import { at, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'

/** The same for the same body: its name, or else a digest. */
export function chosenId({ resources }: Contract, operation: Operation, body: Json | undefined): string {
  const { nameAt = null } = resources.get(operation.resource) ?? {}
  const name = nameAt === null ? undefined : at(body, nameAt)
  const word = typeof name === 'string' ? name.replace(/[^\w.-]+/g, '-') : ''
  // Many services want a letter first.
  const hex = createHash('sha256')
    .update(jsonText(body ?? null))
    .digest('hex')
  const uuid = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
  const plain = `t${hex.slice(0, 11)}`
  const number = Number.parseInt(hex.slice(0, 7), 16)
  const candidates: readonly Json[] = [...(/\w/.test(word) ? [word] : []), plain, uuid, number]
  return String(candidates.find((one) => conforms(operation.chosenId?.schema ?? {}, one)) ?? plain)
}
