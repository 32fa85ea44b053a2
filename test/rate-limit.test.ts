// Tests deletions that exceed the rate limit, for different limits.
// @module-tag whole
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../src/index.ts'
import { type Fate, gatewayPage, startFaultProxy } from './fault-proxy.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

// A burst consists of groups of 16 parallel requests. A limit of 13 ends within the first group, and a
// limit of 16 ends with it.
test.each([13, 16])('a deletion is refused beyond a limit of %i requests', async (burst) => {
  const rateLimits = { 'rate-limit-policies.delete': { burst, perSecond: 1 } }
  const { baseUrl, environment, close } = await startTenant({ variation: { rateLimits } })
  closing.push(close)
  const only = ['any.rate-limit-harmless']
  const report = await conformance({ baseUrl, environment, depth: 'default', only, seed: 1 })
  expect(report.clauses.find(({ id }) => id === only[0])).toMatchObject({ verdict: 'pass' })
})

// A run sends this number of requests only if the headers show that the limit is near.
test('reaches a limit of 450 requests that the headers show', async () => {
  const { baseUrl, environment, close } = await startTenant({ rateLimit: { burst: 450, perSecond: 20 } })
  closing.push(close)
  const only = ['any.rate-limit-headers', 'any.rate-limit-numbers', 'any.rate-limit-status']
  const report = await conformance({ baseUrl, environment, depth: 'default', only, seed: 1 })
  for (const id of only)
    expect(report.clauses.find((one) => one.id === id)).toMatchObject({ verdict: 'pass' })
})

test('an occasional 503 does not count as a refusal because of the rate', async () => {
  const { baseUrl, environment, close } = await startTenant({ rateLimit: { burst: 1e6, perSecond: 1e6 } })
  closing.push(close)
  // Returns the response without its rate-limit headers.
  const silent: Fate = async ({ forward, write }) =>
    write((await forward()).toString('latin1').replace(/^x-ratelimit-[^\n]*\n/gim, ''))
  const unavailable: Fate = ({ write }) => write(gatewayPage(503))
  const proxy = await startFaultProxy(baseUrl, ({ number }) => (number % 40 === 0 ? unavailable : silent))
  closing.push(() => proxy.close())
  const only = ['any.rate-limit-status']
  const report = await conformance({
    baseUrl: proxy.baseUrl,
    environment,
    depth: 'default',
    only,
    seed: 1,
  })
  expect(report.clauses.find(({ id }) => id === only[0])?.verdict).not.toBe('fail')
})
