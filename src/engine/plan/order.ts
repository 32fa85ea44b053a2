// The order of checks: no verdict may depend on it, so that a run can be told to shuffle them, or to take a given one.
import fc from 'fast-check'

/** `listed`: as the suites list them; `shuffled`: drawn from the seed; a list of names: as a report tells it. */
export type Order = 'listed' | 'shuffled' | readonly string[]

/** The items in that order. Items that a given order does not name come last, as they are listed. */
export function inOrder<T>(
  items: readonly T[],
  order: Order,
  seed: number,
  nameOf: (item: T) => string,
): readonly T[] {
  if (order === 'listed') return items
  if (order === 'shuffled') {
    const all = fc.shuffledSubarray([...items], { minLength: items.length })
    return fc.sample(all, { seed, numRuns: 1 })[0] ?? items
  }
  const places = new Map(order.map((name, place) => [name, place]))
  const placeOf = (item: T): number => places.get(nameOf(item)) ?? order.length
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}
