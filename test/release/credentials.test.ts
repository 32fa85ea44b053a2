// Tests that credentials go only to addresses that the operator names.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { conformance, type Report, replay, startTenant, type Tenant } from '../../src/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { command } from '../bin.ts'
import { pass as forward } from '../forward.ts'

const closing: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Heard {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly body: string
}

/** Starts a server that records the requests that it receives. */
async function listening(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
): Promise<{ readonly origin: string; readonly heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    heard.push({ method, url, authorization: headers.authorization ?? '', body })
    await answer(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

const elsewhere = () => listening((_, response) => response.writeHead(200).end('{}'))

async function tenantOfClients(): Promise<Tenant> {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  return tenant
}

describe.each(['redirects', 'links', 'key sets'])('a tenant whose %s point to another origin', (what) => {
  test('gets the token, its token endpoint gets the secret, and the other origin gets nothing', async () => {
    const tenant = await tenantOfClients()
    const { TENANT_CLIENT_ID = '', TENANT_CLIENT_SECRET = '' } = tenant.environment
    const stranger = await elsewhere()
    let requests = 0
    const pass = async (request: IncomingMessage, response: ServerResponse, body: string) => {
      const { method = 'GET', url = '' } = request
      if (what === 'redirects' && url.startsWith('/api') && ++requests % 2 === 0)
        return response.writeHead(307, { location: `${stranger.origin}${url}` }).end()
      const answer = await forward(tenant.authUrl, { method, path: url, headers: request.rawHeaders, body })
      const text = answer.body
      const told =
        what === 'links' && text.startsWith('{')
          ? { ...(JSON.parse(text) as JsonObject), next: `${stranger.origin}/next` }
          : null
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        ...(what === 'links'
          ? { link: `<${stranger.origin}/next>; rel="next"`, location: `${stranger.origin}/made` }
          : {}),
        ...(what === 'key sets'
          ? { 'www-authenticate': `Bearer realm="x", resource_metadata="${stranger.origin}/keys"` }
          : {}),
      })
      response.end(answer.status === 204 ? undefined : told === null ? text : JSON.stringify(told))
    }
    const api = await listening(pass)
    const auth = await listening(pass)
    await conformance({
      depth: 'default',
      baseUrl: `${api.origin}/api/v2`,
      authUrl: auth.origin,
      environment: { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET },
      examples: 1,
    })
    expect(stranger.heard).toEqual([])
    expect(api.heard.some(({ authorization }) => authorization.startsWith('Bearer '))).toBe(true)
    expect(JSON.stringify(api.heard)).not.toContain(TENANT_CLIENT_SECRET)
    expect(auth.heard.some(({ body }) => body.includes(encodeURIComponent(TENANT_CLIENT_SECRET)))).toBe(true)
    expect(auth.heard.filter(({ authorization }) => authorization.startsWith('Bearer '))).toEqual([])
    // From the other address, the run requests only data that needs no credential.
    const asked = new Set(auth.heard.map(({ url }) => url))
    expect([...asked].sort()).toEqual(['/.well-known/jwks.json', '/oauth/token/'])
  })
})

describe('a report that somebody else may have written', () => {
  const reported = async (tenant: Tenant): Promise<Report> =>
    conformance({
      depth: 'default',
      environment: tenant.environment,
      only: ['custom-signing-keys'],
      examples: 1,
    })

  /** Returns a report with another target or another write mode. */
  const forged = (report: Report, target: Partial<Report['target']>, writes?: string): Report => ({
    ...report,
    target: { ...report.target, ...target },
    run: { ...report.run, options: { ...report.run.options, ...(writes === undefined ? {} : { writes }) } },
    clauses: report.clauses.map((clause, index) => (index === 0 ? { ...clause, verdict: 'fail' } : clause)),
  })

  test.each<[string, (origin: string) => [Partial<Report['target']>, string?]]>([
    ['another base URL', (origin) => [{ baseUrl: `${origin}/api/v2` }]],
    ['another auth URL', (origin) => [{ authUrl: origin }]],
    ['a wider write mode', () => [{}, 'destructive']],
  ])('with %s is not followed: the error names both, and nothing is sent', async (_, change) => {
    const tenant = await tenantOfClients()
    const stranger = await elsewhere()
    const [target, writes] = change(stranger.origin)
    const report = forged(await reported(tenant), target, writes)
    const before = tenant.inspect().requests.length
    const environment = { ...tenant.environment, ...(writes === undefined ? {} : { TENANT_WRITES: 'none' }) }
    const replayed = replay(report, [], { environment })
    await expect(replayed).rejects.toThrow(
      /^The report belongs to a run with .+, but this command has .+: nothing was sent/,
    )
    await expect(replayed).rejects.toThrow(writes ?? stranger.origin)
    expect(stranger.heard).toEqual([])
    expect(tenant.inspect().requests.length).toBe(before)
  })

  test('is followed if the operator trusts it, and if it says the same', async () => {
    const tenant = await tenantOfClients()
    const stranger = await elsewhere()
    const report = await reported(tenant)
    const { environment } = tenant
    const before = tenant.inspect().requests.length
    await replay(forged(report, {}), [], { environment })
    expect(tenant.inspect().requests.length).toBeGreaterThan(before)
    const { TENANT_ACCESS_TOKEN = '' } = environment
    const target = { baseUrl: `${stranger.origin}/api/v2`, authUrl: stranger.origin }
    await replay(forged(report, target), [], { environment: { TENANT_ACCESS_TOKEN }, trustFile: true })
    expect(stranger.heard.length).toBeGreaterThan(0)
  })
})

describe('a ledger that somebody else may have written', () => {
  test.each<[string, string]>([
    ['baseUrl', '/api/v2'],
    ['tokenUrl', '/oauth/token/'],
  ])('with another %s is not followed: the error names both, and nothing is sent', async (member, path) => {
    const tenant = await tenantOfClients()
    const stranger = await elsewhere()
    const folder = mkdtempSync(join(tmpdir(), 'tc-'))
    closing.push(async () => rmSync(folder, { recursive: true }))
    const { baseUrl, authUrl } = tenant
    const first = {
      entry: 'run',
      version: 1,
      marker: 'tc-0a1b2c3d',
      baseUrl,
      authUrl,
      tokenUrl: `${authUrl}/oauth/token/`,
      audience: '/api/v2/',
      embedded: false,
      profile: null,
      fixtures: {},
      [member]: `${stranger.origin}${path}`,
    }
    const created = { entry: 'created', number: 1, kind: 'event-stream', id: 'est_0123456789abcdefghijkl' }
    writeFileSync(join(folder, 'ledger.jsonl'), `${JSON.stringify(first)}\n${JSON.stringify(created)}\n`)
    const before = tenant.inspect().requests.length
    const { code, text } = await command(['sweep', '--report-dir', folder], folder, tenant.environment).ended
    expect(code, text).toBe(2)
    expect(text).toContain(`${stranger.origin}${path}`)
    expect(text).toContain(new URL(tenant.baseUrl).host)
    expect(stranger.heard).toEqual([])
    expect(tenant.inspect().requests.length).toBe(before)
  })
})

describe('plain http', () => {
  const settings = (TENANT_BASE_URL: string, insecureHttp = false) =>
    resolveSettings(
      { insecureHttp },
      { TENANT_BASE_URL, TENANT_ACCESS_TOKEN: 'a-token.of-a-tenant.long-enough' },
      false,
    )

  test('carries credentials to public names only if the operator says so', () => {
    const address = 'http://tenant.example.com/api/v2'
    expect(() => settings(address)).toThrow(
      /would travel unencrypted: give an https address, or allow it with --insecure-http/,
    )
    expect(settings(address, true).notes.join()).toContain(
      'Credentials travel unencrypted to tenant.example.com',
    )
  })

  test('carries them inside of a private network, with a warning, and inside of the machine', () => {
    expect(settings('http://tenant:8080/api/v2').notes.join()).toContain('unencrypted to tenant:8080')
    expect(settings('http://10.1.2.3/api/v2').notes.join()).toContain('unencrypted to 10.1.2.3')
    expect(settings('http://127.0.0.1:3000/api/v2').notes).toEqual([])
    expect(settings('https://tenant.example.com/api/v2').notes).toEqual([])
  })
})
