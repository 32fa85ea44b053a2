// Tests the write modes: the allowed requests, and the plan.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, type Report, startTenant } from '../../src/index.ts'
import type { Profile } from '../../src/profile/index.ts'
import { loadProfile } from '../../src/profile/index.ts'
import { give, pass, textOf } from '../forward.ts'

interface Recorded {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly authorization: string | undefined
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a tenant behind a proxy that records the requests. */
const recording = async () => {
  const tenant = await startTenant()
  const requests: Recorded[] = []
  const proxy = createServer(async (request, response) => {
    const body = await textOf(request)
    const { method = '', url = '', headers, rawHeaders } = request
    requests.push({ method, path: url, body, authorization: headers.authorization })
    give(response, await pass(tenant.authUrl, { method, path: url, headers: rawHeaders, body }))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  closing.push(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    await tenant.close()
  })
  return {
    tenant,
    requests,
    environment: { ...tenant.environment, TENANT_BASE_URL: `${origin}/api/v2` } as Readonly<
      Record<string, string>
    >,
  }
}

const verdictsOf = (report: Report, prefix: string) =>
  report.clauses
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ id, verdict, reason }) => ({ id, verdict, reason }))

// The safe methods (RFC 9110, section 9.2.1).
const safe = ['GET', 'HEAD', 'OPTIONS']

test('mode none sends nothing that could change anything, even at a faulty tenant', async () => {
  const { tenant, requests, environment } = await recording()
  const report = await conformance({ depth: 'default', environment, writes: 'none', seed: 1 })
  const unsafe = requests.filter(({ method, path, body }) => {
    if (safe.includes(method) || path.startsWith('/oauth/token')) return false
    // A request cannot change anything if its id is unknown and its body has no members.
    return !/\/(?:event-streams|rate-limit-policies)\/x{26}$/.test(path) || !['', '{}'].includes(body)
  })
  expect(unsafe).toEqual([])
  expect(requests.filter(({ path }) => path.includes('x'.repeat(26))).length).toBeGreaterThan(0)
  for (const { method, path, authorization } of requests)
    if (!safe.includes(method) && path.startsWith('/api/'))
      expect([environment.TENANT_ACCESS_TOKEN]).not.toContain(authorization?.replace('Bearer ', ''))
  expect(tenant.inspect().streams).toEqual([])
  expect(report.outcome).toBe('conformant')
  expect(
    report.clauses.filter(({ verdict }) => !['pass', 'not-applicable', 'out-of-scope'].includes(verdict)),
  ).toEqual([])
  expect(report.resources.created).toEqual([])
})

test('mode reversible creates no stream that cannot be removed, and deletes no policy', async () => {
  const { tenant, requests, environment } = await recording()
  const { fixtures = {}, ...profile } = loadProfile('reference', loadContract())
  const { deleteEventStream: _, ...rest } = fixtures
  const report = await conformance({
    depth: 'default',
    environment: { ...environment, TENANT_RATE_LIMIT_POLICY_IDS: 'rlp0123456789' },
    writes: 'reversible',
    profile: { ...profile, fixtures: rest } satisfies Profile,
    examples: 2,
    seed: 1,
  })
  expect(requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/'))).toEqual([])
  expect(
    requests.filter(({ method, path }) => method === 'DELETE' && !path.includes('x'.repeat(26))),
  ).toEqual([])
  expect(tenant.inspect().streams).toEqual([])
  const streams = verdictsOf(report, 'event-streams.update.name')
  expect(streams.length).toBeGreaterThan(0)
  for (const { verdict, reason } of streams) {
    expect(verdict).toBe('not-run')
    expect(reason).toContain('fixtures.deleteEventStream')
  }
  expect(
    verdictsOf(report, 'phone-templates.update.').filter(
      ({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable',
    ),
  ).toEqual([
    {
      id: 'phone-templates.update.other-kinds-unchanged',
      verdict: 'not-run',
      reason: 'this run cannot create or read a resource of another type',
    },
  ])
})

test('a budget limits all requests, also those for tokens and clean-up', async () => {
  for (const maxRequests of [1, 7, 60]) {
    const { tenant, requests, environment } = await recording()
    const report = await conformance({ depth: 'default', environment, maxRequests, examples: 2, seed: 1 })
    expect(requests.length).toBeLessThanOrEqual(maxRequests)
    expect(report.traffic.requests).toBe(requests.length)
    expect(tenant.inspect().streams).toEqual([])
    expect(report.resources.leaked).toEqual([])
    expect(report.outcome).toBe('incomplete')
  }
})
