// Sequences of updates against the reference tenant: a faulty one is found and shrunk, a conforming one is not blamed.
import { expect, test } from 'vitest'
import { startLiar } from '../../test/liar.ts'
import { closeAfterTest } from '../client/loopback.testing.ts'
import { Inconclusive } from '../oracle/index.ts'
import { startTenant, type Tenant, type TenantOptions } from '../tenant/index.ts'
import type { RunConfig } from './config.ts'
import { PropertyFailure } from './for-all.ts'
import { checkSequences } from './model-sequence.ts'
import { type Attempted, configOf, profile, type Setting, settingOf, testerIn } from './setting.testing.ts'

type Tried = Attempted & Setting & { readonly tenant: Tenant; readonly end: unknown }

// Nothing is waited for, and no request meets a connection that the tenant is just closing.
const calm: TenantOptions = {
  rateLimit: { burst: 10_000, perSecond: 10_000 },
  variation: { connection: 'close' },
}

/** What the check ends with at such a tenant. */
async function tried(
  options: TenantOptions,
  { config = {}, seed = 1, through = async (baseUrl: string) => baseUrl }: Trial = {},
): Promise<Tried> {
  const tenant = await startTenant({ ...calm, ...options })
  closeAfterTest(() => tenant.close())
  const baseUrl = await through(tenant.baseUrl)
  const setting = settingOf(configOf({ baseUrl, ...config }, tenant.environment.TENANT_ACCESS_TOKEN))
  const attempted = testerIn(setting, { seed })
  const end = await checkSequences(attempted.tester).then(
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

/** The streams of the sequences are gone; those of calibration are the run's to remove. */
const leftOf = ({ tenant, session }: Tried): number =>
  tenant.inspect().streams.filter(({ id }) => !session.shared.includes(id)).length

test('a conforming tenant passes, with as much evidence as samples ask for, and nothing is left', async () => {
  const few = await tried({}, { config: { examples: 5 } })
  const many = await tried({}, { config: { examples: 15 } })
  for (const one of [few, many]) {
    expect(one.end).toBeNull()
    expect(one.doubts).toEqual([])
    expect(leftOf(one)).toBe(0)
  }
  // One sequence, of 24 commands at least, is more than five samples ask for.
  expect(few.evidence.length).toBeGreaterThan(15)
  expect(updatesOf(few)).toBeLessThan(70)
  // Four requests for each sample, and no sequence more than that takes.
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
])('%s is found, and shrinks to the shortest sequence that shows it', async (fault, steps) => {
  const one = await tried({ faults: [fault] })
  const { end } = one
  if (!(end instanceof PropertyFailure)) throw new Error(`not found: ${String(end)}`)
  expect(end.message).toMatch(/^\w+ of stream \d is not what the accepted updates made of it: .+\.$/)
  expect(end.failure.detail.steps?.length).toBeLessThanOrEqual(steps)
  // The sample, and fast-check's path to its shortest form, with the commands that were left in it.
  expect(end.path).toMatch(/^\d+(?::\d+)+ \S+:\S+$/)
  expect(leftOf(one)).toBe(0)
})

test('where streams can not be removed the sequence is shown as it was found', async () => {
  const { fixtures: _, ...declared } = profile
  const one = await tried({ faults: ['update-renaming-enables'] }, { config: { profile: declared } })
  if (!(one.end instanceof PropertyFailure)) throw new Error(`not found: ${String(one.end)}`)
  expect(one.end.path).toMatch(/^\d+$/)
  expect(one.end.failure.detail.steps?.length).toBeGreaterThan(1)
  // Three streams of the sequence at most: it was not tried again.
  expect(leftOf(one)).toBeLessThanOrEqual(4)
})

test('a failure that does not repeat is shown as it was found', async () => {
  let renamings = 0
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const liar = await startLiar(baseUrl, ({ method, body }, answer) => {
          const shown = method === 'PATCH' && answer.includes('"id"')
          if (!shown || !/^\{"name":"tc-[^"]*"\}$/.test(body)) return answer
          renamings += 1
          // Once, and not the first, which is calibration's.
          return renamings === 2 ? answer.replace(/"name":"[^"]*"/, '"name":"another"') : answer
        })
        closeAfterTest(() => liar.close())
        return liar.baseUrl
      },
    },
  )
  if (!(one.end instanceof PropertyFailure)) throw new Error(`not found: ${String(one.end)}`)
  expect(one.end.path).toMatch(/^\d+$/)
  expect(one.end.message).toContain('name of stream')
  expect(one.end.failure.detail.received).toBe('"another"')
})

test('a tenant that refuses what would change nothing is not blamed', async () => {
  const states = new Map<string, string>()
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const liar = await startLiar(
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
        closeAfterTest(() => liar.close())
        return liar.baseUrl
      },
    },
  )
  expect(one.end).toBeNull()
})

test('what can not be tried is told by the first reason, and ours is ours', async () => {
  const one = await tried(
    {},
    {
      through: async (baseUrl) => {
        const liar = await startLiar(
          baseUrl,
          (_, answer) => answer,
          ({ method }) => (method === 'POST' ? { status: 400 } : null),
        )
        closeAfterTest(() => liar.close())
        return liar.baseUrl
      },
    },
  )
  expect(one.end).toBeInstanceOf(Inconclusive)
  expect(String(one.end)).toContain('no event stream could be made: 400')
  expect(updatesOf(one)).toBe(0)
  const { tester } = testerIn(one)
  const ours = new TypeError('ours')
  const broken = {
    ...tester,
    existing: { ...tester.existing, stream: () => Promise.reject(ours) },
  }
  await expect(checkSequences(broken)).rejects.toBe(ours)
})
