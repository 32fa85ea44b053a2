// Tests sequences with the reference tenant: the check finds faults and shortens the sequence.
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { eventStreams } from '../../../suites/resources/event-streams.ts'
import { startTamperingProxy } from '../../../test/tampering-proxy.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { closeAfterTest } from '../../client/wire/loopback.testing.ts'
import { type Attempt, Inconclusive, NotRun } from '../../oracle/index.ts'
import { startTenant, type Tenant, type TenantOptions } from '../../tenant/index.ts'
import type { RunConfig } from '../config.ts'
import { exchangeOf, stream } from '../exchange.testing.ts'
import { PropertyFailure } from '../for-all.ts'
import type { Request } from '../requests/request.ts'
import { type Attempted, configOf, contextIn, profile, type Setting, settingOf } from '../setting.testing.ts'
import { ResourceUnderTest } from '../under-test/index.ts'
import { commandSequences } from './command.ts'
import { checkSequences, vocabularyOf } from './sequence.ts'

afterEach(() => {
  vi.restoreAllMocks()
  fc.resetConfigureGlobal()
})

type Tried = Attempted & Setting & { readonly tenant: Tenant; readonly end: unknown }

// The tenant delays no request and closes no connection early.
const calm: TenantOptions = {
  rateLimit: { burst: 10_000, perSecond: 10_000 },
  variation: { connection: 'close' },
}

async function tried(
  options: TenantOptions,
  { config = {}, seed = 1, through = async (baseUrl: string) => baseUrl }: Trial = {},
): Promise<Tried> {
  const tenant = await startTenant({ ...calm, ...options })
  closeAfterTest(() => tenant.close())
  const baseUrl = await through(tenant.baseUrl)
  const setting = settingOf(configOf({ baseUrl, ...config }, tenant.environment.TENANT_ACCESS_TOKEN))
  const attempted = contextIn(setting, { seed })
  const { context } = attempted
  const end = await checkSequences(context, context.resource(eventStreams)).then(
    () => null,
    (error: unknown) => error,
  )
  return { ...setting, ...attempted, tenant, end }
}

interface Trial {
  readonly config?: Partial<RunConfig>
  readonly seed?: number
  readonly through?: (baseUrl: string) => Promise<string>
}

const updatesOf = ({ exchanges }: Setting): number =>
  exchanges.filter(({ operation }) => operation === 'event-streams.update').length

/**
 * Counts the streams that remain. The streams of sequences must be gone. The run removes the streams of the
 * calibration later.
 */
const leftOf = ({ tenant, resources }: Tried): number =>
  tenant.inspect().streams.filter(({ id }) => ![...resources.shared.values()].flat().includes(id)).length

test('a conforming tenant passes with evidence according to the samples, and no resource is left', async () => {
  const few = await tried({}, { config: { examples: 1 } })
  const many = await tried({}, { config: { examples: 10 } })
  for (const one of [few, many]) {
    expect(one.end).toBeNull()
    expect(one.doubts).toEqual([])
    expect(leftOf(one)).toBe(0)
  }
  // A sequence contains at least 24 commands.
  expect(few.evidence.length).toBeGreaterThan(15)
  expect(updatesOf(few)).toBeLessThan(70)
  // The number of updates is six requests for each sample, plus one sequence.
  expect(updatesOf(many)).toBeGreaterThan(60)
  expect(updatesOf(many)).toBeLessThan(130)
})

test('the same seed sends the same sequences', async () => {
  const bodies = async (seed: number) => {
    const { exchanges } = await tried({}, { seed, config: { examples: 1 } })
    return exchanges.map(({ request }) => request.body?.length)
  }
  const first = await bodies(4)
  expect(await bodies(4)).toEqual(first)
  expect(await bodies(5)).not.toEqual(first)
})

test.each([
  ['update-enabling-undoes-what-changed-meanwhile', 3],
  ['update-renaming-enables', 2],
])('%s is detected, and shrinks to the shortest failing sequence', async (fault, steps) => {
  const one = await tried({ faults: [fault] })
  const { end } = one
  if (!(end instanceof PropertyFailure)) throw new Error(`not found: ${String(end)}`)
  expect(end.message).toMatch(
    /^\w+ of event stream \d differs from the result of the accepted updates: .+\.$/,
  )
  expect(end.failure.detail.steps?.length).toBeLessThanOrEqual(steps)
  // The path contains fast-check's path to the shortest form, and its commands.
  expect(end.path).toMatch(/^\d+(?::\d+)+ [\w+/]+:[\w+/]+$/)
  expect(leftOf(one)).toBe(0)
})

test('if streams cannot be removed, the sequence is reported as found', async () => {
  const { fixtures: _, ...declared } = profile
  const one = await tried({ faults: ['update-renaming-enables'] }, { config: { profile: declared } })
  if (!(one.end instanceof PropertyFailure)) throw new Error(`not found: ${String(one.end)}`)
  expect(one.end.path).toMatch(/^\d+$/)
  expect(one.end.failure.detail.steps?.length).toBeGreaterThan(1)
  // The check did not repeat the sequence.
  expect(leftOf(one)).toBeLessThanOrEqual(4)
})

test('a failure that does not repeat is reported as found', async () => {
  let renamings = 0
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const proxy = await startTamperingProxy(baseUrl, ({ method, body }, answer) => {
          const shown = method === 'PATCH' && answer.includes('"id"')
          if (!shown || !/^\{"name":"tc-[^"]*"\}$/.test(body)) return answer
          renamings += 1
          // The calibration sends the first new name.
          return renamings === 2 ? answer.replace(/"name":"[^"]*"/, '"name":"another"') : answer
        })
        closeAfterTest(() => proxy.close())
        return proxy.baseUrl
      },
    },
  )
  if (!(one.end instanceof PropertyFailure)) throw new Error(`not found: ${String(one.end)}`)
  expect(one.end.path).toMatch(/^\d+$/)
  expect(one.end.message).toContain('name of event stream')
  expect(one.end.failure.detail.received).toBe('"another"')
})

test('a tenant that refuses an update without a change does not fail', async () => {
  const states = new Map<string, string>()
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const proxy = await startTamperingProxy(
          baseUrl,
          (_asked, answer) => {
            const [, id = ''] = /"id":"(es[^"]+)"/.exec(answer) ?? []
            states.set(id, /"status":"(\w+)"/.exec(answer)?.[1] ?? '')
            return answer
          },
          ({ method, path, body }) =>
            method === 'PATCH' && body === `{"status":"${states.get(path.split('/').at(-1) ?? '')}"}`
              ? { status: 400 }
              : null,
        )
        closeAfterTest(() => proxy.close())
        return proxy.baseUrl
      },
    },
  )
  expect(one.end).toBeNull()
})

test('the first reason is reported if no sequence can run, and a bug of our own is thrown', async () => {
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const proxy = await startTamperingProxy(
          baseUrl,
          (_, answer) => answer,
          ({ method }) => (method === 'POST' ? { status: 400 } : null),
        )
        closeAfterTest(() => proxy.close())
        return proxy.baseUrl
      },
    },
  )
  expect(one.end).toBeInstanceOf(Inconclusive)
  expect(String(one.end)).toContain('no event stream could be created: 400')
  expect(updatesOf(one)).toBe(0)
  const { context } = contextIn(one)
  const ours = new TypeError('ours')
  const broken = context.resource(eventStreams)
  vi.spyOn(broken, 'make').mockRejectedValue(ours)
  await expect(checkSequences(context, broken)).rejects.toBe(ours)
})

/** An accepted update, just before the tenant stores it. */
interface Happening {
  readonly before: number
  readonly body: JsonObject
  readonly updated: JsonObject
  /** The streams in the order of their creation. */
  readonly streams: Map<string, JsonObject>
}

interface InMemory {
  readonly end: unknown
  readonly sent: readonly number[]
}

/** Runs sequences against a tenant in memory, because many sequences then need almost no time. */
async function inMemory(
  happen: (happening: Happening) => void,
  { seed = 1, examples = 20, afterSequence = () => {} }: InMemoryOptions = {},
): Promise<InMemory> {
  const setting = settingOf(configOf({ examples }))
  const { context } = contextIn(setting, { seed })
  const collection = context.resource(eventStreams)
  const streams = new Map<string, JsonObject>()
  const sent: number[] = []
  let requests = 0
  let made = 0
  const call = async (request: Request): Promise<Attempt> => {
    requests += 1
    const { path, intent } = request
    const updated = streams.get(path.split('/').at(-1) ?? '') ?? {}
    const body = isObject(request.body) ? request.body : {}
    const status = intent === 'invalid' ? 400 : intent === 'unauthorised' ? 401 : 200
    if (status !== 200) return exchanged(request, status, { message: 'no' })
    happen({ before: sent.length, body, updated, streams })
    const stored = { ...updated, ...body }
    streams.set(String(stored.id), stored)
    return exchanged(request, status, stored)
  }
  vi.spyOn(collection, 'make').mockImplementation(async (overrides) => {
    requests += 1
    made += 1
    const request = collection.creation(collection.body(overrides))
    const id = `es${String(made).padStart(24, '0')}`
    const body = { ...stream, ...(request.body as JsonObject), id }
    streams.set(id, body)
    const created = exchanged(request, 201, body)
    const { session } = setting
    const telling = new Set(Object.keys(stream))
    const parts = { session, call, telling, state: () => collection.state }
    return new ResourceUnderTest(collection.resource, id, created, request.body, parts)
  })
  vi.spyOn(collection, 'remove').mockImplementation(async () => {
    sent.push(requests)
    requests = 0
    streams.clear()
    afterSequence()
  })
  vi.spyOn(collection, 'removable', 'get').mockReturnValue(true)
  const end = await checkSequences({ ...context, call }, collection).then(
    () => 'done',
    (error: unknown) => error,
  )
  return { end, sent }
}

interface InMemoryOptions {
  readonly seed?: number
  readonly examples?: number
  readonly afterSequence?: () => void
}

function exchanged({ operation, method, path, body }: Request, status: number, answer: JsonObject): Attempt {
  const exchange = exchangeOf({ operation, status, body: answer })
  const request = { ...exchange.request, method, url: path, body: JSON.stringify(body) }
  return { ...exchange, request }
}

const fine = (): void => undefined
const unclear = (): never => {
  throw new Inconclusive('it hangs')
}

/** The fault appears in another stream than the updated stream. */
const renamesAll = ({ body, updated, streams }: Happening): void => {
  if (!('name' in body)) return
  for (const [id, other] of streams) if (id !== updated.id) streams.set(id, { ...other, name: 'another' })
}

const drawnOf = (seed: number, count: number) => {
  const { context } = contextIn(settingOf())
  const vocabulary = vocabularyOf(context.resource(eventStreams))
  return fc
    .sample(commandSequences(vocabulary, 40), { seed, numRuns: count })
    .map((sequence) => [...sequence])
}

const longDrawn = (seed: number, count: number): number =>
  drawnOf(seed, count).filter((sequence) => sequence.length >= 24).length

const propertyFailure = ({ end }: InMemory): PropertyFailure => {
  if (end instanceof PropertyFailure) return end
  throw new Error(`no PropertyFailure: ${String(end)}`)
}

test('many samples get the requested number of requests, in whole sequences', async () => {
  const { end, sent } = await inMemory(fine, { examples: 20 })
  expect(end).toBe('done')
  const all = sent.reduce((sum, requests) => sum + requests, 0)
  expect(all).toBeGreaterThanOrEqual(120)
  expect(all - (sent.at(-1) ?? 0)).toBeLessThan(120)
})

test('short sequences are skipped; 24 commands are long enough', async () => {
  const { sent } = await inMemory(unclear, { examples: 100 })
  // 4 sequences and 600 / 24 more are drawn, with 4 draws for each.
  const drawn = 4 * (4 + 25)
  expect(sent).toHaveLength(Math.min(100, longDrawn(1, drawn)))
  const lengths = drawnOf(1, drawn).map((one) => one.length)
  expect(lengths).toContain(24)
  expect(lengths).toContain(23)
})

test('an inconclusive sequence counts as one sample', async () => {
  const { end, sent } = await inMemory(unclear, { examples: 3 })
  expect(sent).toHaveLength(3)
  expect(String(end)).toContain('it hangs')
})

test('one conclusive sequence is enough, even if another was inconclusive', async () => {
  const first = await inMemory((happening) => (happening.before === 0 ? unclear() : undefined))
  expect([first.end, first.sent.length > 1]).toEqual(['done', true])
  const notRun = await inMemory(({ before }) => {
    if (before === 0) throw new NotRun('the budget is used up')
  })
  expect(notRun.end).toBe('done')
})

test('a bug of our own ends the check immediately', async () => {
  const ours = new TypeError('ours')
  const { end, sent } = await inMemory(({ before }) => {
    if (before === 1) throw ours
  })
  expect(end).toBe(ours)
  expect(sent).toHaveLength(2)
})

test('if a seed draws only short sequences, those are sent', async () => {
  const { end, sent } = await inMemory(unclear, { seed: 520, examples: 1 })
  expect(end).toBeInstanceOf(Inconclusive)
  expect(sent).toHaveLength(1)
})

/**
 * Returns a function that advances the clock after each sequence. The clock does not advance
 * otherwise.
 */
const slowly = (sequenceMs: number): (() => void) => {
  let now = 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return () => {
    now += sequenceMs
  }
}

test('no sequence begins after ten seconds', async () => {
  const { end, sent } = await inMemory(fine, { examples: 1_000, afterSequence: slowly(2_500) })
  expect(sent).toHaveLength(5)
  expect(end).toBe('done')
})

/** Expects three commands: the creation of the other stream, its new name, and the last read. */
const toldByThree = ({ message, detail }: PropertyFailure['failure']): void => {
  expect(message).toMatch(
    /^name of event stream \d differs from the result of the accepted updates: [^,]+ event stream \d, [^,]+ event stream \d, read event stream \d\.$/,
  )
  expect(detail.exchange?.request.body).toBe('{}')
}

test('a failure that only the last read shows is shrunk, without the command that fast-check keeps at the end', async () => {
  toldByThree(propertyFailure(await inMemory(renamesAll)).failure)
})

test('a slow machine makes the same number of attempts', async () => {
  const idle = await inMemory(renamesAll)
  const busy = await inMemory(renamesAll, { afterSequence: slowly(1_000) })
  toldByThree(propertyFailure(busy).failure)
  expect(busy.sent).toEqual(idle.sent)
})

/** Returns a fault that appears after this number of updates, in any sequence. */
const renamesAllAfter = (updates: number) => {
  const seen = { sequence: -1, updates: 0 }
  return (happening: Happening): void => {
    if (seen.sequence !== happening.before) Object.assign(seen, { sequence: happening.before, updates: 0 })
    seen.updates += 1
    if (seen.updates > updates)
      for (const [id, other] of happening.streams) happening.streams.set(id, { ...other, name: 'another' })
  }
}

test('shrinking ends after a hundred attempts', async () => {
  const found = await inMemory(renamesAllAfter(12))
  expect(propertyFailure(found).message).toContain('name of event stream')
  // The runs are: one finding, the attempts, and one run for each command that is left out.
  expect(found.sent.length).toBeGreaterThan(1 + 100)
  expect(found.sent.length).toBeLessThanOrEqual(1 + 100 + 40)
})

test('the path begins with the number of the sequence that failed', async () => {
  const lengths = drawnOf(1, 20).map((one) => one.length)
  const third = lengths.flatMap((length, index) => (length >= 24 ? [index] : []))[2]
  expect(third).toBeGreaterThan(2)
  const end = await inMemory((happening) => {
    if (happening.before >= 2) renamesAll(happening)
  })
  expect(propertyFailure(end).path).toMatch(new RegExp(`^${third}:`))
})

/** Prevents fast-check from shortening the sequence. */
const withoutShrinking = (): void => fc.configureGlobal({ endOnFailure: true })

test('unnecessary commands are removed even without time for shrinking', async () => {
  withoutShrinking()
  const found = await inMemory(renamesAll, { afterSequence: slowly(0) })
  const { failure, path } = propertyFailure(found)
  toldByThree(failure)
  const [drawn = []] = drawnOf(1, 1)
  // The runs are: one finding, one run by fast-check, and one run without each command.
  expect(found.sent).toHaveLength(2 + drawn.length)
  expect(path).toMatch(/^\d+ /)
})

test('no command is removed after thirty seconds', async () => {
  withoutShrinking()
  const { sent } = await inMemory(renamesAll, { afterSequence: slowly(8_000) })
  // The runs are: one finding, one run by fast-check, and runs at 0, 8, 16 and 24 seconds.
  expect(sent).toHaveLength(2 + 4)
})

test('an inconclusive shorter sequence does not count as failing', async () => {
  const end = await inMemory((happening) => {
    // The sequence is inconclusive twice, and then every second time.
    if (happening.before > 1 && happening.before % 2 === 0) unclear()
    renamesAll(happening)
  })
  const { failure, path } = propertyFailure(end)
  expect(failure.message).toMatch(/^name of event stream/)
  expect(path).toMatch(/^\d+:/)
})

test('after a bug of our own during shrinking the sequence is reported as found', async () => {
  const { failure, path } = propertyFailure(
    await inMemory((happening) => {
      if (happening.before >= 2) throw new TypeError('ours')
      renamesAll(happening)
    }),
  )
  expect(path).toMatch(/^\d+$/)
  expect(failure.message).toMatch(/^name of event stream/)
})

test('a bug of our own while commands are removed is reported', async () => {
  withoutShrinking()
  const ours = new TypeError('ours')
  const { end } = await inMemory((happening) => {
    if (happening.before >= 2) throw ours
    renamesAll(happening)
  })
  expect(end).toBe(ours)
})
