// Tests tokens, certificates and waivers of an operator.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exitCodeOf } from '../../src/cli/reports/exit-code.ts'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, type Report, startTenant } from '../../src/index.ts'
import { reviewSuppressions } from '../../src/library/suppressions.ts'
import { loadProfile, validateProfile } from '../../src/profile/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const verdictOf = (report: Report, id: string) => report.clauses.find((clause) => clause.id === id)?.verdict

// Part 5 of the specification shows no status for an expired token. These tests run in parallel, because they
// mostly wait.
test.concurrent.each([401, 400, 404])(
  'renews tokens that expire during a run if the tenant refuses them with %i',
  async (refusedTokenStatus) => {
    const tenant = await startTenant({ variation: { tokenLifetimeS: 2, latencyMs: 40, refusedTokenStatus } })
    try {
      const { TENANT_ACCESS_TOKEN: _, ...environment } = tenant.environment
      const report = await conformance({
        depth: 'default',
        environment: {
          ...environment,
          TENANT_AUTH_URL: 'http://127.0.0.1:1',
          TENANT_TOKEN_URL: `${tenant.authUrl}/oauth/token`,
        },
        only: ['event-streams.create.name', 'any.client-credentials'],
        examples: 30,
        seed: 1,
      })
      const refused = report.clauses.filter(({ verdict }) =>
        ['fail', 'inconclusive', 'error'].includes(verdict),
      )
      // The operator named this endpoint, so the run does not request the location in part 5 of the
      // specification.
      expect(refused.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual([
        'any.client-credentials: inconclusive',
      ])
      expect(report.run.durationMs).toBeGreaterThan(2_000)
      expect(report.openPoints.find(({ id }) => id === 'token-lifetime')?.answer).toBe(2)
      expect(tenant.inspect().streams).toEqual([])
    } finally {
      await tenant.close()
    }
  },
)

test.concurrent('reports a supplied token that expires during a run, and fails no clause', async () => {
  const tenant = await startTenant({
    variation: { tokenLifetimeS: 3, latencyMs: 60, refusedTokenStatus: 400, tokenEndpoint: false },
  })
  try {
    const report = await conformance({
      depth: 'default',
      environment: tenant.environment,
      only: ['event-streams.create.name', 'event-streams.create.accepts'],
      examples: 100,
      seed: 1,
    })
    expect(report.clauses.filter(({ verdict }) => ['fail', 'error'].includes(verdict))).toEqual([])
    const told = report.clauses.filter(({ reason }) => /access token of full has expired/.test(reason ?? ''))
    expect(told.map(({ verdict }) => verdict)).toContain('inconclusive')
  } finally {
    await tenant.close()
  }
})

test('a refused token request shows the response of the endpoint, without the secret', async () => {
  const tenant = await startTenant()
  try {
    const secret = 'a-wrong-secret-of-the-operator'
    const report = await conformance({
      depth: 'default',
      environment: {
        TENANT_BASE_URL: tenant.baseUrl,
        TENANT_CLIENT_ID: 'client-full',
        TENANT_CLIENT_SECRET: secret,
      },
      only: ['custom-signing-keys.get.accepts'],
    })
    const told = JSON.stringify(report)
    expect(told).toContain('invalid_client')
    expect(told).toContain('/oauth/token/')
    expect(told).not.toContain(secret)
    expect(report.outcome).toBe('incomplete')
  } finally {
    await tenant.close()
  }
})

test('trusts a certificate of a private authority only if the authority is given', async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-keyout',
        key,
        '-out',
        certificate,
        '-subj',
        '/CN=tenant',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
    ],
    { stdio: 'ignore' },
  )
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"keys":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`
    const options = {
      environment: { TENANT_ACCESS_TOKEN: 'a-token' },
      baseUrl,
      writes: 'none',
      only: ['custom-signing-keys.get.accepts'],
    } as const
    expect(
      verdictOf(
        await conformance({ depth: 'default', ...options, ca: readFileSync(certificate, 'utf8') }),
        options.only[0],
      ),
    ).toBe('pass')
    const untrusted = await conformance(options)
    expect(verdictOf(untrusted, options.only[0])).toBe('inconclusive')
    expect(JSON.stringify(untrusted.clauses)).toContain('certificate that is not trusted')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('a waiver of a passed clause, or an expired one, is stale; leaked resources always fail', async () => {
  const profile = {
    ...loadProfile('reference', loadContract()),
    waivers: [
      { clause: 'custom-signing-keys.get.accepts', reason: 'once it failed' },
      { clause: 'event-streams.create.ids-unique', reason: 'for a while', expires: '2001-01-01' },
    ],
  }
  const report = await conformance({
    depth: 'default',
    profile,
    only: ['custom-signing-keys.get.accepts'],
    seed: 1,
  })
  const { stale } = reviewSuppressions(report, profile, [])
  expect(stale.join('\n')).toMatch(/accepts is stale[\s\S]*ids-unique expired on 2001-01-01/)
  const conformant: Report = { ...report, outcome: 'conformant' }
  expect(exitCodeOf(conformant, false)).toBe(0)
  expect(exitCodeOf(conformant, true)).toBe(4)
  const leaked = [{ kind: 'event-stream', id: 'es1' }]
  expect(exitCodeOf({ ...conformant, resources: { ...report.resources, leaked } }, false)).toBe(3)
})

test('a waiver of several clauses covers each, and is needed while one of them does not pass', async () => {
  const waived = (...clauses: string[]) => ({
    ...loadProfile('reference', loadContract()),
    waivers: clauses.map((clause) => ({ clause, reason: 'for a while' })),
  })
  const profile = waived('*.auth-not-a-jwt*', '*.auth-missing')
  const report = await conformance({
    depth: 'default',
    profile,
    faults: ['keys-any-text-as-token-accepted'],
    only: ['custom-signing-keys.get.auth-', 'event-streams.create.auth-'],
    seed: 1,
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id, waived: by }) => [id, by?.reason])).toEqual([
    ['custom-signing-keys.get.auth-malformed', undefined],
    ['custom-signing-keys.get.auth-not-a-jwt', 'for a while'],
  ])
  const all = report.clauses.map((clause) =>
    clause.id.endsWith('auth-missing') ? { ...clause, verdict: 'pass' as const } : clause,
  )
  expect(reviewSuppressions({ ...report, clauses: all }, profile, []).stale).toEqual([
    expect.stringContaining('waiver of *.auth-missing is stale'),
  ])
  expect(() => validateProfile(waived('*.no-such-clause') as never, 'given', loadContract())).toThrow(
    'waives the unknown clause "*.no-such-clause"',
  )
})
