// One resource of a document, as a file of a contract says it.
import { at, isObject, type JsonObject, tokenOf } from '../../base/json.ts'
import type { ResourceSource } from '../../contract/index.ts'
import type { Inference, InferredResource } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { contentOf } from './content.ts'
import { followed, membersOf } from './members.ts'
import { referencesIn } from './references.ts'

export function resourceFile(
  resource: InferredResource,
  { operations, resources }: Inference,
  { root }: OpenApiDocument,
): ResourceSource {
  const { life, items, singleton, title, idInLocation } = resource
  const pointerOf = (name: string | undefined): string | null =>
    operations.find((operation) => operation.name === name)?.pointer ?? null
  const { id, idsAt } = idsIn(resource)
  const envelopes = envelopesIn(resource)
  const read = pointerOf(life.read)
  const shown = read === null ? null : successSchema(root, read)
  const requests = [life.create, life.update, life.replace].flatMap((name) => {
    const pointer = pointerOf(name)
    const schema = pointer === null ? null : requestSchema(root, pointer)
    return schema === null ? [] : [schema]
  })
  const service = shown === null ? [] : serviceMembers(shown, requests, root)
  const serverSet = Object.fromEntries(
    service.map((pointer) => [pointer, pointer === id ? 'constant' : 'any'] as const),
  )
  const gone = read === null ? [] : statusesOf(root, read).filter((status) => ['404', '410'].includes(status))
  return {
    title,
    life,
    ...(id === undefined ? {} : { id: Object.keys(idsAt).length === 0 ? id : { default: id, ...idsAt } }),
    ...(Object.keys(envelopes).length === 0 ? {} : { envelopes }),
    ...(items === null ? {} : { items }),
    ...(singleton ? { singleton } : {}),
    ...(service.length === 0 ? {} : { serverSet }),
    ...(gone.length === 0 ? {} : { afterDelete: gone.map(Number) }),
    ...(idInLocation ? { idIn: 'location' as const } : {}),
    references: referencesIn(requests, resource, resources, root),
    compare: Object.fromEntries(shown === null ? [] : instantsIn(shown, root)),
  }
}

interface Ids {
  /** Pointer into the resource; undefined if no response shows it. */
  readonly id: string | undefined
  /** Pointers into whole bodies, where they differ. */
  readonly idsAt: Readonly<Record<string, string>>
}

function idsIn({ ids, envelopes, life }: InferredResource): Ids {
  const shown = [life.read, life.create, life.update, life.replace].flatMap((name) => {
    const whole = name === undefined ? undefined : ids[name]
    if (name === undefined || whole === undefined) return []
    const envelope = envelopes[name] ?? ''
    return [{ name, whole, inner: whole.startsWith(`${envelope}/`) ? whole.slice(envelope.length) : null }]
  })
  const ofList = life.list === undefined ? undefined : ids[life.list]
  const id = shown.find(({ inner }) => inner !== null)?.inner ?? ofList
  const elsewhere = shown.filter(({ inner }) => inner !== id)
  return { id, idsAt: Object.fromEntries(elsewhere.map(({ name, whole }) => [name, whole])) }
}

function envelopesIn({ envelopes, life }: InferredResource): Readonly<Record<string, string>> {
  const single = [life.create, life.read, life.update, life.replace]
  return Object.fromEntries(
    Object.entries(envelopes).filter(([name, envelope]) => envelope !== '' && single.includes(name)),
  )
}

const statusesOf = (root: JsonObject, operation: string): readonly string[] => {
  const responses = at(root, `${operation}/responses`)
  return isObject(responses) ? Object.keys(responses) : []
}

function successSchema(root: JsonObject, operation: string): JsonObject | null {
  for (const status of statusesOf(root, operation).filter((one) => one.startsWith('2'))) {
    const content = contentOf(at(root, `${operation}/responses/${tokenOf(status)}`), '')
    const schema = content === null ? undefined : followed(content.schema, root)
    if (isObject(schema)) return schema
  }
  return null
}

/** Marked as such, or in no request of the resource. */
function serviceMembers(
  shown: JsonObject,
  requests: readonly JsonObject[],
  root: JsonObject,
): readonly string[] {
  const sent = new Set(requests.flatMap((schema) => membersOf(schema, root).map(([pointer]) => pointer)))
  return membersOf(shown, root).flatMap(([pointer, member]) =>
    member.readOnly === true || (requests.length > 0 && !sent.has(pointer)) ? pointer : [],
  )
}

function requestSchema(root: JsonObject, operation: string): JsonObject | null {
  const content = contentOf(at(root, `${operation}/requestBody`), '')
  const schema = content === null ? undefined : followed(content.schema, root)
  return isObject(schema) ? schema : null
}

/** The same instant has many spellings (RFC 3339). */
function instantsIn(schema: JsonObject, root: JsonObject): readonly (readonly [string, 'instant'])[] {
  return membersOf(schema, root).flatMap(([pointer, member]) =>
    member.format === 'date-time' ? [[pointer, 'instant'] as const] : [],
  )
}
