// Makes seeded random generators of fast-check without the cost of a fast-check run.
import fc from 'fast-check'

const known = new Map<number, fc.Random>()

export function randomBy(seed: number): fc.Random {
  let random = known.get(seed)
  if (random === undefined) {
    const capture = new Capture()
    fc.sample(capture, { numRuns: 1, seed })
    random = capture.random
    if (random === undefined) throw new Error('nothing was drawn')
    known.set(seed, random)
  }
  return random.clone()
}

class Capture extends fc.Arbitrary<null> {
  random: fc.Random | undefined

  override generate(random: fc.Random): fc.Value<null> {
    this.random = random.clone()
    return new fc.Value(null, undefined)
  }

  override canShrinkWithoutContext(_value: unknown): _value is null {
    return false
  }

  override shrink(): fc.Stream<fc.Value<null>> {
    return fc.Stream.nil()
  }
}
