// Runs a property on several samples at a time, and shrinks the first sample that fails.
import fc from 'fast-check'
import { ConformanceFailure } from '../oracle/index.ts'

export interface ForAllOptions {
  readonly seed: number
  readonly runs: number
  readonly concurrency: number
  readonly mayShrink: () => boolean
}

/** `path` replays the shrunk sample in fast-check. */
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

// Shrinking sends requests, so its time is limited.
const shrinkMsMax = 5_000

interface First {
  readonly index: number
  readonly failure: ConformanceFailure
}

/**
 * If the first failing sample passes the second time, the error contains the first failure with a note.
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
  // If all samples were drawn first, the tenant would wait without requests.
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

/**
 * Starts no further item after a failure.
 * @throws the error of the first failing item
 */
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
      if (again > 0 && !mayShrink()) return
      again += 1
      // An inconclusive smaller value is no failure.
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
        ? 'The check passed when the run sent the same value a second time: the check failed 1 of 2 times.'
        : 'The run sent the same value a second time, and this attempt was inconclusive.',
    ),
    String(index),
  )
}
