// Tests that verdicts depend neither on the order of checks nor on the seed.
import { expect, test } from 'vitest'
import { type ConformanceOptions, conformance } from '../../src/library/conformance.ts'
import type { Report } from '../../src/report/index.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { startTamperingProxy } from '../tampering-proxy.ts'

const verdictsOf = ({ clauses }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]))

const run = (options: ConformanceOptions): Promise<Report> =>
  conformance({ depth: 'default', environment: {}, examples: 2, ...options })

/**
 * Returns the verdicts in the listed order and in two random orders. The runs do not share the processor,
 * because a run that is too slow to exceed the rate limit cannot judge `any.rate-limit-harmless`.
 */
const inAllOrders = async (options: ConformanceOptions): Promise<Readonly<Record<string, string>>[]> => {
  const all = [verdictsOf(await run({ ...options, seed: 0 }))]
  for (const seed of [1, 20]) all.push(verdictsOf(await run({ ...options, seed, order: 'shuffled' })))
  return all
}

test('the reference tenant passes for any order and seed', async () => {
  const [listed = {}, ...shuffled] = await inAllOrders({})
  expect(new Set(Object.values(listed))).toEqual(new Set(['pass', 'not-applicable']))
  for (const verdicts of shuffled) expect(verdicts).toEqual(listed)
})

test('a faulty tenant fails the same clauses for any order and seed', async () => {
  const faults = ['update-name-composed', 'update-renaming-disables', 'create-created-at-epoch']
  const only = ['event-streams.']
  const [listed = {}, ...shuffled] = await inAllOrders({ faults, only })
  expect(listed).toMatchObject({
    'event-streams.update.text-exact': 'fail',
    'event-streams.update.rest-unchanged': 'fail',
    'event-streams.create.returned-timestamps': 'fail',
  })
  for (const verdicts of shuffled) expect(verdicts).toEqual(listed)
})

test('the seed decides the order', async () => {
  const order = async (options: ConformanceOptions): Promise<string> => {
    const sent: string[] = []
    await run({
      ...options,
      only: ['phone-templates.update.'],
      concurrency: 1,
      onEvent: (event) => {
        // Skips 429 responses, because they depend on time.
        if (event.type !== 'exchange' || event.exchange.operation !== 'phone-templates.update') return
        const { request, principal, response } = event.exchange
        if (response?.status !== 429) sent.push(`${request.method} ${principal}`)
      },
    })
    return sent.join()
  }
  const first = await order({ seed: 1, order: 'shuffled' })
  expect(await order({ seed: 1, order: 'shuffled' })).toBe(first)
  expect(await order({ seed: 2, order: 'shuffled' })).not.toBe(first)
})

test('a failure that does not repeat stays a failure and says so', async () => {
  const tenant = await startTenant()
  // The proxy changes only the response to the first request with two event types.
  let lies = 0
  const proxy = await startTamperingProxy(tenant.baseUrl, ({ method, body }, answer) => {
    if (method !== 'POST' || lies > 0 || !/"event_type".*"event_type"/.test(body)) return answer
    lies += 1
    return answer.replace(/"event_type":"[^"]*"/, '"event_type":"some.other"')
  })
  try {
    const clause = 'event-streams.create.subscriptions-as-sent'
    const report = await conformance({
      depth: 'default',
      baseUrl: proxy.baseUrl,
      environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl },
      only: [clause],
      seed: 1,
    })
    const judged = report.clauses.find(({ id }) => id === clause)
    expect(lies).toBe(1)
    expect(judged?.verdict).toBe('fail')
    expect(judged?.failures[0]?.message).toContain('The result is unstable: the check failed 1 of 2 times.')
    expect(report.outcome).toBe('non-conformant')
  } finally {
    await proxy.close()
    await tenant.close()
  }
})
