// Tests that sequences of updates find and shrink faults, and that a conforming tenant does not fail.
import { expect, test } from 'vitest'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant, type TenantOptions } from '../../src/tenant/index.ts'
import { type Asked, type Refused, startTamperingProxy } from '../tampering-proxy.ts'

const clause = 'event-streams.update.any-sequence'

const judged = async (
  options: TenantOptions,
  seed: number,
  variables: Readonly<Record<string, string>> = {},
) => {
  const tenant = await startTenant(options)
  try {
    const report = await conformance({
      depth: 'default',
      baseUrl: tenant.baseUrl,
      environment: { ...tenant.environment, ...variables },
      only: [clause],
      seed,
    })
    const found = report.clauses.find(({ id }) => id === clause)
    if (found === undefined) throw new Error(`${clause} was not judged`)
    return {
      ...found,
      traffic: report.traffic,
      leaked: report.resources.leaked,
      left: tenant.inspect().streams,
    }
  } finally {
    await tenant.close()
  }
}

test('the reference tenant passes with enough evidence and a limited number of requests', async () => {
  const { verdict, evidence, traffic, left } = await judged({}, 1)
  expect(verdict).toBe('pass')
  expect(evidence).toBeGreaterThan(40)
  expect(traffic.requests).toBeLessThan(190)
  expect(left).toEqual([])
})

/** Returns the lines with requests. Skips the shell functions. */
const requestsOf = (lines = ''): readonly string[] =>
  lines.split('\n').filter((line) => !/^\w+\(\) \{/.test(line))

const deep: readonly (readonly [fault: string, steps: number])[] = [
  ['update-enabling-undoes-what-changed-meanwhile', 4],
  ['update-refused-name-comes-with-next-update', 3],
  ['update-toggle-after-two-renamings-takes-first-name', 4],
  ['update-renaming-enables', 3],
  ['update-name-lost-beside-state', 2],
  ['update-previous-stream-disabled', 5],
]

test.each(deep)('finds %s, and shrinks to %i requests or fewer', async (fault, steps) => {
  for (const seed of [1, 2]) {
    const { verdict, failures, left } = await judged({ faults: [fault] }, seed)
    expect(verdict).toBe('fail')
    // The report shows the complete sequence, even if it is long.
    expect(requestsOf(failures[0]?.curl).slice(steps)).toEqual([])
    expect(left).toEqual([])
  }
})

interface Twin {
  readonly name: string
  readonly options: TenantOptions
  readonly variables?: Readonly<Record<string, string>>
  readonly verdict?: string
}

const twins: readonly Twin[] = [
  { name: 'like the public vendor', options: { like: 'auth0' } },
  {
    // Another clause judges the name of the field.
    name: 'another state field than its profile names',
    options: { variation: { stateField: 'forwarding' } },
    verdict: 'inconclusive',
  },
  {
    name: 'a state field that no profile names',
    options: { variation: { stateField: 'forwarding' } },
    variables: { TENANT_PROFILE: '' },
  },
  {
    name: 'nothing declared, so that one event type is known',
    options: {},
    variables: { TENANT_PROFILE: '' },
  },
  {
    name: 'refuses what it does not know, answers in problem details',
    options: { variation: { unknownMembers: 'refused', errorBody: 'problem', invalidBodyStatus: 422 } },
  },
  {
    name: 'whole seconds, updated_at moves always, members sorted, further ones',
    options: {
      variation: {
        timestampDecimals: 0,
        emptyUpdateMovesUpdatedAt: true,
        memberOrder: 'sorted',
        furtherMembers: true,
        initialState: 'disabled',
      },
    },
  },
  {
    name: 'validates before it authenticates',
    options: { variation: { order: 'validation-first', emptySubscriptions: 'kept' } },
  },
]

test.each(twins)(
  'a conforming tenant fails no clause: $name',
  async ({ options, variables, verdict = 'pass' }) => {
    const found = await judged(options, 5, variables)
    expect(found.failures).toEqual([])
    expect(found.verdict).toBe(verdict)
  },
)

/** Starts a proxy that can refuse updates, depending on the states of the streams. */
const refusing = async (refuse: (asked: Asked, states: ReadonlyMap<string, string>) => Refused | null) => {
  const tenant = await startTenant()
  const states = new Map<string, string>()
  const proxy = await startTamperingProxy(
    tenant.baseUrl,
    (_, answer) => {
      const [, id = ''] = /"id":"(es[^"]+)"/.exec(answer) ?? []
      const [, state = ''] = /"status":"(\w+)"/.exec(answer) ?? []
      states.set(id, state)
      return answer
    },
    (asked) => (asked.method === 'PATCH' ? refuse(asked, states) : null),
  )
  try {
    const report = await conformance({
      depth: 'default',
      baseUrl: proxy.baseUrl,
      environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl },
      only: [clause],
      seed: 3,
    })
    return report.clauses.find(({ id }) => id === clause)
  } finally {
    await proxy.close()
    await tenant.close()
  }
}

const stateOf = ({ path }: Asked, states: ReadonlyMap<string, string>): string | undefined =>
  states.get(path.split('/').at(-1) ?? '')

test('a refusal that depends on earlier updates of a stream is a failure, and the report shows a stream that accepts the update', async () => {
  const judged = await refusing((asked, states) =>
    asked.body.includes('"name"') && stateOf(asked, states) === 'disabled' ? { status: 400 } : null,
  )
  expect(judged?.verdict).toBe('fail')
  expect(judged?.failures[0]?.message).toContain('refused an update that it accepts for a new event stream')
  expect(judged?.failures[0]?.control?.response?.status).toBe(200)
  expect(requestsOf(judged?.failures[0]?.curl).slice(3)).toEqual([])
})

test('a tenant may refuse updates that change nothing, and may respond with a conflict', async () => {
  for (const status of [400, 409, 422]) {
    const judged = await refusing((asked, states) =>
      asked.body === `{"status":"${stateOf(asked, states)}"}` ? { status } : null,
    )
    expect(judged?.verdict).toBe('pass')
  }
  expect(
    await refusing(({ body }) => (body.includes('"destination"') ? { status: 422 } : null)),
  ).toMatchObject({
    verdict: 'pass',
  })
  expect(await refusing(() => ({ status: 409 }))).toMatchObject({ verdict: 'inconclusive' })
})
