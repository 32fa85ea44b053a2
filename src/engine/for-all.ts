// Properties: every sample of an arbitrary satisfies the check, several at a time, and a failure shrinks.
import fc from 'fast-check'
import { ConformanceFailure } from '../oracle/index.ts'

export interface ForAllOptions {
  readonly seed: number
  readonly runs: number
  readonly concurrency: number
  /** Whether a smaller value may be tried: asked before each. */
  readonly mayShrink: () => boolean
}

/** A failed property: the failure of the smallest value that failed, and fast-check's replay path. */
export class PropertyFailure extends Error {
  override readonly name = 'PropertyFailure'
  readonly failure: ConformanceFailure
  readonly path: string
  constructor(failure: ConformanceFailure, path: string) {
    super(failure.message)
    this.failure = failure
    this.path = path
  }
}

// Shrinking sends requests: it stops at the smallest failure found by then.
const shrinkMsMax = 5_000

/** The first failing sample by index, as it was seen. */
interface First {
  readonly index: number
  readonly failure: ConformanceFailure
}

/**
 * Runs `property` on samples, `concurrency` at a time; the first failing one, by index, is shrunk as fast-check
 * shrinks it. Where the same value passes when it is sent again, the failure that was seen first is kept whole, and
 * says how often it failed. Ends that are no failure (inconclusive, not run) are thrown as they are when no sample fails.
 * @throws PropertyFailure
 */
export async function forAll<T>(
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  { seed, runs, concurrency, mayShrink }: ForAllOptions,
): Promise<void> {
  const found: First[] = []
  let other: unknown = null
  let index = 0
  const underWay = new Set<Promise<void>>()
  const tried = async (value: T, at: number): Promise<void> => {
    try {
      await property(value)
    } catch (error) {
      if (error instanceof ConformanceFailure) found.push({ index: at, failure: error })
      else other ??= error
    }
  }
  let freed = (): void => undefined
  // A sample is drawn when there is room for it, while others are under way: drawing many at once would leave the
  // tenant idle meanwhile, and hold them all.
  await fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      if (found.length > 0) throw new Error('no further sample is tried')
      const one = tried(value, index++).finally(() => {
        underWay.delete(one)
        freed()
      })
      underWay.add(one)
      if (underWay.size >= concurrency) await new Promise<void>((resolve) => (freed = resolve))
    }),
    { seed, numRuns: runs, endOnFailure: true },
  )
  await Promise.all(underWay)
  const [first] = found.sort((a, b) => a.index - b.index)
  if (first !== undefined) throw await shrunk(arbitrary, property, seed, first, mayShrink)
  if (other !== null) throw other
}

/** Does it with each of them, so many at a time. @throws what the first of them throws that throws anything; none is begun after it */
export async function each<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  concurrency: number,
): Promise<void> {
  const thrown = new Map<number, unknown>()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < all.length && thrown.size === 0) {
      const place = next
      next += 1
      await work(all[place] as T).catch((error: unknown) => thrown.set(place, error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, all.length) }, worker))
  if (thrown.size > 0) throw thrown.get(Math.min(...thrown.keys()))
}

async function shrunk<T>(
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  seed: number,
  { index, failure }: First,
  mayShrink: () => boolean,
): Promise<PropertyFailure> {
  let again = 0
  let passed = false
  const result = await fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      // The failing value itself is always tried again.
      if (again > 0 && !mayShrink()) return
      again += 1
      // Only a failure is a failure: an inconclusive smaller value does not count.
      try {
        await property(value)
        passed = true
      } catch (error) {
        if (error instanceof ConformanceFailure) throw error
      }
    }),
    {
      seed,
      path: String(index),
      numRuns: 1,
      interruptAfterTimeLimit: shrinkMsMax,
    },
  )
  const smallest = result.errorInstance
  if (smallest instanceof ConformanceFailure)
    return new PropertyFailure(smallest, result.counterexamplePath ?? String(index))
  return new PropertyFailure(
    failure.noted(
      passed
        ? 'The same value passed when it was sent again: it failed 1 of 2 times.'
        : 'What came when the same value was sent again shows nothing.',
    ),
    String(index),
  )
}
