// Tests which failure of a property is reported, and how far its value shrinks.
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sleep } from '../base/clock.ts'
import { ConformanceFailure, Inconclusive, NotRun } from '../oracle/index.ts'
import { exchangeOf } from './exchange.testing.ts'
import { each, type ForAllOptions, forAll, PropertyFailure } from './for-all.ts'

const options: ForAllOptions = { seed: 5, runs: 30, concurrency: 1, mayShrink: () => true }
const numbers = fc.integer({ min: 0, max: 1000 })
const samples = (runs = options.runs): number[] => fc.sample(numbers, { seed: options.seed, numRuns: runs })

const failed = (value: unknown): ConformanceFailure =>
  new ConformanceFailure(`${value} fails.`, { expected: 'a pass', received: String(value), exchange: null })

/** Returns "done" if there was no error, and otherwise the error. */
const endOf = async (
  property: (value: number) => Promise<void>,
  rest: Partial<ForAllOptions> = {},
): Promise<unknown> =>
  forAll(numbers, property, { ...options, ...rest }).then(
    () => 'done',
    (error: unknown) => error,
  )

const propertyFailure = (end: unknown): PropertyFailure => {
  if (end instanceof PropertyFailure) return end
  throw new Error(`no PropertyFailure: ${String(end)}`)
}

test.each([1, 30, 250, 251, 2_000])(
  'tries each of %i samples once, in the order of the seed',
  async (runs) => {
    const tried: number[] = []
    expect(await endOf(async (value) => void tried.push(value), { runs })).toBe('done')
    expect(tried).toEqual(samples(runs))
  },
)

test('no sample is drawn after a failure', async () => {
  let drawn = 0
  const counted = numbers.map((value) => {
    drawn += 1
    return value
  })
  const end = forAll(counted, () => Promise.reject(failed(1)), { ...options, runs: 10_000 })
  await expect(end).rejects.toThrow(PropertyFailure)
  expect(drawn).toBeLessThan(1_000)
})

test('runs the given number of samples in parallel, and never more', async () => {
  let [running, most] = [0, 0]
  const property = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await sleep(2)
    running -= 1
  }
  await endOf(property, { concurrency: 3, runs: 9 })
  expect(most).toBe(3)
  most = 0
  await endOf(property, { concurrency: 8, runs: 2 })
  expect(most).toBe(2)
})

test('a failure shrinks to the smallest value that fails, with the path that replays it', async () => {
  const end = propertyFailure(
    await endOf(async (value) => {
      if (value >= 100) throw failed(value)
    }),
  )
  expect(String(end)).toBe('PropertyFailure: 100 fails.')
  expect(end.failure.detail.received).toBe('100')
  const index = samples().findIndex((value) => value >= 100)
  expect(end.path).toMatch(new RegExp(`^${index}:\\d`))
  const property = fc.asyncProperty(numbers, async (value) => {
    if (value >= 100) throw failed(value)
  })
  const replayed = await fc.check(property, { seed: options.seed, path: end.path, numRuns: 1 })
  expect(replayed.counterexample).toEqual([100])
})

test('of several failing samples, the one with the lowest index is reported', async () => {
  const values = samples()
  const constants = fc.constantFrom('a', 'b')
  const drawn = fc.sample(constants, { seed: 5, numRuns: 8 })
  expect(new Set(drawn).size).toBe(2)
  // The first sample fails later than the other samples.
  let begun = 0
  const end = propertyFailure(
    await endOf(
      async (value) => {
        begun += 1
        const place = begun - 1
        if (place >= 4) return
        await sleep(place === 0 ? 30 : 1)
        throw failed(`${place} ${value}`)
      },
      { concurrency: 4 },
    ),
  )
  expect(end.failure.detail.received).toBe(`0 ${values[0]}`)
  expect(end.path).toBe('0')
})

test('after a failure no further sample begins', async () => {
  const tried: number[] = []
  await endOf(
    async (value) => {
      tried.push(value)
      if (tried.length === 3) throw failed(value)
    },
    { mayShrink: () => false },
  )
  // After the first three samples, the failing sample is repeated.
  expect(tried).toEqual([...samples(3), samples(3)[2]])
})

const detail = { expected: 'one', received: 'other', exchange: exchangeOf() }

test('a failure that does not repeat keeps its exchange and control and states that it did not repeat', async () => {
  const [exchange, control, step] = [exchangeOf(), exchangeOf({ status: 201 }), exchangeOf({ status: 202 })]
  const whole = { expected: 'one', received: 'other', exchange, control, steps: [step] }
  let times = 0
  const end = propertyFailure(
    await endOf(async () => {
      times += 1
      if (times === 2) throw new ConformanceFailure('It fails.', whole)
    }),
  )
  expect(end.failure.message).toBe(
    'It fails. The check passed when the run sent the same value a second time: the check failed 1 of 2 times.',
  )
  expect(end.failure.detail).toEqual(whole)
  expect(end.path).toBe('1')
  expect(times).toBe(3)
})

test('a failure whose value is inconclusive when repeated is not reported as passed', async () => {
  let times = 0
  const end = propertyFailure(
    await endOf(async () => {
      times += 1
      if (times === 2) throw new ConformanceFailure('It fails.', detail)
      if (times > 2) throw new Inconclusive('it hangs')
    }),
  )
  expect(end.failure.message).toBe(
    'It fails. The run sent the same value a second time, and this attempt was inconclusive.',
  )
})

test('an inconclusive smaller value is no failure', async () => {
  const end = propertyFailure(
    await endOf(async (value) => {
      if (value >= 100) throw failed(value)
      throw new Inconclusive('too small to tell')
    }),
  )
  expect(end.failure.detail.received).toBe('100')
})

test('other errors are thrown unchanged, the first of them, after all samples', async () => {
  const ends = [new Inconclusive('first'), new NotRun('second')]
  let times = 0
  const end = await endOf(async () => {
    times += 1
    const own = ends[times - 2]
    if (own !== undefined) throw own
  })
  expect(end).toBe(ends[0])
  expect(times).toBe(options.runs)
  const ours = new TypeError('ours')
  expect(
    await endOf(async () => {
      throw ours
    }),
  ).toBe(ours)
})

test('a failure takes precedence over an inconclusive sample', async () => {
  let times = 0
  const end = await endOf(async (value) => {
    times += 1
    if (times === 1) throw new Inconclusive('it hangs')
    throw failed(value)
  })
  expect(end).toBeInstanceOf(PropertyFailure)
})

test('smaller values are tried only if allowed, and the failing value always', async () => {
  const tried: number[] = []
  let asked = 0
  const end = propertyFailure(
    await endOf(
      async (value) => {
        tried.push(value)
        if (value >= 100) throw failed(value)
      },
      {
        mayShrink: () => {
          asked += 1
          return false
        },
      },
    ),
  )
  const index = samples().findIndex((value) => value >= 100)
  const found = samples()[index]
  expect(tried).toEqual([...samples(index + 1), found])
  expect(end.failure.detail.received).toBe(String(found))
  expect(end.path).toBe(String(index))
  expect(asked).toBeGreaterThan(0)
})

test('shrinking continues as far as allowed', async () => {
  let left = 3
  const tried: number[] = []
  const end = propertyFailure(
    await endOf(
      async (value) => {
        tried.push(value)
        if (value >= 1) throw failed(value)
      },
      {
        mayShrink: () => {
          left -= 1
          return left >= 0
        },
      },
    ),
  )
  const before = samples().findIndex((value) => value >= 1) + 1
  expect(tried.length).toBe(before + 1 + 3)
  expect(Number(end.failure.detail.received)).toBeGreaterThanOrEqual(1)
})

test('no sample at all is no failure', async () => {
  expect(await endOf(async (value) => Promise.reject(failed(value)), { runs: 0 })).toBe('done')
})

test('each item is processed once, the given number in parallel', async () => {
  const done: number[] = []
  let [now, most] = [0, 0]
  await each(
    [1, 2, 3, 4, 5],
    async (one) => {
      most = Math.max(most, ++now)
      await setImmediate()
      now -= 1
      done.push(one)
    },
    2,
  )
  expect(done).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  await each([], () => Promise.reject(new Error('of nothing')), 2)
})

test('of several failing items the first in order is thrown, and no item begins after it', async () => {
  const begun: number[] = []
  const end = each(
    [1, 2, 3, 4, 5],
    async (one) => {
      begun.push(one)
      for (let turns = one === 2 ? 3 : 1; turns > 0; turns -= 1) await setImmediate()
      if (one === 2 || one === 3) throw new Error(String(one))
    },
    3,
  )
  await expect(end).rejects.toThrow('2')
  expect(begun).toEqual([1, 2, 3, 4])
})
