// Sequences of updates: what only a sequence shows is found and shown by the shortest one; no conforming tenant is blamed.
import { expect, test } from 'vitest'
import { conformance } from '../src/conformance.ts'
import { startTenant, type TenantOptions } from '../src/tenant/index.ts'

const clause = 'event-streams.update.any-sequence'

const judged = async (
  options: TenantOptions,
  seed: number,
  variables: Readonly<Record<string, string>> = {},
) => {
  const tenant = await startTenant(options)
  try {
    const report = await conformance({
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

test('the reference tenant passes with enough evidence and a bounded number of requests', async () => {
  const { verdict, evidence, traffic, left } = await judged({}, 1)
  expect(verdict).toBe('pass')
  expect(evidence).toBeGreaterThan(40)
  expect(traffic.requests).toBeLessThan(160)
  expect(left).toEqual([])
})

const deep: readonly (readonly [fault: string, steps: number])[] = [
  ['update-enabling-undoes-what-changed-meanwhile', 4],
  ['update-refused-name-comes-with-next-update', 3],
  ['update-toggle-after-two-renamings-takes-first-name', 4],
  ['update-renaming-enables', 3],
  ['update-name-lost-beside-state', 2],
  ['update-previous-stream-disabled', 5],
]

test.each(deep)('%s is found, and shrinks to %i requests or fewer', async (fault, steps) => {
  for (const seed of [1, 2]) {
    const { verdict, failures, left } = await judged({ faults: [fault] }, seed)
    expect(verdict).toBe('fail')
    expect(failures[0]?.curl.split('\n').length).toBeLessThanOrEqual(steps)
    expect(left).toEqual([])
  }
})

const twins: readonly (readonly [
  name: string,
  options: TenantOptions,
  variables?: Readonly<Record<string, string>>,
])[] = [
  ['like the public vendor', { like: 'auth0' }],
  ['another state field', { variation: { stateField: 'forwarding' } }],
  [
    'a state field that no profile names',
    { variation: { stateField: 'forwarding' } },
    { TENANT_PROFILE: '' },
  ],
  ['nothing declared, so that one event type is known', {}, { TENANT_PROFILE: '' }],
  [
    'refuses what it does not know, answers in problem details',
    { variation: { unknownMembers: 'refused', errorBody: 'problem', invalidBodyStatus: 422 } },
  ],
  [
    'whole seconds, updated_at moves always, members sorted, further ones',
    {
      variation: {
        timestampDecimals: 0,
        emptyUpdateMovesUpdatedAt: true,
        memberOrder: 'sorted',
        furtherMembers: true,
        initialState: 'disabled',
      },
    },
  ],
  [
    'validates before it authenticates',
    { variation: { order: 'validation-first', emptySubscriptions: 'kept' } },
  ],
]

test.each(twins)('a conforming tenant is not blamed: %s', async (_, options, variables) => {
  const { verdict, failures } = await judged(options, 5, variables)
  expect(failures).toEqual([])
  expect(verdict).toBe('pass')
})
