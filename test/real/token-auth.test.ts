// Tests the client authentication at the token endpoint (RFC 6749, section 2.3.1).
// @module-tag whole
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { conformance, type Report, startTenant, type Tenant } from '../../src/index.ts'
import { command } from '../bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Way = 'any' | 'post' | 'basic'

/** These clauses pass only if the token comes from the token endpoint. */
const byToken = [
  'any.client-credentials',
  'any.either-scheme',
  'any.token-is-jwt',
  'any.token-scopes',
  'any.token-wrong-secret',
  'custom-signing-keys.get.accepts',
  'custom-signing-keys.get.auth-scope',
  'custom-signing-keys.get.auth-non-global',
  'event-streams.create.auth-altered-signature',
]

const verdictsOf = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.clauses.filter(({ id }) => byToken.includes(id)).map(({ id, verdict }) => [id, verdict]),
  )

const all = (verdict: string): Record<string, string> =>
  Object.fromEntries(byToken.map((id) => [id, verdict]))

const tokenStatuses = (tenant: Tenant): number[] =>
  tenant
    .inspect()
    .requests.filter(({ operation }) => operation === 'token')
    .map(({ status }) => status)

const withTenant = async (
  tokenAuth: Way,
  use: (tenant: Tenant) => Promise<void>,
  faults: readonly string[] = [],
): Promise<void> => {
  const tenant = await startTenant({ variation: { tokenAuth }, faults })
  try {
    await use(tenant)
  } finally {
    await tenant.close()
  }
}

const check = (tenant: Tenant, more: Readonly<Record<string, string>> = {}): Promise<Report> =>
  conformance({ depth: 'default', environment: { ...tenant.environment, ...more }, only: byToken, seed: 1 })

const basicNote = expect.stringContaining('accepts the client by HTTP Basic')

describe('a token endpoint', () => {
  test.each<[Way, unknown[]]>([
    ['any', []],
    ['post', []],
    ['basic', [basicNote]],
  ])('that accepts a client by %s gives every principal its token', (way, notes) =>
    withTenant(way, async (tenant) => {
      const report = await check(tenant)
      expect(verdictsOf(report)).toEqual(all('pass'))
      expect(report.notes.filter((note) => note.includes('token endpoint'))).toEqual(notes)
      expect(report.run.options.tokenAuth).toBe('auto')
    }),
  )

  test('gets all later requests with the client authentication that worked', () =>
    withTenant('basic', async (tenant) => {
      const { TENANT_ACCESS_TOKEN: _, ...environment } = tenant.environment
      await conformance({ depth: 'default', environment, only: ['custom-signing-keys.get.accepts'], seed: 1 })
      // All later requests use the client authentication that worked.
      const [first, ...others] = tokenStatuses(tenant)
      expect(first).toBe(401)
      expect(others.length).toBeGreaterThan(2)
      expect(new Set(others)).toEqual(new Set([200]))
    }))

  test.each(['post', 'basic'] as const)(
    'gets only requests with the client authentication %s if a variable names it',
    (way) =>
      withTenant(way, async (tenant) => {
        expect(verdictsOf(await check(tenant, { TENANT_TOKEN_AUTH: way }))).toEqual(all('pass'))
        // Two requests are refused, because they send a wrong secret and an unknown scope.
        expect(
          tokenStatuses(tenant)
            .filter((status) => status !== 200)
            .sort(),
        ).toEqual([400, 401])
      }),
  )

  test('that refuses the configured client authentication issues no token', () =>
    withTenant('post', async (tenant) => {
      const report = await check(tenant, { TENANT_TOKEN_AUTH: 'basic' })
      expect(verdictsOf(report)['any.client-credentials']).toBe('inconclusive')
      expect(tokenStatuses(tenant)).not.toContain(200)
    }))

  test.each(['any-secret-accepted', 'wrong-secret-500', 'wrong-secret-200'])(
    'that accepts only Basic has the fault %s',
    (fault) =>
      withTenant(
        'basic',
        async (tenant) =>
          expect(verdictsOf(await check(tenant))).toEqual({
            ...all('pass'),
            'any.token-wrong-secret': 'fail',
          }),
        [fault],
      ),
  )
})

test('refuses a wrong value by name', async () => {
  const { code, text } = await command(['run'], folder, {
    TENANT_BASE_URL: 'http://127.0.0.1:1/api/v2',
    TENANT_ACCESS_TOKEN: 'abcd',
    TENANT_TOKEN_AUTH: 'digest',
  }).ended
  expect(text).toMatch(/^TENANT_TOKEN_AUTH is "digest": give post, basic or auto, or leave it out\./m)
  expect(code).toBe(2)
})

test('operators find the variable in the documents', () => {
  for (const file of ['.env.example', 'docs/real-tenants.md'])
    expect(readFileSync(file, 'utf8')).toContain('TENANT_TOKEN_AUTH')
})
