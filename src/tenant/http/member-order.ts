// Orders members; JSON gives the order no meaning (RFC 8259, 1).
import { unguessable } from '../../base/chance.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { Variation } from '../variations/variation.ts'

export function ordered(value: Json, order: Variation['memberOrder']): Json {
  if (order === 'listed') return value
  if (Array.isArray(value)) return value.map((item) => ordered(item, order))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, ordered(member, order)] as const)
  if (order === 'reversed') return Object.fromEntries(members.reverse())
  return Object.fromEntries(
    order === 'random' ? shuffled(members) : members.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const drawn = items.map((item) => [unguessable(4), item] as const)
  return drawn.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
