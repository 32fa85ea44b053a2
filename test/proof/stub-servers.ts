// Runs against stub servers. Each run must end, and no clause may pass.
import { expect } from 'vitest'
import { conformance } from '../../src/library/conformance.ts'
import { startStub } from '../../src/tenant/index.ts'

// These stubs can satisfy clauses about the form of a response.
export const mayPassForm: readonly string[] = ['echo', 'canned-answer', 'echo-with-id']

const environment = {
  TENANT_ACCESS_TOKEN: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWduYXR1cmU',
  TENANT_LIMITED_ACCESS_TOKEN: 'limited-opaque-token',
  TENANT_NON_GLOBAL_ACCESS_TOKEN: 'non-global-opaque-token',
  TENANT_PROFILE: 'reference',
  TENANT_RATE_LIMIT_POLICY_IDS: 'policy-1,policy-2,policy-3',
}

export async function holdStub(name: string): Promise<void> {
  const stub = await startStub(name)
  try {
    const report = await conformance({
      depth: 'default',
      baseUrl: stub.baseUrl,
      environment,
      timeoutMs: 2_000,
      examples: 4,
    })
    const passed = report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
    expect(report.summary.error).toBe(0)
    if (mayPassForm.includes(name)) expect(report.outcome).toBe('non-conformant')
    else {
      expect(passed).toEqual([])
      expect(report.outcome).not.toBe('conformant')
    }
    // Each reason must contain words.
    for (const { verdict, reason } of report.clauses)
      if (verdict === 'inconclusive' || verdict === 'not-run') expect(reason).toMatch(/\w{3}/)
  } finally {
    await stub.close()
  }
}
