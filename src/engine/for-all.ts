// Properties: every sample of an arbitrary satisfies the check, several at a time, and a failure shrinks.
import fc from 'fast-check'
import { Unmet } from '../oracle/index.ts'

export interface ForAllOptions {
  readonly seed: number
  readonly runs: number
  readonly concurrency: number
  /** Whether a smaller value may be tried: asked before each. */
  readonly mayShrink: () => boolean
}

/** A failed property: the expectation that the smallest failing value does not meet, and fast-check's replay path. */
export class PropertyFailure extends Error {
  override readonly name = 'PropertyFailure'
  readonly unmet: Unmet
  readonly path: string
  constructor(unmet: Unmet, path: string) {
    super(unmet.message)
    this.unmet = unmet
    this.path = path
  }
}

// Shrinking sends requests: it stops at the smallest failure found by then.
const shrinkMsMax = 5_000

/**
 * Runs `property` on samples, `concurrency` at a time; the first failing one, by index, is shrunk as fast-check
 * shrinks it. Ends that are no failure (undecided, not run) are thrown as they are when no sample fails.
 * @throws PropertyFailure
 */
export async function forAll<T>(
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  { seed, runs, concurrency, mayShrink }: ForAllOptions,
): Promise<void> {
  const values = fc.sample(arbitrary, { seed, numRuns: runs })
  const failing: number[] = []
  let other: unknown = null
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < values.length && failing.length === 0) {
      const index = next
      next += 1
      try {
        await property(values[index] as T)
      } catch (error) {
        if (error instanceof Unmet) failing.push(index)
        else other ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, values.length) }, worker))
  if (failing.length > 0) await shrink(arbitrary, property, seed, Math.min(...failing), mayShrink)
  if (other !== null) throw other
}

async function shrink<T>(
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  seed: number,
  index: number,
  mayShrink: () => boolean,
): Promise<void> {
  let first = true
  const result = await fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      // The failing value itself is always tried again.
      if (!first && !mayShrink()) return
      first = false
      // Only a failure is a failure: an undecided smaller value does not count.
      await property(value).catch((error: unknown) => {
        if (error instanceof Unmet) throw error
      })
    }),
    {
      seed,
      path: String(index),
      numRuns: 1,
      interruptAfterTimeLimit: shrinkMsMax,
      markInterruptAsFailure: false,
    },
  )
  const unmet = result.errorInstance
  if (result.failed && unmet instanceof Unmet)
    throw new PropertyFailure(unmet, result.counterexamplePath ?? String(index))
  // Seen once and not again: still a failure, reported as unstable by the retry of the whole check.
  throw new PropertyFailure(
    new Unmet('A sample failed once and passed when it was sent again.', {
      expected: 'the same answer to the same request',
      received: 'a failure that did not repeat',
      exchange: null,
    }),
    String(index),
  )
}
