// The simplest value of an arbitrary: the one at the end of always taking the first step of shrinking.
import type fc from 'fast-check'
import { randomBy } from './random.ts'

/** Shrinking ends long before; a third party's arbitrary may not. */
const stepsMax = 1000

/** Deterministic. What `generate` throws is thrown on. */
export function simplest<T>(arbitrary: fc.Arbitrary<T>, seed = 1): T {
  let drawn = arbitrary.generate(randomBy(seed), undefined)
  for (let step = 0; step < stepsMax; step++) {
    const next: IteratorResult<fc.Value<T>> = arbitrary.shrink(drawn.value_, drawn.context).next()
    if (next.done === true) return drawn.value_
    drawn = next.value
  }
  return drawn.value_
}
