// Orders the checks of a run. No verdict depends on this order.
import fc from 'fast-check'

/** `listed`: the order of the suites. `shuffled`: an order by the seed. A list: an earlier report's order. */
export type Order = 'listed' | 'shuffled' | readonly string[]

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
