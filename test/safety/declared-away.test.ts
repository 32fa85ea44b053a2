// Tests a profile that disables an operation although the tenant has this operation. A failure of this
// operation counts.
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { passOn, startFaultProxy } from '../fault-proxy.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * @param statuses one status for each response; the last one is for all later responses; for null, the
 * proxy passes the tenant's response on
 */
async function verdictWith(operation: string, pattern: RegExp, statuses: readonly (number | null)[]) {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  let count = 0
  const proxy = await startFaultProxy(tenant.baseUrl, ({ method, path }) => {
    const status = pattern.test(`${method} ${path}`) ? statuses[Math.min(count++, statuses.length - 1)] : null
    return status == null
      ? passOn
      : ({ write }) =>
          write(`HTTP/1.1 ${status} Answer\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`)
  })
  closing.push(() => proxy.close())
  const { outcome, clauses } = await conformance({
    environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
    profile: { name: 'acme', operations: { [operation]: { supported: false } } },
    only: [`${operation}.accepts`, 'any.bearer-token'],
    depth: 'quick',
  })
  const { verdict, reason, origin } = clauses.find(({ id }) => id === `${operation}.accepts`) ?? {}
  return { outcome, verdict, reason, origin, asked: count }
}

const reads = ['custom-signing-keys.get', /^GET .*\/keys\/custom-signing$/] as const
const deletes = ['rate-limit-policies.delete', /^DELETE .*\/rate-limit-policies\//] as const

test.each([
  ['is served', [null], 200],
  ['is answered with 500', [500], 500],
] as const)('a read that %s exists', async (_, statuses, status) => {
  expect(await verdictWith(...reads, statuses)).toMatchObject({
    outcome: 'incomplete',
    verdict: 'inconclusive',
    reason: `the profile says that custom-signing-keys.get is not supported, but GET /keys/custom-signing got ${status}: declare the operation as supported`,
    origin: 'tenant',
  })
})

test.each([
  ['unknown', [404]],
  ['not implemented', [501]],
  ['not allowed', [405]],
  ['not in the plan', [403]],
  ['unknown, after a gateway failed once', [502, 404]],
] as const)('a read that is %s does not exist', async (_, statuses) => {
  const { verdict, asked } = await verdictWith(...reads, statuses)
  expect(verdict).toBe('not-applicable')
  expect(asked).toBeGreaterThan(0)
})

test.each([
  [[204], 'inconclusive'],
  [[404], 'not-applicable'],
] as const)('a deletion of an unknown id that gets %j is %s', async (statuses, verdict) => {
  expect((await verdictWith(...deletes, statuses)).verdict).toBe(verdict)
})
