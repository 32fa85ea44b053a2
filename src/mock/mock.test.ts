// Tests the mock in daily use: stored state, record, web page and access.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, test } from 'vitest'
import { tickMs } from '../base/clock.ts'
import { ConfigurationError } from '../base/error.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { createAjv } from '../base/schemas/ajv.ts'
import { createAuthority } from '../client/tokens/authority.testing.ts'
import { type Mock, type MockOptions, startMock } from './mock.ts'
import { ask } from './raw-request.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'mock-'))
const at = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const open: Mock[] = []
const told: string[] = []
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close()
  told.splice(0)
})

async function start(options: Partial<MockOptions> = {}): Promise<Mock> {
  const mock = await startMock({
    port: 0,
    faults: [],
    onMessage: (message) => told.push(message),
    ...options,
  })
  open.push(mock)
  return mock
}

async function stop(mock: Mock): Promise<void> {
  open.splice(open.indexOf(mock), 1)
  await mock.close()
}

const call = async (mock: Mock, method: string, path: string, body?: Json) => {
  const headers = {
    authorization: `Bearer ${mock.environment.TENANT_ACCESS_TOKEN}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { status, text } = await ask(mock.tenant.baseUrl + path, { method, headers, ...sent })
  return { status, body: (text === '' ? {} : JSON.parse(text)) as JsonObject }
}

const credentials = { method: 'basic', username: 'somebody', password: 'never-shown-4711' }
const stream = (name = 'a stream'): JsonObject => ({
  name,
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: {
      webhook_endpoint: 'https://receiver.tenant.example/',
      webhook_authorization: credentials,
    },
  },
})
const schema = (name: string): object =>
  JSON.parse(readFileSync(join(packageRoot, `schemas/meta/${name}.json`), 'utf8')) as object

describe('state', () => {
  it.each([undefined, 'auth0'])(
    'is the same after a restart, with credentials and clients (like %s)',
    async (like) => {
      const state = at(`state-${like}.json`)
      const options = { state, ...(like === undefined ? {} : { like }) }
      const first = await start(options)
      await call(first, 'POST', '/event-streams', stream())
      await call(first, 'POST', '/rate-limit-policies', {
        ...{ resource: 'oauth_authentication_api', consumer: 'client', consumer_selector: 'default' },
        configuration: { action: 'block', limit: 1 },
      })
      await call(first, 'PUT', '/guardian/factors/phone/templates', {
        enrollment_message: '{{code}} \u2028 ü',
        verification_message: '',
      })
      if (like !== undefined) await call(first, 'DELETE', '/keys/custom-signing')
      const before = first.tenant.inspect()
      const { TENANT_CLIENT_SECRET } = first.environment
      await stop(first)
      expect(statSync(state).mode & 0o777).toBe(0o600)
      expect(createAjv().validate(schema('tenant-state'), JSON.parse(readFileSync(state, 'utf8')))).toBe(true)
      const second = await start(options)
      const { streams, policies, templates } = second.tenant.inspect()
      expect({ streams, policies, templates }).toEqual({
        ...{ streams: before.streams, policies: before.policies, templates: before.templates },
      })
      expect(streams[0]?.destination.authorization?.secret).toBe('never-shown-4711')
      expect(second.environment.TENANT_CLIENT_SECRET).toBe(TENANT_CLIENT_SECRET)
      expect((await call(second, 'GET', '/keys/custom-signing')).status).toBe(like === undefined ? 200 : 404)
    },
  )

  it('is written soon after a change, and no temporary file is left', async () => {
    const state = at('soon/state.json')
    await expect(start({ state })).rejects.toThrow(/soon\/state\.json can't be written .*--state/)
    const near = at('near.json')
    const mock = await start({ state: near })
    for (let index = 0; index < 20; index += 1)
      await call(mock, 'POST', '/event-streams', stream(`n${index}`))
    await expect
      .poll(() => (JSON.parse(readFileSync(near, 'utf8')) as { eventStreams: unknown[] }).eventStreams.length)
      .toBe(20)
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])
  })

  it.each([
    ['{', /is not JSON \(.+\): correct it, or give another --state/],
    ['{"stateVersion":2}', /is not a valid tenant state, at \/stateVersion \(it must be 1\)/],
    ['{"evntStreams":[]}', /\("evntStreams" is unknown here\)/],
    ['{"eventStreams":[{"name":"a"}]}', /at \/eventStreams\/0 \("\w+" is missing\)/],
    [
      JSON.stringify({ eventStreams: [{ ...stream(), subscriptions: [] }] }),
      /does not accept \/eventStreams\/0/,
    ],
    [
      JSON.stringify({ rateLimitPolicies: [{ id: 'a' }, { id: 'a' }] }),
      /\/rateLimitPolicies\/1: The id a occurs twice/,
    ],
    [JSON.stringify({ eventStreams: [{ ...stream(), created_at: 'today' }] }), /"today" is not a timestamp/],
  ])('rejects %s and keeps the file', async (text, says) => {
    const state = at('wrong.json')
    writeFileSync(state, text)
    await expect(start({ state })).rejects.toThrow(ConfigurationError)
    await expect(start({ state })).rejects.toThrow(says)
    expect(readFileSync(state, 'utf8')).toBe(text)
  })
})

describe('seed data', () => {
  it('is loaded at the start, gets missing ids, and is ignored if a state is stored', async () => {
    const [seedData, state] = [at('seeds.json'), at('seeded.json')]
    const id = 'a'.repeat(26)
    writeFileSync(
      seedData,
      JSON.stringify({
        clientSecrets: { full: 'a-secret-for-tests' },
        eventStreams: [{ ...stream('seeded'), id, created_at: '2026-01-02T03:04:05Z' }, stream('other')],
        rateLimitPolicies: [{ id: 'one' }, {}],
      }),
    )
    const first = await start({ seedData, state })
    expect(first.environment.TENANT_CLIENT_SECRET).toBe('a-secret-for-tests')
    expect((await call(first, 'GET', `/event-streams/${id}`)).body).toMatchObject({
      name: 'seeded',
      created_at: '2026-01-02T03:04:05.000Z',
    })
    expect(first.tenant.inspect().policies.map((one) => one.id)).toEqual([
      'one',
      expect.stringMatching(/^.{26}$/),
    ])
    await call(first, 'DELETE', `/event-streams/${id}`)
    await stop(first)
    const second = await start({ seedData, state })
    expect(second.tenant.inspect().streams.map(({ name }) => name)).toEqual(['other'])
    expect(told).toEqual([`${state} contains a saved state: ${seedData} is ignored.`])
    await expect(start({ seedData: at('none.json') })).rejects.toThrow(/can't be read .*--seed-data/)
  })
})

describe('a record', () => {
  it('contains each request on a line, and no credential', async () => {
    const record = at('record.ndjson')
    const mock = await start({ record })
    await call(mock, 'POST', '/event-streams', stream())
    const form = `destination[configuration][webhook_authorization][password]=never-shown-4711&name=a`
    await ask(`${mock.tenant.baseUrl}/event-streams?access_token=never-shown-4712`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
    await ask(`${mock.tenant.baseUrl}/nowhere/${mock.environment.TENANT_CLIENT_SECRET}`)
    await stop(mock)
    const text = readFileSync(record, 'utf8')
    expect(statSync(record).mode & 0o777).toBe(0o600)
    expect(text).not.toMatch(/never-shown|eyJ/)
    expect(text).not.toContain(mock.environment.TENANT_CLIENT_SECRET)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject)
    const valid = createAjv().compile(schema('tenant-record'))
    for (const line of lines) expect(valid(line), JSON.stringify(valid.errors)).toBe(true)
    expect(lines.map(({ method, operation, status }) => [method, operation, status])).toEqual([
      ['POST', 'event-streams.create', 201],
      ['POST', 'event-streams.create', 401],
      ['GET', null, 404],
    ])
    const again = await start({ record })
    await call(again, 'GET', '/event-streams')
    await stop(again)
    expect(readFileSync(record, 'utf8').split('\n')).toHaveLength(lines.length + 2)
    await expect(start({ record: at('no/such') })).rejects.toThrow(/can't be written .*--record/)
  })
})

describe('the admin address', () => {
  const admin = async (mock: Mock, method: string, path: string, body?: string, headers = {}) => {
    const sent = body === undefined ? {} : { body }
    const { status, text } = await ask(`${mock.adminUrl}${path}`, { method, headers, ...sent })
    return { status, body: JSON.parse(text) as JsonObject }
  }
  const fault = 'create-name-length-129-accepted'

  it('switches faults while the mock runs, also faults that change paths', async () => {
    const mock = await start({ adminPort: 0 })
    const long = { ...stream('x'.repeat(129)) }
    const status = async (): Promise<number> => (await call(mock, 'POST', '/event-streams', long)).status
    expect(await status()).toBe(400)
    expect(await admin(mock, 'PUT', `/faults/${fault}`)).toEqual({ status: 200, body: { on: [fault] } })
    expect(await status()).toBe(201)
    expect((await admin(mock, 'DELETE', `/faults/${fault}`)).body).toEqual({ on: [] })
    expect(await status()).toBe(400)
    const on = ['served-below-another-path']
    expect((await admin(mock, 'PUT', '/faults', JSON.stringify({ on }))).body).toEqual({ on })
    expect((await call(mock, 'GET', '/event-streams')).status).toBe(404)
    expect((await admin(mock, 'DELETE', '/faults')).body).toEqual({ on: [] })
    expect((await call(mock, 'GET', '/event-streams')).status).toBe(200)
    const { body } = await admin(mock, 'GET', '/faults')
    expect(body.known).toContainEqual(expect.objectContaining({ name: fault }))
    const last = await admin(mock, 'GET', '/requests?last=2')
    expect(last.body.requests).toEqual([404, 200].map((code) => expect.objectContaining({ status: code })))
  })

  it.each<[string, number, string, string, string?, Record<string, string>?]>([
    ['an unknown fault', 404, 'PUT', '/faults/create-name-129'],
    ['a fault that is not on', 404, 'DELETE', `/faults/${fault}`],
    ['a body that is not JSON', 400, 'PUT', '/faults', '{'],
    ['names that are none', 400, 'PUT', '/faults', '{"on":[1]}'],
    ['a body that is too large', 413, 'PUT', '/faults', ' '.repeat(70_000)],
    ['another method', 405, 'PATCH', '/faults'],
    ['another path', 404, 'GET', '/state'],
    ['a path that is not well encoded', 404, 'PUT', '/faults/%ff'],
    ['too many requests', 400, 'GET', '/requests?last=5000'],
    ['a page of elsewhere', 403, 'PUT', `/faults/${fault}`, '', { origin: 'https://elsewhere.example' }],
    ['a form of elsewhere', 403, 'GET', '/faults', '', { 'sec-fetch-site': 'cross-site' }],
    ['a name that was made to lead here', 421, 'GET', '/faults', '', { host: 'elsewhere.example' }],
    ['a name of its network', 421, 'GET', '/faults', '', { host: 'mock' }],
  ])('rejects %s', async (_, status, method, path, body, headers) => {
    const mock = await start({ adminPort: 0 })
    const refused = await admin(mock, method, path, body, headers)
    expect([refused.status, typeof refused.body.error]).toEqual([status, 'string'])
    expect(mock.tenant.faults).toEqual([])
  })

  it('listens only on loopback, even if the mock listens on another address', async () => {
    const mock = await start({ adminPort: 0, host: '0.0.0.0' })
    expect(mock.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const port = Number(new URL(mock.adminUrl ?? '').port)
    await expect(start({ adminPort: port })).rejects.toThrow(
      /Cannot listen on the admin address .*--admin-port/,
    )
    await expect(start({ adminPort: 70_000 })).rejects.toThrow(
      /^--admin-port is 70000: a port is a whole number from 0 to 65535/,
    )
  })
})

describe('the web page', () => {
  it('shows state, requests, faults and variables, escaped, and runs no script', async () => {
    const mock = await start()
    await call(mock, 'POST', '/event-streams', stream('<script>alert(1)</script>\u202e'))
    await ask(`${mock.tenant.baseUrl}/"><img src=x>?access_token=never-shown-4711`.replaceAll(' ', '%20'))
    const { status, headers, text } = await ask(mock.pageUrl)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u202e')
    expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|never-shown-4711/i)
    expect(text).toContain(`TENANT_CLIENT_SECRET=${mock.environment.TENANT_CLIENT_SECRET}`)
    expect(text).toMatch(/POST \/api\/v2\/event-streams<\/td><td>event-streams\.create/)
    mock.tenant.turnFaults(['create-name-length-129-accepted'])
    expect((await ask(mock.pageUrl)).text).toContain('<code>create-name-length-129-accepted</code>')
    const head = await ask(mock.pageUrl, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await ask(mock.pageUrl, { method: 'POST' })).status).toBe(404)
  })

  it('contains no credential if other machines can open it', async () => {
    const { pageUrl, environment } = await start({ host: '0.0.0.0' })
    const { text } = await ask(pageUrl)
    expect(text).not.toContain(environment.TENANT_CLIENT_SECRET)
    expect(text).toContain('The mock printed the variables at start-up.')
  })
})

test.each([
  ['127.0.0.1', 200],
  ['localhost:81', 200],
  ['[::1]:81', 200],
  ['192.0.2.7', 200],
  ['mock', 200],
  ['mock.internal', 200],
  ['called.example:81', 200],
  ['CALLED.example.', 200],
  ['elsewhere.example', 421],
  ['localhost.elsewhere.example', 421],
  ['127.0.0.1.elsewhere.example', 421],
  ['a b', 421],
])('a request with the Host %s gets %i', async (host, status) => {
  const mock = await start({ publicUrl: 'http://called.example' })
  expect((await ask(`http://127.0.0.1:${mock.tenant.port}/__ready`, { headers: { host } })).status).toBe(
    status,
  )
})

describe('web pages of other origins', () => {
  const origin = 'http://localhost:5173'

  it('can read only API responses, and only if --cors allows their origin', async () => {
    const mock = await start({ cors: [origin] })
    const from = (one: string) => ask(`${mock.tenant.baseUrl}/event-streams`, { headers: { origin: one } })
    const granted = await from(origin)
    expect([granted.status, granted.headers['access-control-allow-origin']]).toEqual([401, origin])
    expect(granted.headers['access-control-expose-headers']).toContain('X-RateLimit-Reset')
    expect(granted.headers.vary).toBe('Origin')
    expect((await from('http://localhost:5174')).headers['access-control-allow-origin']).toBeUndefined()
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PATCH' } }
    const asked = await ask(`${mock.tenant.baseUrl}/event-streams/x`, preflight)
    expect(asked.status).toBe(204)
    expect(asked.headers['access-control-allow-methods']).toContain('PATCH')
    const page = await ask(mock.pageUrl, { headers: { origin } })
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('get no access by default', async () => {
    const mock = await start()
    const { headers } = await ask(`${mock.tenant.baseUrl}/event-streams`, { headers: { origin } })
    expect([headers['access-control-allow-origin'], headers.vary]).toEqual([undefined, undefined])
  })

  it.each(['localhost', 'http://localhost/path', 'null', 'ftp://a', ''])(
    'rejects %j as an origin',
    async (cors) => {
      await expect(start({ cors: [cors] })).rejects.toThrow(/--cors is .*: give a browser origin/)
    },
  )
})

describe('TLS', () => {
  it('generates a certificate, and keeps its CA in a file until the mock ends', async () => {
    const mock = await start({ tls: true })
    const file = mock.environment.TENANT_CA ?? ''
    expect(mock.tenant.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:/)
    const ca = readFileSync(file, 'utf8')
    expect((await ask(`${mock.tenant.authUrl}/__ready`, { ca })).status).toBe(200)
    await expect(ask(`${mock.tenant.authUrl}/__ready`)).rejects.toThrow(/self-signed/)
    await stop(mock)
    expect(() => statSync(dirname(file))).toThrow(/ENOENT/)
    const tlsCa = at('kept-ca.pem')
    await stop(await start({ tls: true, tlsCa }))
    expect(readFileSync(tlsCa, 'utf8')).toContain('BEGIN CERTIFICATE')
  })

  it("uses the user's certificate", async () => {
    const authority = createAuthority()
    const { certFile, keyFile } = authority.issue('mock', 'IP:127.0.0.1')
    const mock = await start({ tlsCert: certFile, tlsKey: keyFile })
    expect(mock.environment.TENANT_CA).toBeUndefined()
    expect((await ask(`${mock.tenant.authUrl}/__ready`, { ca: authority.ca })).status).toBe(200)
    const other = authority.issue('other', 'IP:127.0.0.1')
    for (const [options, says] of [
      [{ tlsCert: certFile }, /--tls-cert is given without --tls-key/],
      [{ tlsKey: keyFile }, /--tls-key is given without --tls-cert/],
      [{ tlsCert: certFile, tlsKey: other.keyFile }, /is not the key of the certificate/],
      [{ tlsCert: keyFile, tlsKey: keyFile }, /can't be read as --tls-cert/],
      [{ tlsCert: certFile, tlsKey: certFile }, /can't be read as --tls-key/],
      [{ tlsCert: certFile, tlsKey: keyFile, tlsCa: 'x' }, /omit --tls-ca if you give --tls-cert/],
      [{ tlsCa: 'x' }, /give --tls as well/],
      [{ tls: true, tlsCa: at('no/such.pem') }, /can't be written .*--tls-ca/],
    ] as const)
      await expect(start(options)).rejects.toThrow(says)
  })
})

describe('latency', () => {
  it('is the minimum duration of each response', async () => {
    const mock = await start({ latencyMs: 120 })
    const from = tickMs()
    await call(mock, 'GET', '/event-streams')
    expect(tickMs() - from).toBeGreaterThan(110)
  })

  it.each([-1, 1.5, 60_001, Number.NaN])('cannot be %d', async (latencyMs) => {
    await expect(start({ latencyMs })).rejects.toThrow(/--latency is .*: give whole milliseconds/)
  })
})
