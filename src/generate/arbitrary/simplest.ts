// Finds the simplest value: shrinks a value, and always takes the first step.
import type fc from 'fast-check'
import { randomBy } from './random.ts'

/** Limits the steps, because custom arbitraries can shrink forever. */
const stepsMax = 1000

export function simplest<T>(arbitrary: fc.Arbitrary<T>, seed = 1): T {
  let drawn = arbitrary.generate(randomBy(seed), undefined)
  for (let step = 0; step < stepsMax; step++) {
    const next: IteratorResult<fc.Value<T>> = arbitrary.shrink(drawn.value_, drawn.context).next()
    if (next.done === true) return drawn.value_
    drawn = next.value
  }
  return drawn.value_
}
