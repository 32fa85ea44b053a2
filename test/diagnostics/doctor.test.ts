// Tests `doctor` with many tenants. It must find one remedy for each problem, and must send only read
// requests and token requests.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { doctor } from '../../src/cli/first-run/doctor.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'
import { requestsMax } from '../../src/diagnostics/probe.ts'
import { startStub, stubNames } from '../../src/tenant/index.ts'
import { aTenant, closeAfterTest, listening, lookedAt, without } from './diagnosing.ts'

const tokens = ['TENANT_ACCESS_TOKEN']
const clients = ['TENANT_CLIENT_ID', 'TENANT_CLIENT_SECRET']

async function freePort(): Promise<number> {
  const server = createPlainServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('a correct tenant', () => {
  test('is reported as correct, by reads only', async () => {
    const tenant = await aTenant()
    const before = tenant.inspect()
    const seen = await lookedAt(tenant.environment)
    expect(seen.all('problem')).toEqual([])
    expect(seen.all('warning')).toEqual([])
    expect(seen.all('unknown')).toEqual([])
    expect(seen.exit).toBe(0)
    const { requests, streams, policies, templates } = tenant.inspect()
    expect({ streams, policies, templates }).toEqual({
      streams: before.streams,
      policies: before.policies,
      templates: before.templates,
    })
    expect(requests).toHaveLength(seen.requests)
    expect(requests.length).toBeLessThan(10)
    for (const { method, operation } of requests) expect(method === 'GET' || operation === 'token').toBe(true)
  })

  test.each(['reference', 'auth0'])('is recognised by the profile %s', async (name) => {
    const tenant = await aTenant(name === 'reference' ? {} : { like: name })
    const seen = await lookedAt(without(tenant.environment, 'TENANT_PROFILE'))
    expect(seen.recognised).toBe(name)
  })

  test('is not recognised as another one', async () => {
    const tenant = await aTenant({ variation: { errorBody: 'problem' } })
    expect((await lookedAt(tenant.environment)).recognised).toBeNull()
  })

  test('shows what is missing, and what that would unlock', async () => {
    const tenant = await aTenant()
    const lacking = without(
      tenant.environment,
      'TENANT_LIMITED_CLIENT_ID',
      'TENANT_LIMITED_CLIENT_SECRET',
      'TENANT_PROFILE',
    )
    const seen = await lookedAt(lacking, { writes: 'reversible' })
    expect(seen.of('supply.limited')).toMatchObject({
      state: 'warning',
      unlocks: 5,
      found: 'a second client without the required scopes is not given: 5 clauses get no verdict',
    })
    expect(seen.of('fixture.deleteEventStream')?.unlocks).toBeGreaterThan(100)
    expect(seen.exit).toBe(0)
  })

  test.each([
    ['without the slash', 'https', '/oauth/token'],
    ['with it', 'https', '/oauth/token/'],
  ])('has a token endpoint, which is found %s', async (_, __, path) => {
    const tenant = await aTenant()
    const { origin, asked } = await listening((request, response) => {
      if (request.url !== path) response.writeHead(404).end()
      else response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_request"}')
    })
    const wrong = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const seen = await lookedAt({ ...tenant.environment, TENANT_TOKEN_URL: `${origin}${wrong}` })
    expect(seen.of('token-endpoint')).toMatchObject({
      state: 'problem',
      remedy: `Set TENANT_TOKEN_URL=${origin}${path}.`,
      sets: { TENANT_TOKEN_URL: `${origin}${path}` },
    })
    expect(seen.exit).toBe(2)
    // `doctor` sent the client secret only to the configured address.
    expect(asked.map(({ url }) => url)).toEqual([wrong, path])
    for (const { headers } of asked) expect(headers.authorization).toBeUndefined()
  })

  test('that accepts a client only by HTTP Basic is reported', async () => {
    const tenant = await aTenant({ variation: { tokenAuth: 'basic' } })
    const seen = await lookedAt(tenant.environment)
    expect(seen.of('token-endpoint')).toMatchObject({ state: 'ok', sets: { TENANT_TOKEN_AUTH: 'basic' } })
  })
})

describe('the path', () => {
  test.each(['', '/api', '/api/v2/api/v2', '/api/v1', '/somewhere'])(
    '"%s" leads to the right path',
    async (path) => {
      const tenant = await aTenant()
      const origin = tenant.baseUrl.replace('/api/v2', '')
      const seen = await lookedAt({ ...tenant.environment, TENANT_BASE_URL: `${origin}${path}` })
      expect(seen.of('path')).toMatchObject({ state: 'problem', sets: { TENANT_BASE_URL: tenant.baseUrl } })
      expect(seen.exit).toBe(2)
    },
  )

  test('of the sign-in page is reported, and gets no token', async () => {
    const elsewhere = await listening((_, response) => response.end('{}'))
    const { origin, asked } = await listening((_, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/login` }).end(),
    )
    const seen = await lookedAt({
      TENANT_BASE_URL: `${origin}/api/v2`,
      TENANT_ACCESS_TOKEN: 'a-token-of-somebody',
    })
    expect(seen.of('path')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/a web page: 302, to /),
    })
    expect(elsewhere.asked).toEqual([])
    expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  test('is requested elsewhere without the token', async () => {
    const { origin, asked } = await listening((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
    )
    const seen = await lookedAt({
      TENANT_BASE_URL: `${origin}/somewhere`,
      TENANT_ACCESS_TOKEN: 'a-token-of-somebody',
    })
    expect(seen.of('path')?.remedy).toMatch(
      /^Correct the path of TENANT_BASE_URL; for most tenants it ends with \/api\/v2, the basePath of the contract/,
    )
    const carrying = asked.filter(({ headers }) => headers.authorization !== undefined)
    expect(carrying.map(({ url }) => url)).toEqual(['/somewhere/keys/custom-signing'])
    expect(asked.length).toBeGreaterThan(3)
  })
})

describe('a credential', () => {
  test('that is missing is requested, and the others are checked', async () => {
    const tenant = await aTenant()
    const seen = await lookedAt({ TENANT_BASE_URL: tenant.baseUrl })
    expect(seen.all('problem')).toEqual(['credentials'])
    expect(seen.of('path')?.state).toBe('ok')
    expect(seen.exit).toBe(2)
  })

  test('that is refused is reported, with what to check', async () => {
    const tenant = await aTenant()
    const seen = await lookedAt({ ...tenant.environment, TENANT_CLIENT_SECRET: 'the-wrong-secret-of-it' })
    expect(seen.of('token-endpoint')).toMatchObject({
      state: 'problem',
      remedy: expect.stringMatching(/secret of the client/),
    })
    expect(JSON.stringify(seen.findings)).not.toContain('the-wrong-secret-of-it')
    expect(seen.exit).toBe(3)
  })

  test('that has expired or is refused is a problem', async () => {
    const tenant = await aTenant()
    const ended = tenant.environment.TENANT_EXPIRED_ACCESS_TOKEN
    const seen = await lookedAt({ ...without(tenant.environment, ...clients), TENANT_ACCESS_TOKEN: ended })
    expect(seen.all('problem')).toEqual(['token.given', 'access'])
    expect(seen.exit).toBe(3)
  })

  test('without a scope is reported by operation', async () => {
    const tenant = await aTenant()
    const limited = {
      TENANT_CLIENT_ID: tenant.environment.TENANT_LIMITED_CLIENT_ID,
      TENANT_CLIENT_SECRET: tenant.environment.TENANT_LIMITED_CLIENT_SECRET,
    }
    const seen = await lookedAt({ ...without(tenant.environment, ...tokens), ...limited })
    expect(seen.all('problem').filter((id) => id.startsWith('scope.'))).toHaveLength(5)
    expect(seen.of('scope.event-streams.create')?.remedy).toBe('Grant the client create:event_streams.')
    expect(seen.exit).toBe(3)
  })

  test('for another audience is replaced by the audience of the tenant', async () => {
    const { origin } = await listening((request, response) => {
      const json = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      let sent = ''
      request.on('data', (chunk) => {
        sent += String(chunk)
      })
      request.on('end', () => {
        if (request.url?.startsWith('/api/v2')) return json(401, { statusCode: 401 })
        const asked = new URLSearchParams(sent)
        if (!asked.has('client_id') || asked.get('audience') !== `${origin}/api/v2/`)
          return json(403, { error: 'access_denied' })
        return json(200, { access_token: 'an-opaque-token-of-it', token_type: 'Bearer' })
      })
    })
    const seen = await lookedAt({
      TENANT_BASE_URL: `${origin}/api/v2`,
      TENANT_CLIENT_ID: 'client',
      TENANT_CLIENT_SECRET: 'secret-of-the-client',
    })
    expect(seen.of('token-endpoint')).toMatchObject({ sets: { TENANT_AUDIENCE: `${origin}/api/v2/` } })
  })
})

describe('the connection', () => {
  test.each([
    ['a name that does not resolve', 'http://nowhere.invalid/api/v2', 'address'],
    ['a port where nothing is', 'http://127.0.0.1:1/api/v2', 'connection'],
  ])('%s', async (_, baseUrl, id) => {
    const seen = await lookedAt({ TENANT_BASE_URL: baseUrl, TENANT_ACCESS_TOKEN: 'a-token-of-somebody' })
    expect(seen.all('problem')).toEqual([id])
    expect(seen.of(id)?.remedy).toMatch(/^[A-Z].*\.$/)
    expect([seen.exit, seen.requests]).toEqual([3, 0])
  })

  test('reports an untrusted certificate, and one that expires soon', async () => {
    const made = execFileSync(
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
        ...['-keyout', '-', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const server = createServer({ key: made, cert: made }, (_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeAfterTest(() => new Promise((resolve) => server.close(resolve)))
    const variables = {
      TENANT_BASE_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
      TENANT_ACCESS_TOKEN: 'a-token-of-somebody',
    }
    const strange = await lookedAt(variables)
    expect(strange.of('connection')?.state).toBe('ok')
    expect(strange.of('certificate')).toMatchObject({
      state: 'problem',
      remedy: expect.stringMatching(/--ca/),
    })
    expect(strange.requests).toBe(0)
    const ca = made.slice(made.indexOf('-----BEGIN CERTIFICATE'))
    expect((await lookedAt(variables, { ca })).of('certificate')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^valid until \d{4}-.*; TLSv1\.[23]$/),
    })
  })

  test('names a proxy, and checks its name and connection', async () => {
    const tenant = await aTenant()
    const seen = await lookedAt({ ...tenant.environment, HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '' })
    expect(seen.of('proxy')?.found).toMatch(/ through http:\/\/127\.0\.0\.1:1$/)
    expect(seen.of('connection')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/The proxy at/),
    })
  })

  test('checks a receiver that the tenant cannot reach, one that listens, and one whose address leads elsewhere', async () => {
    const tenant = await aTenant()
    const far = await lookedAt({
      TENANT_BASE_URL: 'http://tenant.example/api/v2',
      TENANT_ACCESS_TOKEN: 'a-token-of-it',
    })
    expect(far.of('receiver')).toMatchObject({
      state: 'warning',
      unlocks: 14,
      remedy: expect.stringMatching(/TENANT_WEBHOOK_URL/),
    })
    const other = await listening((_, response) => response.end())
    const leading = { ...tenant.environment, TENANT_WEBHOOK_URL: other.origin }
    const anywhere = await lookedAt(leading, { webhookListen: '127.0.0.1:0' })
    expect(anywhere.of('receiver')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/TENANT_WEBHOOK_URL needs a fixed port/),
    })
    const astray = await lookedAt(leading, { webhookListen: `127.0.0.1:${await freePort()}` })
    expect(astray.of('receiver')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/does not reach/),
    })
    expect(
      (await lookedAt(tenant.environment, { webhookListen: other.origin.slice(7) })).of('receiver'),
    ).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/EADDRINUSE/),
    })
  })
})

describe('the configuration', () => {
  test.each([
    [
      'a variable that nothing reads',
      { TENANT_BASEURL: 'http://a.example' },
      /did you mean TENANT_BASE_URL/i,
    ],
    [
      'half a client',
      { TENANT_BASE_URL: 'http://a.example', TENANT_CLIENT_ID: 'a' },
      /without TENANT_CLIENT_SECRET/,
    ],
    [
      'a credential without an address',
      { TENANT_ACCESS_TOKEN: 'a-token-of-somebody' },
      /the address of the tenant is not/,
    ],
    [
      'a write mode that is none',
      { TENANT_BASE_URL: 'http://a.example', TENANT_ACCESS_TOKEN: 'x', TENANT_WRITES: 'no' },
      /"no"/,
    ],
  ])('reports %s, and sends nothing', async (_, variables, found) => {
    const seen = await lookedAt(variables)
    const [finding] = seen.findings.filter(({ state }) => state === 'problem')
    expect(`${finding?.id}: ${finding?.found} ${finding?.remedy}`).toMatch(found)
    expect([seen.exit, seen.requests]).toEqual([2, 0])
  })

  test('without any configuration, it finds no problem, because a run checks the embedded tenant', async () => {
    const seen = await lookedAt({})
    expect(seen.all('warning')).toEqual(['configuration'])
    expect(seen.exit).toBe(0)
  })
})

describe('a hostile tenant', () => {
  test.concurrent.each(stubNames)('the stub %s is no tenant, and gets few requests', async (name) => {
    const stub = await startStub(name)
    const seen = await lookedAt(
      {
        TENANT_BASE_URL: stub.baseUrl,
        TENANT_CLIENT_ID: 'client',
        TENANT_CLIENT_SECRET: 'secret-of-the-client',
      },
      { timeoutMs: 500 },
    ).finally(() => stub.close())
    expect(seen.exit, JSON.stringify(seen.findings.filter(({ state }) => state !== 'ok'))).not.toBe(0)
    expect(seen.requests).toBeLessThanOrEqual(requestsMax)
    for (const { state, remedy } of seen.findings)
      if (state === 'problem' || state === 'warning') expect(remedy).toMatch(/^[A-Z].*\.$/s)
  })

  test('that sends an endless response, or no response for a long time, does not block the command', async () => {
    const { origin } = await listening((request, response) => {
      if (request.url?.endsWith('custom-signing') !== true) return
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        if (!response.destroyed) response.write(' '.repeat(65_536), more)
      }
      more()
    })
    const seen = await lookedAt(
      {
        TENANT_BASE_URL: `${origin}/api/v2`,
        TENANT_CLIENT_ID: 'a',
        TENANT_CLIENT_SECRET: 'secret-of-a-client',
      },
      { timeoutMs: 500 },
    )
    expect(seen.of('path')?.state).toBe('problem')
    expect(seen.of('token-endpoint')?.state).toBe('problem')
  })

  test('with control characters in claims and headers writes none to the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\n::error::owned'
    const token = await new SignJWT({ aud: evil, iss: evil, scope: evil, [evil]: evil })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32))
    const { origin } = await listening((_, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json', 'x-ratelimit-limit': 'a\tb' })
        .end(JSON.stringify({ message: evil })),
    )
    const { terminal, told } = recordingTerminal()
    const flags = { reportDir: join(tmpdir(), 'no-such-reports'), format: 'text' } as const
    const variables = { TENANT_BASE_URL: `${origin}/api/v2`, TENANT_ACCESS_TOKEN: token }
    expect(await doctor(flags, { variables, file: null }, terminal)).toBe(3)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(told.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(told.out).not.toMatch(/^\s*::/m)
  })
})

describe('doctor', () => {
  const flags = { reportDir: join(tmpdir(), 'no-such-reports'), format: 'json' } as const
  const schema = JSON.parse(readFileSync(join(packageRoot, 'schemas/meta/doctor.json'), 'utf8')) as object

  test.each(['good', 'none', 'wrong'])('prints JSON that satisfies its schema: %s', async (kind) => {
    const tenant = await aTenant()
    const variables = { good: tenant.environment, none: {}, wrong: { TENANT_BASEURL: 'x' } }[kind] ?? {}
    const { terminal, told } = recordingTerminal()
    const code = await doctor(flags, { variables, file: null }, terminal)
    const json = JSON.parse(told.out) as { exit: number; findings: unknown[] }
    const ajv = new Ajv2020({ allowUnionTypes: true })
    expect(ajv.validate(schema, json), JSON.stringify(ajv.errors)).toBe(true)
    expect(json.exit).toBe(code)
    expect(told.out).not.toContain(tenant.environment.TENANT_CLIENT_SECRET)
    expect(told.out).not.toContain(tenant.environment.TENANT_ACCESS_TOKEN)
  })

  test('--try creates one of each kind, and leaves none', async () => {
    const tenant = await aTenant()
    const seen = await lookedAt(tenant.environment, { try: true })
    expect(seen.of('fixture.deleteEventStream')?.found).toBe('DELETE /event-streams/{id} works')
    expect(seen.of('fixture.readPhoneTemplates')?.found).toMatch(/works$/)
    expect(seen.exit).toBe(0)
    const { streams, requests } = tenant.inspect()
    expect(streams).toEqual([])
    expect(requests.filter(({ operation }) => operation === 'event-streams.create')).toHaveLength(1)
    expect(requests.length).toBeLessThanOrEqual(2 * requestsMax)
  })

  test('--try reports a fixture that does not work', async () => {
    const tenant = await aTenant()
    const profile = {
      ...tenant.profile,
      name: 'wrong',
      fixtures: {
        ...(tenant.profile.fixtures as object),
        readEventStream: { method: 'GET', path: '/no-such-streams/{id}' },
      },
    }
    const seen = await lookedAt(tenant.environment, { try: true, profile: profile as never })
    expect(seen.of('fixture.readEventStream')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/404/),
    })
    expect(tenant.inspect().streams).toEqual([])
    expect(seen.exit).toBe(3)
  })
})
