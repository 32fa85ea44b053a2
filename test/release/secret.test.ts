// Tests that no output contains a secret that a tenant returned, in any encoding.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../bin.ts'

const jwt = (name: string): string =>
  [{ alg: 'RS256' }, { sub: `canary-${name}`, exp: 4_000_000_000 }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(Buffer.from(`the signature of the canary ${name}, long enough`).toString('base64url'))
    .join('.')

const secrets: Readonly<Record<string, string>> = {
  TENANT_ACCESS_TOKEN: jwt('full'),
  TENANT_CLIENT_SECRET: 'canary/secret+of "full" & more ü',
  TENANT_LIMITED_ACCESS_TOKEN: jwt('limited'),
  TENANT_LIMITED_CLIENT_SECRET: 'canary-secret-of-limited',
  TENANT_NON_GLOBAL_ACCESS_TOKEN: 'canary.opaque.token~of~nonGlobal',
  TENANT_NON_GLOBAL_CLIENT_SECRET: 'canary-secret-of-non-global',
  TENANT_EXPIRED_ACCESS_TOKEN: jwt('expired'),
  TENANT_OTHER_AUDIENCE_ACCESS_TOKEN: jwt('other-audience'),
  TENANT_NOT_YET_VALID_ACCESS_TOKEN: jwt('not-yet-valid'),
  TENANT_OTHER_ISSUER_ACCESS_TOKEN: jwt('other-issuer'),
}
const credential = 'canary-webhook-credential/+ü'
const issued = jwt('issued')
const form = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2)
// The Basic credentials of a client (RFC 6749, section 2.3.1).
const pair = Buffer.from(`the-client:${form(secrets.TENANT_CLIENT_SECRET ?? '')}`).toString('base64')
const canaries = [...Object.values(secrets), credential, issued, pair]

const encodings = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  form(value),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
  Buffer.from(value).toString('base64url'),
]

/** Starts a tenant that returns secrets everywhere: in headers, members, errors and ids. */
const parrot = async () => {
  let count = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks).toString()
    const told = canaries.flatMap(encodings)
    count += 1
    const path = request.url ?? ''
    response.setHeader('x-echo', encodeURIComponent(canaries.join(' ')))
    response.setHeader('x-authorization', request.headers.authorization ?? 'none')
    response.setHeader('content-type', 'application/json')
    if (path.startsWith('/oauth'))
      return response.end(
        JSON.stringify({ access_token: issued, expires_in: 3600, error_description: told, sent }),
      )
    const status = count % 3 === 0 ? 400 : count % 7 === 0 ? 500 : path.includes('rate-limit') ? 204 : 200
    response.statusCode = status
    if (status === 204) return response.end()
    const stream = {
      id: `${'x'.repeat(20)}${100_000 + count}`,
      name: told[0] ?? '',
      subscriptions: [{ event_type: told[1] }],
    }
    const body =
      request.method === 'GET' && path.includes('keys')
        ? { keys: [{ kid: told[2], use: told[3], [told[4] ?? '']: told }] }
        : path.includes('templates')
          ? { enrollment_message: told.join(' '), verification_message: sent }
          : {
              ...stream,
              destination: { type: 'webhook', told },
              status: 'enabled',
              created_at: told[5],
              message: sent,
              told,
            }
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('no byte of any output contains a secret', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
  const { origin, server } = await parrot()
  try {
    const profile = {
      name: 'parrot',
      eventStream: {
        forwardingStateField: 'status',
        eventTypes: ['a.b', 'c.d'],
        webhookCredentials: { password: credential },
      },
      operations: { 'event-streams.create': { success: [201], invalidRequest: [422] } },
      errorBody: { type: 'object', required: ['no'] },
      fixtures: {
        deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' },
        readPhoneTemplates: { method: 'GET', path: '/guardian/factors/phone/templates' },
        createRateLimitPolicy: { method: 'POST', path: '/rate-limit-policies', body: {}, id: '/told/0' },
      },
    }
    writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile))
    const environment = {
      ...secrets,
      TENANT_BASE_URL: `${origin}/api/v2`,
      TENANT_CLIENT_ID: 'the-client',
      TENANT_LIMITED_CLIENT_ID: 'the-limited-client',
      TENANT_NON_GLOBAL_CLIENT_ID: 'the-other-client',
      TENANT_PROFILE: 'profile.json',
    }
    const outputs = new Map<string, string>()
    const keep = async (name: string, args: readonly string[], extra = {}): Promise<number | null> => {
      const { code, text } = await command(args, folder, { ...environment, ...extra }).ended
      outputs.set(name, text)
      return code
    }
    const killed = command(
      ['run', '--report-dir', 'killed', '--examples', '1', '--verbose'],
      folder,
      environment,
    )
    setTimeout(() => killed.process.kill('SIGKILL'), 1_200)
    outputs.set('killed', (await killed.ended).text)
    await keep('run', ['run', '--examples', '2', '--seed', '1', '--verbose'])
    await keep('basic', ['run', '--examples', '0', '--only', 'any.', '--report-dir', 'basic', '--verbose'], {
      TENANT_TOKEN_AUTH: 'basic',
    })
    await keep('har', ['export', 'har', '--output', 'reports/export.har'])
    await keep('sweep', ['sweep', '--report-dir', 'killed'])
    for (const [name, value] of Object.entries(secrets).slice(0, 2))
      await keep(`bad ${name}`, ['run', '--report-dir', 'bad'], {
        TENANT_BASE_URL: `http://user:${encodeURIComponent(value)}@x/`,
        [name]: value,
      })
    for (const sub of ['reports', 'basic', 'killed', 'bad'])
      try {
        for (const file of readdirSync(join(folder, sub)))
          outputs.set(`${sub}/${file}`, readFileSync(join(folder, sub, file), 'utf8'))
      } catch {
        // The command wrote no file.
      }
    expect([...outputs.keys()]).toEqual(
      expect.arrayContaining([
        'reports/report.json',
        'reports/junit.xml',
        'reports/report.html',
        'reports/summary.md',
        'reports/export.har',
        'basic/report.json',
      ]),
    )
    expect(outputs.get('run')?.length).toBeGreaterThan(10_000)
    const held = [...outputs].flatMap(([name, text]) =>
      canaries.flatMap((canary) =>
        encodings(canary)
          .filter((form) => text.includes(form))
          .map((form) => `${name} holds ${form}`),
      ),
    )
    expect(held).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
