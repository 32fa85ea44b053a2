// Runs the checks of deliveries against the tenant of delivering-tenant.ts.
import { type ConformanceOptions, conformance, type Profile, type Report } from '../../src/index.ts'
import { startDeliveringTenant } from './delivering-tenant.ts'
import type { Manner } from './manner.ts'

export const credential = 'throw-away-credential-of-these-tests'

export const profile = {
  name: 'delivering',
  eventStream: {
    forwardingStateField: 'status',
    eventTypes: ['user.created', 'user.updated'],
    webhookCredentials: { password: credential },
    webhookEndpoint: 'https://receiver.tenant.example/events',
  },
  fixtures: {
    deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' },
    triggerEvent: { method: 'POST', path: '/event-streams/{id}/test', body: { event_type: '{eventType}' } },
  },
  delivery: { trigger: { scope: 'stream', raises: 'event' } },
} satisfies Profile

export async function check(manner: Manner, options: ConformanceOptions = {}): Promise<Report> {
  const tenant = await startDeliveringTenant(manner)
  try {
    return await conformance({
      depth: 'default',
      baseUrl: tenant.baseUrl,
      profile,
      only: ['any.event'],
      environment: { TENANT_ACCESS_TOKEN: 'no-jwt-is-needed-here' },
      ...options,
    })
  } finally {
    await tenant.close()
  }
}

export const failed = (report: Report): string[] =>
  report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
