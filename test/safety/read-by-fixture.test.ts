// Tests a tenant that refuses empty updates. For this reason, a fixture reads the streams.
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { startTamperingProxy } from '../tampering-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const only = [
  'phone-templates.update.other-kinds-unchanged',
  'rate-limit-policies.delete.other-kinds-unchanged',
]

const verdicts = async (faults: readonly string[]): Promise<readonly string[]> => {
  const tenant = await startTenant({ faults })
  closing.push(() => tenant.close())
  const proxy = await startTamperingProxy(
    tenant.baseUrl,
    (_, answer) => answer,
    ({ method, body }) => (method === 'PATCH' && body === '{}' ? { status: 400 } : null),
  )
  closing.push(() => proxy.close())
  const report = await conformance({
    environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
    ...{ only, examples: 1, seed: 1 },
  })
  return only.map((id) => report.clauses.find((clause) => clause.id === id)?.verdict ?? 'none')
}

test('a tenant that refuses the empty update does not fail a clause of another operation for it', async () => {
  expect(await verdicts([])).toEqual(['pass', 'pass'])
})

test('the fixture also misses a stream that really disappears', async () => {
  const [, deletion] = await verdicts(['delete-removes-a-stream'])
  expect(deletion).toBe('fail')
})
