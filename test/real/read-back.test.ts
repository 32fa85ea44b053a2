// What a run sends it can read when it comes back, from a tenant that keeps and shows all that it is sent.
import { expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'

test('a tenant that keeps unknown members is judged in full, and nothing is left behind', async () => {
  const variation = { unknownMembers: 'kept' } as const
  const tenant = await startTenant({ variation })
  try {
    const ids = ['event-streams.*.strange-request', 'event-streams.*.accepts']
    const report = await conformance({ environment: tenant.environment, only: ids, seed: 7, depth: 'deep' })
    const open = report.clauses.filter(
      ({ verdict }) => !['pass', 'not-applicable', 'out-of-scope'].includes(verdict),
    )
    expect(open.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(open.filter(({ reason }) => /answers with more than/.test(reason))).toEqual([])
    expect(report.resources.leaked).toEqual([])
    expect(tenant.inspect().streams).toEqual([])
    const strange = report.clauses.find(({ id }) => id === 'event-streams.create.strange-request')
    expect(strange?.verdict).toBe('pass')
  } finally {
    await tenant.close()
  }
})
