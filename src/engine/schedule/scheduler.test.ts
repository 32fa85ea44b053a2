// Tests the scheduler: the verdicts of attempts, and checks that must not run at the same time.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sleep } from '../../base/clock.ts'
import type { Exchange } from '../../base/exchange.ts'
import {
  ConformanceFailure,
  type FailureDetail,
  Inconclusive,
  NotApplicable,
  NotRun,
  Unserved,
} from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { clauseNamed, exchangeOf } from '../exchange.testing.ts'
import { fixture } from '../fixture.ts'
import { PropertyFailure } from '../for-all.ts'
import type { Tally } from '../judge/findings.ts'
import type { PlannedCheck } from '../plan/planned-check.ts'
import { configOf, settingOf } from '../setting.testing.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { nothingObserved } from './check-end.ts'
import { checkPhases, Scheduler } from './scheduler.ts'

const id = 'event-streams.update.name-changes'

const planned = (run: Check, rest: Partial<PlannedCheck> = {}): PlannedCheck => ({
  clause: clauseNamed(id),
  phase: 'examples',
  run,
  exclusive: null,
  ...rest,
})

const detail: FailureDetail = { expected: 'one', received: 'other', exchange: exchangeOf() }
const failure = (message = 'It fails.'): ConformanceFailure => new ConformanceFailure(message, detail)

let stop = new AbortController()
beforeEach(() => {
  stop = new AbortController()
})
afterEach(() => stop.abort())

const schedule = (config: Partial<RunConfig> = {}) => {
  const setting = settingOf(configOf(config), stop.signal)
  return { ...setting, scheduler: new Scheduler(setting.session, setting.resources) }
}

const judged = async (
  run: (context: TestContext) => void | Promise<void>,
): Promise<Tally & { tries: number }> => {
  const { scheduler, findings } = schedule()
  let tries = 0
  await scheduler.run([
    planned(async (context) => {
      tries += 1
      expect(context.attempt).toBe(tries)
      await run(context)
    }),
  ])
  return { ...findings.of(id), tries }
}

const observe = ({ must }: TestContext): void => must.that(true, 'never shown', detail, ['x /a'])
const messages = ({ violations }: Tally): string[] => violations.map((one) => one.failure.message)

test('the phases of checks, in their order', () => {
  expect(checkPhases).toEqual(['examples', 'boundaries', 'random', 'stateful'])
})

test('a check that returns with evidence satisfies its clause and is not repeated', async () => {
  const { satisfied, violated, open, compared, tries } = await judged((context) => {
    observe(context)
    observe(context)
  })
  expect([satisfied, violated, open, compared, tries]).toEqual([2, 0, [], ['x /a'], 1])
})

test('a check that only observes finds nothing and is not repeated', async () => {
  const { scheduler, findings } = schedule()
  let tries = 0
  const run = async (): Promise<void> => {
    tries += 1
  }
  await scheduler.run([planned(run, { observing: true })])
  const { satisfied, violated, open } = findings.of(id)
  expect([satisfied, violated, open, tries]).toEqual([0, 0, [], 1])
})

test('a check that returns without evidence is reported as inconclusive', async () => {
  const { satisfied, open, tries } = await judged(() => undefined)
  expect(open).toEqual([{ verdict: 'inconclusive', reason: nothingObserved, origin: 'specification' }])
  expect(nothingObserved).toBe('the check got no response that shows whether the tenant satisfies the clause')
  expect([satisfied, tries]).toEqual([0, 1])
})

test('of a repeated failure, the first one is reported with its evidence', async () => {
  const tally = await judged((context) => {
    observe(context)
    throw failure(`Attempt ${context.attempt}.`)
  })
  expect(messages(tally)).toEqual(['Attempt 1.'])
  expect(tally.violations[0]).toMatchObject({ path: null, failure: { detail } })
  expect([tally.satisfied, tally.violated, tally.tries]).toEqual([1, 1, 2])
})

test('a failure or observation based on an unsent request does not count', async () => {
  const { exchange } = detail
  const reason = 'No name server answers.'
  const unsent = {
    ...(exchange as Exchange),
    response: null,
    failure: { kind: 'unresolved', message: reason, unsent: true },
  } as const
  for (const rests of [{ exchange: unsent }, { control: unsent }, { steps: [unsent] }]) {
    const failed = await judged(() => {
      throw new ConformanceFailure('It fails.', { ...detail, ...rests })
    })
    expect(failed.open).toEqual([
      { verdict: 'inconclusive', reason: `a request was not sent: ${reason}`, origin: 'run' },
    ])
    expect([failed.violated, failed.satisfied]).toEqual([0, 0])
    const passed = await judged(({ must }) => must.that(true, 'never shown', { ...detail, ...rests }))
    expect([passed.satisfied, passed.open]).toEqual([
      0,
      [{ verdict: 'inconclusive', reason: nothingObserved, origin: 'specification' }],
    ])
  }
})

const unstable =
  'It fails. The result is unstable: the check failed 1 of 2 times. The other tries may have sent other values.'

test('a failure that does not repeat is reported as unstable', async () => {
  const tally = await judged((context) => {
    observe(context)
    if (context.attempt === 1) throw failure()
    observe(context)
  })
  expect(messages(tally)).toEqual([unstable])
  expect(tally.violations[0]?.failure.detail).toEqual(detail)
  // Only the evidence of the deciding attempt counts.
  expect([tally.satisfied, tally.open]).toEqual([1, []])
})

test('a failure after an inconclusive attempt is reported as unstable', async () => {
  const tally = await judged((context) => {
    if (context.attempt === 1) throw new Inconclusive('it hangs')
    observe(context)
    throw failure()
  })
  expect(messages(tally)).toEqual([unstable])
  expect([tally.satisfied, tally.open]).toEqual([1, []])
})

test.each<[string, unknown]>([
  ['inconclusive', new Inconclusive('it hangs')],
  ['not run', new NotRun('no budget')],
  ['not applicable', new NotApplicable('no bound')],
  ['an error of our own', new Error('ours')],
])('a failure whose repetition is %s is reported unchanged', async (_, end) => {
  const tally = await judged((context) => {
    observe(context)
    throw context.attempt === 1 ? failure() : end
  })
  expect(messages(tally)).toEqual(['It fails.'])
  expect(tally.open).toEqual([])
})

test('a failure whose repetition observed nothing is not reported as unstable', async () => {
  const tally = await judged(({ attempt }) => {
    if (attempt === 1) throw failure()
  })
  expect(messages(tally)).toEqual(['It fails.'])
})

test('a failure after a bug of our own is reported without its frequency', async () => {
  const tally = await judged(({ attempt }) => {
    throw attempt === 1 ? new Error('ours') : failure()
  })
  expect(messages(tally)).toEqual(['It fails.'])
  expect(tally.open).toEqual([])
})

/**
 * Judges a check while some valid requests are lost. All further attempts end like the last item of `ends`.
 */
const judgedOverLosses = async (ends: readonly ('fails' | 'passes' | 'tells nothing')[]) => {
  const { scheduler, session, findings } = schedule()
  session.droppedRequests.see(exchangeOf({ status: 503 }), 'valid')
  for (let number = 0; number < 99; number += 1) session.droppedRequests.see(exchangeOf(), 'valid')
  let tries = 0
  await scheduler.run([
    planned(async (context) => {
      tries += 1
      const end = ends[tries - 1] ?? ends.at(-1)
      if (end === 'tells nothing') throw new Inconclusive('it hangs')
      observe(context)
      if (end === 'fails') throw failure()
    }),
  ])
  const tally = findings.of(id)
  return [tries, messages(tally).at(0) ?? tally.open.at(0)?.verdict ?? 'pass']
}

const noted = (times: string): string =>
  `It fails. The result is unstable: the check failed ${times} times. The other tries may have sent other values.`

test('if requests are lost, a failure must repeat, or two other attempts must pass', async () => {
  expect(await judgedOverLosses(['fails'])).toEqual([2, 'It fails.'])
  expect(await judgedOverLosses(['fails', 'passes', 'fails'])).toEqual([3, noted('2 of 3')])
  expect(await judgedOverLosses(['fails', 'passes'])).toEqual([3, 'pass'])
  expect(await judgedOverLosses(['tells nothing', 'fails', 'passes'])).toEqual([4, 'pass'])
  expect(await judgedOverLosses(['tells nothing', 'passes'])).toEqual([2, 'pass'])
  expect(await judgedOverLosses(['tells nothing'])).toEqual([2, 'inconclusive'])
})

test('if requests are lost and no attempt shows whether the failure repeats, it is reported', async () => {
  const [tries, told] = await judgedOverLosses(['fails', 'tells nothing'])
  expect(told).toMatch(/^It fails\. The result is unstable: the check failed 1 of \d times\. The other/)
  expect(tries).toBeGreaterThan(2)
})

test('a property keeps its path in both attempts, even if it is unstable', async () => {
  const twice = await judged(() => {
    throw new PropertyFailure(failure(), '3:1')
  })
  expect(twice.violations).toMatchObject([{ path: '3:1', failure: { message: 'It fails.' } }])
  const once = await judged((context) => {
    observe(context)
    if (context.attempt === 1) throw new PropertyFailure(failure(), '3:1')
  })
  expect(once.violations).toMatchObject([{ path: '3:1', failure: { message: unstable, detail } }])
})

test.each<[string, Error, string]>([
  ['inconclusive', new Inconclusive('it hangs'), 'inconclusive'],
  ['not-run', new NotRun('no policy'), 'not-run'],
  ['not-applicable', new NotApplicable('no bound'), 'not-applicable'],
])('a result of %s is reported with its reason', async (_, end, verdict) => {
  const { open, violated, tries } = await judged(() => {
    throw end
  })
  expect(open).toMatchObject([{ verdict, reason: end.message }])
  expect([violated, tries]).toEqual([0, verdict === 'inconclusive' ? 2 : 1])
})

test('the next attempt and its evidence replace an inconclusive attempt', async () => {
  const passed = await judged((context) => {
    observe(context)
    if (context.attempt === 1) throw new Inconclusive('it hangs')
    observe(context)
  })
  expect([passed.satisfied, passed.open]).toEqual([2, []])
  const other = await judged(({ attempt }) => {
    throw new Inconclusive(`attempt ${attempt}`)
  })
  expect(other.open).toEqual([{ verdict: 'inconclusive', reason: 'attempt 2', origin: 'tenant' }])
})

test('the first attempt counts if the second attempt could not run', async () => {
  const { open, satisfied } = await judged((context) => {
    if (context.attempt === 2) throw new NotRun('the budget is used up')
    observe(context)
    throw new Inconclusive('it hangs')
  })
  expect(open).toEqual([{ verdict: 'inconclusive', reason: 'it hangs', origin: 'tenant' }])
  expect(satisfied).toBe(1)
})

test('any other exception of a check is reported as a bug, after two attempts', async () => {
  const { open, tries } = await judged(() => {
    throw new TypeError('it is undefined')
  })
  expect(tries).toBe(2)
  expect(open).toHaveLength(1)
  expect(open[0]?.verdict).toBe('error')
  expect(open[0]?.reason).toMatch(
    /^the check itself failed, which is a bug in tenant-conformance: TypeError: it is undefined {5}at /,
  )
  expect(open[0]?.reason).not.toContain('\n')
  expect(open[0]?.reason.match(/ at /g)).toHaveLength(3)
  const text = await judged(() => {
    throw 'a text'
  })
  expect(text.open[0]?.reason).toMatch(/tenant-conformance: a text$/)
  const stackless = new Error('without a stack')
  delete (stackless as { stack?: string }).stack
  const bare = await judged(() => {
    throw stackless
  })
  expect(bare.open[0]?.reason).toMatch(/tenant-conformance: without a stack$/)
})

test('a check with a doubt does not pass: it is repeated, and the first doubt is reported', async () => {
  const { open, satisfied, tries } = await judged((context) => {
    observe(context)
    for (let number = 1; number <= 20; number += 1) context.must.doubt(`doubt ${number}`)
  })
  expect(open).toEqual([{ verdict: 'inconclusive', reason: 'doubt 1', origin: 'tenant' }])
  expect([satisfied, tries]).toEqual([1, 2])
})

test('a failure takes precedence over a doubt', async () => {
  const tally = await judged(({ must }) => {
    must.doubt('unsure')
    throw failure()
  })
  expect(messages(tally)).toEqual(['It fails.'])
  expect(tally.open).toEqual([])
})

test('evidence is counted up to ten thousand', async () => {
  const { satisfied } = await judged((context) => {
    for (let number = 0; number < 10_001; number += 1) observe(context)
  })
  expect(satisfied).toBe(10_000)
})

test('after an interruption no check is repeated', async () => {
  const { scheduler, findings } = schedule()
  let tries = 0
  await scheduler.run([
    planned(async () => {
      tries += 1
      stop.abort()
      throw failure()
    }),
  ])
  expect(tries).toBe(1)
  expect(messages(findings.of(id))).toEqual(['It fails.'])
})

test('requests are counted for their check, and requests of fixtures for the fixture', async () => {
  const { scheduler, requestCount } = schedule()
  await scheduler.run([
    planned(async (context) => {
      await context.use(fixture('shared', async () => 1))
      observe(context)
    }),
  ])
  expect([...(requestCount.needs.get(`${id} examples`) ?? [])]).toEqual(['fixture shared'])
})

test('a fixture is made once for all checks, and again for a second attempt', async () => {
  const { scheduler } = schedule()
  const made: number[] = []
  const check = async (context: TestContext): Promise<void> => {
    await context.use(fixture('shared', async () => made.push(context.attempt)))
    if (context.attempt === 1) throw new Inconclusive('again')
    observe(context)
  }
  await scheduler.run([planned(check), planned(check), planned(check)])
  expect(made.sort()).toEqual([1, 2])
})

test('the last phase gets new fixtures, because earlier fixtures’ resources are removed before it', async () => {
  const { scheduler } = schedule()
  let made = 0
  const check = async (context: TestContext): Promise<void> => {
    await context.use(fixture('shared', async () => (made += 1)))
    observe(context)
  }
  await scheduler.runPhases(
    ['examples', 'stateful'],
    [planned(check), planned(check), planned(check, { phase: 'stateful' })],
    () => undefined,
  )
  expect(made).toBe(2)
})

test('a check has its own seed, which depends on its clause and the run’s seed', async () => {
  const seeds = new Map<string, number>()
  const run = async (seed: number, clause: string): Promise<void> => {
    const check: Check = async (context) => {
      seeds.set(`${seed} ${clause}`, context.seed)
      observe(context)
    }
    await schedule({ seed }).scheduler.run([planned(check, { clause: clauseNamed(clause) })])
  }
  await run(1, id)
  await run(2, id)
  await run(1, 'event-streams.update.stored')
  expect(new Set(seeds.values()).size).toBe(3)
})

/** Records which checks run at the same time. */
const watching = () => {
  const running = new Set<string>()
  const overlaps = new Set<string>()
  const begun: string[] = []
  let most = 0
  const check =
    (name: string, ms = 3): Check =>
    async (context) => {
      begun.push(name)
      for (const other of running) overlaps.add([other, name].sort().join(' '))
      running.add(name)
      most = Math.max(most, running.size)
      await sleep(ms)
      running.delete(name)
      observe(context)
    }
  return { check, overlaps, begun, most: () => most }
}

test('checks with the same key never overlap; a few more other checks than parallel requests do', async () => {
  const { scheduler } = schedule({ concurrency: 3 })
  const { check, overlaps, most } = watching()
  await scheduler.run([
    ...['a1', 'a2', 'a3'].map((name) => planned(check(name), { exclusive: 'a' })),
    ...['b1', 'b2'].map((name) => planned(check(name), { exclusive: 'b' })),
    ...['free1', 'free2', 'free3', 'free4'].map((name) => planned(check(name))),
  ])
  expect([...overlaps].filter((pair) => /a\d a\d|b\d b\d/.test(pair))).toEqual([])
  expect([...overlaps].some((pair) => /a\d b\d/.test(pair))).toBe(true)
  expect([...overlaps].some((pair) => /free\d free\d/.test(pair))).toBe(true)
  expect(most()).toBe(4)
})

test('in listed order, only the last phase waits for the checks before it, and all phases begin in order', async () => {
  const { scheduler } = schedule({ concurrency: 2 })
  const { check, overlaps, begun } = watching()
  const entered: string[] = []
  await scheduler.runPhases(
    ['examples', 'boundaries', 'random', 'stateful'],
    [
      planned(check('a1', 30), { exclusive: 'a' }),
      planned(check('free1')),
      planned(check('a2', 30), { exclusive: 'a', phase: 'boundaries' }),
      planned(check('free2'), { phase: 'boundaries' }),
      planned(check('free3'), { phase: 'random' }),
      planned(check('event', 40), { phase: 'stateful', delivering: true }),
      planned(check('a3'), { exclusive: 'a', phase: 'stateful' }),
      planned(check('free4'), { phase: 'stateful' }),
    ],
    (phase) => entered.push(phase),
  )
  expect(entered).toEqual(['examples', 'boundaries', 'random', 'stateful'])
  expect(overlaps).toContain('a1 free2')
  expect(
    [...overlaps].filter((pair) => /(?:a[12]|free[123]) event|event (?:a[12]|free[123])/.test(pair)),
  ).toEqual([])
  expect([...overlaps].some((pair) => /event/.test(pair))).toBe(true)
  expect([...overlaps].filter((pair) => /a\d a\d/.test(pair))).toEqual([])
  expect(begun.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  expect(begun.filter((name) => name.startsWith('free'))).toEqual(['free1', 'free2', 'free3', 'free4'])
})

test('in listed order, the last phase does not wait for singletons, except for checks with its key', async () => {
  const { scheduler } = schedule({ concurrency: 3 })
  const { check, overlaps, begun } = watching()
  await scheduler.runPhases(
    ['examples', 'stateful'],
    [
      ...['one1', 'one2', 'one3'].map((name) => planned(check(name, 20), { exclusive: 'phone-templates' })),
      planned(check('free')),
      planned(check('last'), { phase: 'stateful' }),
      planned(check('one4'), { exclusive: 'phone-templates', phase: 'stateful' }),
    ],
    () => undefined,
  )
  expect(begun.indexOf('last')).toBeLessThan(begun.indexOf('one3'))
  expect(begun.at(-1)).toBe('one4')
  expect([...overlaps].filter((pair) => /free last|last free|one\d one\d/.test(pair))).toEqual([])
})

test('in listed order, an early check of any phase begins during the first phase, and begins no phase', async () => {
  const { scheduler } = schedule({ concurrency: 2 })
  const { check, overlaps, begun } = watching()
  const entered: string[] = []
  await scheduler.runPhases(
    ['examples', 'boundaries', 'stateful'],
    [
      planned(check('first')),
      planned(check('first too')),
      planned(check('second'), { phase: 'boundaries' }),
      planned(check('last'), { phase: 'stateful' }),
      planned(check('early', 30), { phase: 'stateful', early: true }),
    ],
    (phase) => entered.push(`${phase} after ${begun.join(' ')}`),
  )
  expect(begun).toEqual(['first', 'early', 'first too', 'second', 'last'])
  expect(overlaps).toContain('early second')
  expect([...overlaps].filter((pair) => /last/.test(pair))).toEqual([])
  expect(entered).toEqual([
    'examples after ',
    'boundaries after first early first too',
    'stateful after first early first too second',
  ])
})

test('in listed order, observing checks begin first, and no check waits for them', async () => {
  const { scheduler } = schedule({ concurrency: 2 })
  const { check, begun, overlaps } = watching()
  await scheduler.runPhases(
    ['examples', 'stateful'],
    [
      planned(check('chained'), { exclusive: 'a' }),
      planned(check('free')),
      planned(check('observing', 100), { early: true, observing: true }),
      planned(check('last'), { phase: 'stateful' }),
    ],
    () => undefined,
  )
  expect(begun).toEqual(['observing', 'chained', 'free', 'last'])
  expect(overlaps).toContain('last observing')
})

test('held checks begin when released, in any position, and other checks begin immediately', async () => {
  const { scheduler } = schedule({ concurrency: 2 })
  const { check, begun } = watching()
  const until = sleep(30).then(() => void begun.push('released'))
  await scheduler.runPhases(
    ['examples'],
    [
      planned(check('held'), { exclusive: 'a' }),
      planned(check('held too'), { exclusive: 'a' }),
      planned(check('free')),
    ],
    () => undefined,
    { until, isHeld: ({ exclusive }) => exclusive === 'a' },
  )
  expect(begun).toEqual(['free', 'released', 'held', 'held too'])
})

test('held checks begin even if their promise rejects', async () => {
  const { scheduler } = schedule()
  const { check, begun } = watching()
  const until = Promise.reject(new Error('exploration failed'))
  const held = { until, isHeld: () => true }
  await scheduler.runPhases(['examples'], [planned(check('held'))], () => undefined, held)
  expect(begun).toEqual(['held'])
})

test('if clean-up before the last phase fails, the run fails and the last phase does not begin', async () => {
  const { scheduler, session } = schedule()
  const { check, begun } = watching()
  session.counted = () => Promise.reject(new Error('clearing failed'))
  const checks = [planned(check('last'), { phase: 'stateful' })]
  await expect(scheduler.runPhases(['stateful'], checks, () => undefined)).rejects.toThrow('clearing failed')
  expect(begun).toEqual([])
})

test('a requested order is kept even if checks are held', async () => {
  const { scheduler } = schedule({ concurrency: 2, order: ['a'] })
  const { check, begun } = watching()
  const until = sleep(30).then(() => void begun.push('released'))
  await scheduler.runPhases(['examples'], [planned(check('one')), planned(check('other'))], () => undefined, {
    until,
    isHeld: () => false,
  })
  expect(begun).toEqual(['released', 'one', 'other'])
})

test('a requested order runs phase by phase', async () => {
  const { scheduler } = schedule({ concurrency: 2, order: ['a'] })
  const { check, overlaps } = watching()
  await scheduler.runPhases(
    ['examples', 'boundaries'],
    [planned(check('first', 20)), planned(check('second'), { phase: 'boundaries' })],
    () => undefined,
  )
  expect(overlaps.size).toBe(0)
})

const listed = (check: ReturnType<typeof watching>['check']): readonly PlannedCheck[] => [
  planned(check('free1')),
  planned(check('a1'), { exclusive: 'a' }),
  planned(check('b1'), { exclusive: 'b' }),
  planned(check('a2'), { exclusive: 'a' }),
  planned(check('a3'), { exclusive: 'a', phase: 'random' }),
  planned(check('b2'), { exclusive: 'b' }),
]

test('in listed order, the longest queues come first', async () => {
  const { scheduler } = schedule({ concurrency: 1, order: 'listed' })
  const { check, begun } = watching()
  await scheduler.run(listed(check))
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'free1'])
  expect(scheduler.begun).toEqual([
    `${id} examples`,
    `${id} examples`,
    `${id} random`,
    `${id} examples`,
    `${id} examples`,
    `${id} examples`,
  ])
})

test.each([['shuffled' as const], [['b', 'a']]])('a requested order is kept: %s', async (order) => {
  const { scheduler } = schedule({ concurrency: 1, order })
  const { check, begun } = watching()
  await scheduler.run(listed(check))
  expect(begun).toEqual(['free1', 'a1', 'a2', 'a3', 'b1', 'b2'])
})

test('no check at all is no error', async () => {
  const { scheduler } = schedule()
  await scheduler.run([])
  expect(scheduler.begun).toEqual([])
})

const server = exchangeOf({ status: 500 })
/**
 * Each letter stands for one attempt: "a" and "b" are two requests without a response, "." passes,
 * "?" is inconclusive.
 */
const unanswered = (attempts: string) =>
  judged((context) => {
    const kind = attempts[context.attempt - 1] ?? attempts.at(-1)
    if (kind === '.') return observe(context)
    if (kind === '?') throw new Inconclusive('it hangs')
    const exchange = { ...server, principal: `forged-${kind}` }
    throw new Unserved(
      'answered with 500',
      new ConformanceFailure('It got 500.', { ...detail, expected: '404', exchange }),
    )
  })

test('a request without a response fails if its control succeeds in every attempt', async () => {
  const { violated, violations, tries } = await unanswered('a')
  expect([violated, tries]).toEqual([1, 3])
  expect(violations[0]?.failure.message).toBe('It got 500. The check failed each time: 3 times.')
})

test('only the same request counts: other lost requests neither add to the count nor hide it', async () => {
  expect(await unanswered('ab?aa')).toMatchObject({ violated: 1, tries: 5 })
  expect(await unanswered('abab?b')).toMatchObject({ violated: 0, tries: 5 })
})

test('a request that gets a response later was lost by the connection', async () => {
  expect(await unanswered('a.')).toMatchObject({ violated: 0, satisfied: 1, open: [], tries: 2 })
  expect(await unanswered('aa.')).toMatchObject({ violated: 0, satisfied: 1, open: [], tries: 3 })
})

test('if no clause forbids it, a missing response is inconclusive, with the origin failing', async () => {
  const { open, tries } = await judged(() => {
    throw new Unserved('answered with 500')
  })
  expect(tries).toBe(2)
  expect(open).toEqual([{ verdict: 'inconclusive', reason: 'answered with 500', origin: 'failing' }])
})
