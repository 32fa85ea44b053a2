// Tests a tenant that returns 500 instead of a specified status. The clause fails, and nothing excuses the
// failure.
// @module-tag whole
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import { gatewayPage, passOn, startFaultProxy } from '../fault-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('an operation that the tenant never answers fails despite a gap', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const proxy = await startFaultProxy(tenant.baseUrl, ({ method, path }) => {
    if (method !== 'DELETE' || !path.includes('/rate-limit-policies/')) return passOn
    return async ({ forward, write }) => {
      const answer = await forward()
      return write(answer.toString().startsWith('HTTP/1.1 404') ? gatewayPage(500) : answer)
    }
  })
  closing.push(() => proxy.close())
  const profile = join(mkdtempSync(join(tmpdir(), 'unanswered-')), 'acme.json')
  closing.push(async () => rmSync(dirname(profile), { recursive: true }))
  const { $schema: _, ...reference } = JSON.parse(readFileSync('profiles/reference.json', 'utf8'))
  const gaps = [{ clause: 'rate-limit-policies.delete.*', reason: 'it is not shown' }]
  writeFileSync(profile, JSON.stringify({ ...reference, gaps }))
  const environment = {
    ...tenant.environment,
    TENANT_BASE_URL: proxy.baseUrl,
    TENANT_AUTH_URL: tenant.authUrl,
  }
  const report = await conformance({
    environment: { ...environment, TENANT_PROFILE: profile },
    only: ['rate-limit-policies.delete.unknown-404', 'rate-limit-policies.delete.path-id-length'],
    examples: 1,
    seed: 1,
  })
  expect(report.outcome).toBe('non-conformant')
  expect(report.clauses.find(({ id }) => id.endsWith('unknown-404'))).toMatchObject({
    verdict: 'fail',
    reason: 'The request got 500, not 404. The check failed each time: 3 times.',
  })
  // This clause is inconclusive, because the specification shows no status for ids that are too long.
  const open = report.clauses.find(({ id }) => id === 'rate-limit-policies.delete.path-id-length')
  expect(open).toMatchObject({ verdict: 'inconclusive', origin: 'failing' })
  expect(open).not.toHaveProperty('gap')
})

test('a permanent 500 fails the refusal of a token, and occasional losses do not', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const report = async (isHit: (status: number, number: number) => boolean) => {
    const proxy = await startFaultProxy(tenant.baseUrl, ({ number }) => async ({ forward, write }) => {
      const answer = await forward()
      const status = Number(answer.toString('latin1', 9, 12))
      return write(isHit(status, number) ? gatewayPage(502) : answer)
    })
    closing.push(() => proxy.close())
    return conformance({
      environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl, TENANT_AUTH_URL: tenant.authUrl },
      only: ['custom-signing-keys.get.auth-*'],
      examples: 1,
      seed: 1,
    })
  }
  const each = await report((status) => status === 401)
  const failed = each.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toContain('custom-signing-keys.get.auth-expired')
  expect(failed.length).toBeGreaterThan(12)
  const some = await report((_, number) => number % 11 === 0)
  expect(some.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(some.summary.pass).toBeGreaterThan(12)
})
