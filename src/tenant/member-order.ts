// The order of the members of an answer, which JSON gives no meaning to (RFC 8259, 1).
import { isObject, type Json } from '../base/json.ts'
import type { Variation } from './variation.ts'

/** `value` with the members of each of its objects in the order of the variation. */
export function ordered(value: Json, order: Variation['memberOrder']): Json {
  if (order === 'listed') return value
  if (Array.isArray(value)) return value.map((item) => ordered(item, order))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, ordered(member, order)] as const)
  return Object.fromEntries(
    order === 'reversed' ? members.reverse() : members.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
