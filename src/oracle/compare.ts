// Compares a response with the sent values, or with an earlier response.
import { nowMs } from '../base/clock.ts'
import { at, equal, isObject, type Json, type JsonObject, tokenOf } from '../base/json.ts'
import { isNormalForm, normalForm, type Operation, type Resource } from '../contract/index.ts'
import { formOf } from './canonical.ts'
import { namedMembers } from './named-members.ts'

export interface MemberDifference {
  readonly pointer: string
  readonly expected: Json | undefined
  readonly returned: Json | undefined
}

export function differences(
  resource: Pick<Resource, 'compare'>,
  expected: Json | undefined,
  returned: Json | undefined,
  ignored: ReadonlySet<string> = new Set(),
): readonly MemberDifference[] {
  return compared({ compare: resource.compare, normalises: new Map() }, expected, returned, ignored)
}

export function differencesFromSent(
  resource: Pick<Resource, 'compare' | 'normalises'>,
  sent: Json | undefined,
  returned: Json | undefined,
  ignored: ReadonlySet<string> = new Set(),
): readonly MemberDifference[] {
  return compared(resource, sent, returned, ignored)
}

/** Ignores members that only the second value has. A missing member equals null. */
function compared(
  { compare, normalises }: Pick<Resource, 'compare' | 'normalises'>,
  expected: Json | undefined,
  returned: Json | undefined,
  ignored: ReadonlySet<string>,
): readonly MemberDifference[] {
  const held = (one: Json | undefined, other: Json | undefined, pointer: string): MemberDifference[] => {
    const how = compare.get(pointer)
    if (how === 'ignore' || ignored.has(pointer)) return []
    if ((one ?? null) === null && (other ?? null) === null) return []
    if (normalises.has(pointer) && one !== undefined && other !== undefined) {
      const same = (a: Json, b: Json): boolean => equal(formOf(a, how), formOf(b, how))
      const atMs = nowMs()
      return isNormalForm(other, one, pointer, { normalises, same, atMs })
        ? []
        : [{ pointer, expected: normalForm(one, pointer, normalises, atMs), returned: other }]
    }
    if (isObject(one) && isObject(other))
      return Object.entries(one).flatMap(([name, value]) =>
        held(value, other[name], `${pointer}/${tokenOf(name)}`),
      )
    if (how === undefined && Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      return one.flatMap((item: Json, index) => held(item, other[index] as Json, `${pointer}/*`))
    return one !== undefined && other !== undefined && equal(formOf(one, how), formOf(other, how))
      ? []
      : [{ pointer, expected: one, returned: other }]
  }
  return held(expected, returned, '')
}

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
  const left = Object.fromEntries(Object.entries(body).filter(([member]) => own(member)))
  return namedMembers(response, left) as JsonObject
}

export function moving({ serverSet }: Resource): ReadonlySet<string> {
  return new Set([...serverSet].filter(([, kind]) => kind !== 'constant').map(([pointer]) => pointer))
}

/** Returns the resource after an update. With `merge`, nested objects are merged, too (RFC 7396). */
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
