// Event deliveries, the quick part: what a plain tenant shows, and a few faults; all manners and faults: test/release.
import { expect, test } from 'vitest'
import { conformance, type Profile, type Report } from '../../src/index.ts'
import { type Fault, faults, type Manner, startDeliveringTenant } from './delivering-tenant.ts'

const profile: Profile = {
  name: 'delivering',
  eventStream: { forwardingStateField: 'status', eventTypes: ['user.created', 'user.updated'] },
  fixtures: {
    deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' },
    triggerEvent: { method: 'POST', path: '/event-streams/{id}/test', body: { event_type: '{eventType}' } },
  },
  delivery: { trigger: { scope: 'stream', raises: 'event' } },
}

const check = async (manner: Manner): Promise<Report> => {
  const tenant = await startDeliveringTenant(manner)
  try {
    return await conformance({
      baseUrl: tenant.baseUrl,
      profile,
      only: ['any.event'],
      environment: { TENANT_ACCESS_TOKEN: 'no-jwt-is-needed-here' },
    })
  } finally {
    await tenant.close()
  }
}

const failed = (report: Report): readonly string[] =>
  report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

test.concurrent('a plain tenant fails nothing, and leaves nothing behind', async () => {
  const report = await check({ retriesMs: [100, 200] })
  expect(failed(report)).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10)
  expect(report.resources.leaked).toEqual([])
})

test.concurrent.each<Fault>(['not-subscribed', 'when-disabled', 'old-subscriptions', 'both-endpoints'])(
  'the fault %s fails its own clause and nothing else',
  async (fault) => {
    expect(failed(await check({ fault }))).toEqual([faults[fault]])
  },
)
