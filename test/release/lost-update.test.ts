// Tests that the clause about forms does not fail if the network loses a change of the state.
import { expect, test } from 'vitest'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { startTamperingProxy } from '../tampering-proxy.ts'

const clause = 'event-streams.update.form-body'
const lostMax = 10

/**
 * Returns the verdict of a run in which the change with this number is lost. Returns null if the run sends
 * fewer changes.
 */
async function verdictWithout(number: number): Promise<string | null> {
  const tenant = await startTenant()
  let seen = 0
  const proxy = await startTamperingProxy(
    tenant.baseUrl,
    (_, answer) => answer,
    ({ method, body }) => {
      if (method === 'PATCH' && /^\{"status":"\w+"\}$/.test(body)) seen += 1
      else return null
      return seen === number ? { status: 503 } : null
    },
  )
  try {
    const report = await conformance({
      depth: 'default',
      environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
      only: [clause],
      examples: 2,
      seed: 3,
    })
    const verdict = report.clauses.find(({ id }) => id === clause)?.verdict ?? 'none'
    return seen < number ? null : verdict
  } finally {
    await proxy.close()
    await tenant.close()
  }
}

test.concurrent.each(Array.from({ length: lostMax }, (_, index) => index + 1))(
  'change %i of a state is lost',
  async (number) => {
    expect(await verdictWithout(number)).not.toBe('fail')
  },
)

test('changes of a state are sent', async () => {
  expect(await verdictWithout(1)).not.toBeNull()
})
