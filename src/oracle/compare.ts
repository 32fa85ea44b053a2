// Holding what a response shows against what was sent, or against what was shown before, as the contract compares them.
import { at, equal, isObject, type Json, type JsonObject, tokenOf } from '../base/json.ts'
import type { Operation, Resource } from '../contract/index.ts'
import { formOf } from './canonical.ts'

/** A member that is not as it has to be. */
export interface Difference {
  readonly pointer: string
  readonly expected: Json | undefined
  readonly shown: Json | undefined
}

/**
 * The members of `expected` that `shown` shows otherwise. What `shown` has beside them is no difference, and a member that
 * is null may be left out.
 * @param ignored pointers of members that may be anything
 */
export function differences(
  { compare }: Pick<Resource, 'compare'>,
  expected: Json | undefined,
  shown: Json | undefined,
  ignored: ReadonlySet<string> = new Set(),
): readonly Difference[] {
  const held = (one: Json | undefined, other: Json | undefined, pointer: string): Difference[] => {
    const how = compare.get(pointer)
    if (how === 'ignore' || ignored.has(pointer)) return []
    if ((one ?? null) === null && (other ?? null) === null) return []
    if (isObject(one) && isObject(other))
      return Object.entries(one).flatMap(([name, value]) =>
        held(value, other[name], `${pointer}/${tokenOf(name)}`),
      )
    if (how === undefined && Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      return one.flatMap((item: Json, index) => held(item, other[index] as Json, `${pointer}/*`))
    return one !== undefined && other !== undefined && equal(formOf(one, how), formOf(other, how))
      ? []
      : [{ pointer, expected: one, shown: other }]
  }
  return held(expected, shown, '')
}

/** The members of a body that come back as they were sent: those that the response has, too, and that are no secret. */
export function echoed(operation: Operation, resource: Resource, body: JsonObject): JsonObject {
  const { request, response } = operation
  const own = (member: string): boolean => {
    const sent = at(request ?? {}, `/properties/${tokenOf(member)}`)
    const back = at(response ?? {}, `/properties/${tokenOf(member)}`)
    const pointer = `/${tokenOf(member)}`
    return (
      back !== undefined &&
      !resource.secret.includes(pointer) &&
      !resource.serverSet.has(pointer) &&
      !(isObject(sent) && (sent.writeOnly === true || sent.readOnly === true)) &&
      !(isObject(back) && back.writeOnly === true)
    )
  }
  return Object.fromEntries(Object.entries(body).filter(([member]) => own(member)))
}

/** The members that the service may move at will. */
export function moving({ serverSet }: Resource): ReadonlySet<string> {
  return new Set([...serverSet].filter(([, kind]) => kind !== 'constant').map(([pointer]) => pointer))
}

/** What an update makes of what there is: it replaces the members that it sends, or merges them (RFC 7396). */
export function updated(before: JsonObject, sent: JsonObject, patch: Resource['patch']): JsonObject {
  if (patch === 'members') return { ...before, ...sent }
  const merged: Record<string, Json> = { ...before }
  for (const [name, value] of Object.entries(sent)) {
    const there = merged[name]
    if (value === null) delete merged[name]
    else merged[name] = isObject(value) ? updated(isObject(there) ? there : {}, value, 'merge') : value
  }
  return merged
}
