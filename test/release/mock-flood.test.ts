// Tests that a mock stays within its limits when many requests arrive.
import { expect, test } from 'vitest'
import { pageLimits } from '../../src/mock/front/page.ts'
import { startMock } from '../../src/mock/index.ts'
import { ask } from '../../src/mock/raw-request.testing.ts'
import { storedLimits } from '../../src/tenant/index.ts'

test('after a flood, the mock stores a limited number of bytes, and its page is short', async () => {
  const mock = await startMock({ port: 0, adminPort: 0, faults: [], onMessage: () => undefined })
  const call = (method: string, path: string, body: object | null = null) =>
    ask(mock.tenant.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${mock.environment.TENANT_ACCESS_TOKEN}`,
        'content-type': 'application/json',
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
  const large = { text: 'x'.repeat(900_000) }
  const statuses: number[] = []
  // This number of requests exceeds the limit of stored bytes.
  const count = Math.ceil(storedLimits.bytesMax / 900_000) + 5
  for (let index = 0; index < count; index += 1)
    statuses.push((await call('POST', '/rate-limit-policies', large)).status)
  expect([...new Set(statuses)]).toEqual([201, 409])
  expect(statuses.lastIndexOf(201)).toBeLessThan(statuses.indexOf(409))
  const [oldest] = mock.tenant.inspect().policies
  expect((await call('DELETE', `/rate-limit-policies/${oldest?.id}`)).status).toBe(204)
  expect((await call('POST', '/rate-limit-policies', large)).status).toBe(201)
  for (let index = 0; index < 300; index += 1)
    await ask(`${mock.tenant.baseUrl}/${'y'.repeat(5_000)}${index}`)
  const { text } = await ask(mock.pageUrl)
  expect(text.match(/<tr>/g)?.length).toBeLessThan(2 * pageLimits.rowsMax + pageLimits.requestsMax + 10)
  expect(text.length).toBeLessThan(200_000)
  expect(text).toContain(`${pageLimits.requestsMax} of`)
  const { text: requests } = await ask(`${mock.adminUrl}/requests?last=1000`)
  expect(requests.length).toBeLessThan(16_777_216)
  await mock.close()
})
