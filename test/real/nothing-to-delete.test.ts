// Tests a run without a policy that it may delete. If the tenant refuses a deletion, this proves nothing.
// If the tenant accepts the deletion, the clause fails.
import { expect, test } from 'vitest'
import { conformance } from '../../src/index.ts'
import { startTenant } from '../../src/tenant/index.ts'

test.each([
  [[], 'not-run'],
  [['delete-unknown-204'], 'fail'],
  // The clause has no verdict, because the tenant may return 400 only because of the form of the id.
  [['delete-unknown-400'], 'not-run'],
])('%j: %s', async (faults, verdict) => {
  const { environment, close } = await startTenant({ faults })
  try {
    const { TENANT_BASE_URL: baseUrl, TENANT_ACCESS_TOKEN } = environment
    const only = ['rate-limit-policies.delete.unknown-404']
    const report = await conformance({
      depth: 'default',
      baseUrl,
      environment: { TENANT_ACCESS_TOKEN },
      only,
    })
    expect(report.clauses.find(({ id }) => id === only[0])?.verdict).toBe(verdict)
    expect(report.resources.created).toEqual([])
  } finally {
    await close()
  }
})
