// Tests a tenant that can store only a few resources. The run must not report a failure, and must leave no
// resources.
// @module-tag whole
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { type Fate, passOn, startFaultProxy } from '../fault-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Refuses creations while the tenant stores `max` resources. */
const holding = (max: number, count: () => number): ((passage: { method: string; path: string }) => Fate) => {
  let underWay = 0
  return ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/event-streams')) return passOn
    if (count() + underWay >= max)
      return ({ write }) => {
        const body = '{"message":"no more streams"}'
        return write(
          `HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      }
    underWay += 1
    return async (passage) => {
      await passOn(passage)
      underWay -= 1
    }
  }
}

test('with room for three streams every clause has a verdict, and none fails', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const proxy = await startFaultProxy(
    tenant.baseUrl,
    holding(3, () => tenant.inspect().streams.length),
  )
  closing.push(() => proxy.close())
  const report = await conformance({
    environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
    only: ['event-streams.update.*'],
    examples: 1,
    seed: 1,
  })
  expect(proxy.faults).toBeGreaterThan(3)
  expect(report.notes.join()).toContain('stores about 3 resources of the run')
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-run')
  expect(open.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  expect(report.resources.leaked).toEqual([])
  expect(tenant.inspect().streams).toEqual([])
}, 120_000)
