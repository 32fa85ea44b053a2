// Applies JSON Patches (RFC 6902) to the entries of the stub.
import {
  at,
  equal,
  isObject,
  type Json,
  type JsonObject,
  nameOf,
  parseExact,
  tokenOf,
  withMember,
  withoutMember,
} from '../base/json.ts'
import { schemaAt } from '../contract/index.ts'
import type { Entry } from './entries/store.ts'
import type { StubRequest } from './message.ts'
import { Refused } from './refusal.ts'

interface Patched {
  readonly sent: JsonObject
  readonly removed: readonly string[]
}

/** @throws Refused if the patch fails */
export function patchOf(incoming: StubRequest, entry: Entry): Patched {
  const { text, breaks } = incoming
  const parsed = parseExact(text)
  if (!parsed.ok) throw new Refused('malformed')
  const operations = Array.isArray(parsed.value) ? parsed.value : null
  let body = entry.body
  const named = new Set<string>()
  try {
    if (operations === null) throw new Refused('invalid')
    for (const one of operations) {
      body = applied(one, body, breaks('patch-removes'))
      named.add(nameOf(String(at(one, '/path')).split('/')[1] ?? ''))
    }
  } catch (error) {
    if (breaks('patch-refused') && (operations?.length ?? 1) === 1) return { sent: {}, removed: [] }
    if (breaks('patch-atomic')) entry.body = body
    throw error
  }
  const removed = [...named].filter((name) => body[name] === undefined)
  const defaults = removed.flatMap((name): [string, Json][] => {
    const fallback = schemaAt(incoming.operation.request ?? {}, `/${name}`)?.default
    return fallback === undefined ? [] : [[name, fallback]]
  })
  const sent = Object.entries(body).filter(
    ([name, value]) => named.has(name) || !equal(value, entry.body[name] ?? null),
  )
  return { sent: Object.fromEntries([...sent, ...defaults]), removed }
}

export function valuesIn(patch: Json): JsonObject {
  const given = (Array.isArray(patch) ? patch.filter(isObject) : []).filter(
    ({ value }) => value !== undefined,
  )
  return Object.fromEntries(given.map(({ path, value = null }) => [nameOf(String(path).slice(1)), value]))
}

export function removedBy(incoming: StubRequest, entry: Entry): readonly string[] {
  try {
    const { sent, removed } = patchOf(incoming, entry)
    return removed.filter((name) => !(name in sent)).map((name) => `/${tokenOf(name)}`)
  } catch {
    // Only a mutation accepts a body that is not a valid patch.
    return []
  }
}

function applied(one: Json, body: JsonObject, keepsRemoved: boolean): JsonObject {
  const { op, path, value } = isObject(one) ? one : {}
  if (typeof path !== 'string' || !path.startsWith('/')) throw new Refused('invalid')
  const there = at(body, path)
  if (op !== 'add' && there === undefined) throw new Refused('invalid')
  if (op === 'test' && value !== undefined && equal(there ?? null, value)) return body
  if (op === 'remove') return keepsRemoved ? body : withoutMember(body, path)
  if ((op === 'add' || op === 'replace') && value !== undefined) return withMember(body, path, value)
  throw new Refused('invalid')
}
