// The simplest value of an arbitrary: the one at the end of always taking the first step of shrinking.
import fc from 'fast-check'

/** Shrinking ends long before; a third party's arbitrary may not. */
const stepsMax = 1000

/** Deterministic. What `generate` throws is thrown on. */
export function simplest<T>(arbitrary: fc.Arbitrary<T>, seed = 1): T {
  const capture = new Capture(arbitrary)
  fc.sample(capture, { numRuns: 1, seed })
  let drawn = capture.drawn
  for (let step = 0; step < stepsMax && drawn !== null; step++) {
    const next: IteratorResult<fc.Value<T>> = arbitrary.shrink(drawn.value_, drawn.context).next()
    if (next.done === true) return drawn.value_
    drawn = next.value
  }
  if (drawn === null) throw new Error('nothing was drawn')
  return drawn.value_
}

// Keeps what was drawn together with its context, which a sample does not show.
class Capture<T> extends fc.Arbitrary<T> {
  drawn: fc.Value<T> | null = null
  readonly #inner: fc.Arbitrary<T>

  constructor(inner: fc.Arbitrary<T>) {
    super()
    this.#inner = inner
  }

  override generate(random: fc.Random): fc.Value<T> {
    this.drawn = this.#inner.generate(random, undefined)
    return this.drawn
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false
  }

  override shrink(): fc.Stream<fc.Value<T>> {
    return fc.Stream.nil()
  }
}
