// Tests that the first requests reveal a wrong tenant or token. The run then reports the mistake in one
// sentence.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant, type Tenant } from '../../src/index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A run must find the mistake before it sends this number of requests. */
const requestsMax = 10

async function listening(listener: RequestListener): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const always =
  (status: number, body: string, headers: Readonly<Record<string, string>>): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const page = '<!doctype html><title>Sign in</title><form method="post">Sign in</form>'

test.each<[string, RequestListener, RegExp]>([
  [
    '401 for every token',
    always(401, '{"message":"Invalid token"}', json),
    /refuses TENANT_ACCESS_TOKEN at .*: check that it is complete \(it is not a JWT\), its/,
  ],
  [
    '403 for every token',
    always(403, '{"message":"Insufficient scope"}', json),
    /refuses TENANT_ACCESS_TOKEN/,
  ],
  ['400 for every token', always(400, '{"message":"Bad token"}', json), /refuses TENANT_ACCESS_TOKEN/],
  ['a path where nothing is', always(404, '{"message":"Not Found"}', json), /check the path of --base-url/],
  ['a login page', always(200, page, html), /a web page/],
  ['a login page that calls itself JSON', always(200, page, json), /a web page/],
  ['a way to a login page', always(302, '', { location: 'https://login.tenant.example/' }), /a web page/],
  ['{} for everything', always(200, '{}', json), /every request gets the same response/],
  ['nothing for everything', always(200, '', {}), /every request gets the same response/],
  [
    '429 with a wait of years',
    always(429, '{}', { ...json, 'retry-after': '1000000000' }),
    /^the tenant returned 429 and asks to wait 11575 days, which is longer than this run may wait: run again after that$/,
  ],
  [
    'the page of a proxy',
    always(502, '<h1>Bad Gateway</h1>', html),
    /a gateway responds instead of the tenant/,
  ],
])('reports %s in fewer than ten requests', async (_, listener, sentence) => {
  const { origin, asked } = await listening(listener)
  const report = await conformance({
    depth: 'default',
    baseUrl: `${origin}/api/v2`,
    environment: { TENANT_ACCESS_TOKEN: 'a-token-of-somebody.who-has.one' },
  })
  expect(report.outcome).toBe('incomplete')
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive')
  // One clause may have another reason. It tests the address in part 1 of the specification, and a wrong
  // address may be the mistake.
  const silent = open.filter(({ reason }) => !sentence.test(reason))
  expect(open.length).toBeGreaterThan(100)
  expect(silent.length, silent.map(({ id, reason }) => `${id}: ${reason}`).join('\n')).toBeLessThanOrEqual(1)
  expect(report.summary.fail).toBe(0)
  expect(asked.length, asked.join('\n')).toBeLessThan(requestsMax)
})

/** Returns the variables without tokens, so that all principals use clients. */
const clientsOf = ({ environment }: Tenant): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || name.endsWith('ACCESS_TOKEN') ? [] : [[name, value]],
    ),
  )

test.each([
  ['no path', ''],
  ['another path', '/api/v3'],
])('reports a base URL with %s in fewer than ten requests of a client', async (_, path) => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const { origin } = new URL(tenant.baseUrl)
  const report = await conformance({
    depth: 'default',
    environment: clientsOf(tenant),
    baseUrl: `${origin}${path}`,
  })
  expect(report.outcome).toBe('incomplete')
  expect(report.summary.fail).toBe(0)
  expect(report.traffic.requests).toBeLessThan(requestsMax)
})

test('reports refused tokens of a client in fewer than ten requests', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const { origin, asked } = await listening(always(401, '{"message":"Bad audience"}', json))
  const report = await conformance({
    depth: 'default',
    environment: clientsOf(tenant),
    baseUrl: `${origin}/api/v2`,
    authUrl: tenant.authUrl,
  })
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.map(({ reason }) => reason).join('\n')).toMatch(
    /refuses the token of the client TENANT_CLIENT_ID at .*: check the client, its audience and its scopes/,
  )
  expect(asked.length, asked.join('\n')).toBeLessThan(requestsMax)
  expect(report.traffic.requests).toBeLessThan(requestsMax)
})

test('a token endpoint that asks to wait for years delays no run', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const rate = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }
  const { origin } = await listening(always(429, '{}', { ...json, ...rate, 'retry-after': '1000000000' }))
  const report = await conformance({
    environment: clientsOf(tenant),
    baseUrl: tenant.baseUrl,
    authUrl: origin,
  })
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.map(({ reason }) => reason).join('\n')).toMatch(
    /the tenant asks you to wait 11575 days/,
  )
  expect(report.traffic.waitedMs).toBeLessThan(5_000)
})

test('does not wait for a tenant that asks for more than --max-minutes leaves', async () => {
  const { origin } = await listening(always(429, '{}', { ...json, 'retry-after': '50' }))
  const report = await conformance({
    baseUrl: `${origin}/api/v2`,
    environment: { TENANT_ACCESS_TOKEN: 'a-token-of-somebody.who-has.one' },
    maxMinutes: 0.5,
  })
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.map(({ reason }) => reason).join('\n')).toMatch(/asks to wait 50 seconds/)
  expect(report.traffic.waitedMs).toBeLessThan(5_000)
})

test('reports that a tenant is down', async () => {
  const { origin } = await listening(always(200, '', json))
  await closing.pop()?.()
  const report = await conformance({
    depth: 'default',
    baseUrl: `${origin}/api/v2`,
    environment: { TENANT_ACCESS_TOKEN: 'a-token-of-somebody.who-has.one' },
  })
  expect(report.clauses.map(({ reason }) => reason).join('\n')).toMatch(/can't be checked at/)
  expect(report.traffic.requests).toBeLessThan(requestsMax)
})

test('one operation that refuses the token does not end the run', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const proxy = await listening((request, response) => {
    const { url = '', method = 'GET', headers } = request
    if (url.endsWith('/keys/custom-signing'))
      return void response.writeHead(401, json).end('{"message":"Bad token"}')
    void fetch(`${tenant.authUrl}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '' },
    }).then(async (answer) => response.writeHead(answer.status, json).end(await answer.text()))
  })
  const report = await conformance({
    depth: 'default',
    environment: tenant.environment,
    baseUrl: `${proxy.origin}/api/v2`,
    authUrl: tenant.authUrl,
    only: ['custom-signing-keys.get'],
  })
  const reasons = report.clauses.map(({ reason }) => reason).join('\n')
  expect(reasons).not.toMatch(/the tenant refuses/)
  expect(reasons).toMatch(/a valid request was not accepted/)
})
