// Tests a few faults of the network path. The file test/release/path.test.ts tests many faults.
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { type Fate, gatewayPage, passOn, startFaultProxy } from '../fault-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const fates: readonly Fate[] = [
  ({ socket }) => socket.resetAndDestroy(),
  async ({ forward, socket }) => {
    await forward()
    socket.resetAndDestroy()
  },
  async ({ forward, write, socket }) => {
    const raw = await forward()
    await write(raw.subarray(0, raw.length >> 1))
    socket.end()
  },
  async ({ forward, write }) => {
    await forward()
    await write(gatewayPage(502))
  },
]

test('resets, cut bodies and pages of gateways fail no clause, and nothing is left', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const proxy = await startFaultProxy(
    tenant.baseUrl,
    ({ number }) => (number > 20 && number % 7 === 0 ? fates[(number / 7) % fates.length] : null) ?? passOn,
  )
  closing.push(() => proxy.close())
  const report = await conformance({
    depth: 'default',
    environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
    only: ['event-streams.create.name'],
    examples: 1,
    seed: 1,
  })
  expect(proxy.faults).toBeGreaterThan(5)
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0)
  expect(report.resources.leaked).toEqual([])
  expect(tenant.inspect().streams).toEqual([])
})
