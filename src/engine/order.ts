// The order of checks: no verdict may depend on it, so that a run can be told to shuffle them.
import fc from 'fast-check'

/** `listed`: as the suites list them; `shuffled`: drawn from the seed. */
export type Order = 'listed' | 'shuffled'

/** The items in that order. */
export function inOrder<T>(items: readonly T[], order: Order, seed: number): readonly T[] {
  if (order === 'listed') return items
  const all = fc.shuffledSubarray([...items], { minLength: items.length })
  return fc.sample(all, { seed, numRuns: 1 })[0] ?? items
}
