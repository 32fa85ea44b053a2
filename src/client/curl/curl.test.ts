// Runs curl commands in a real shell against a server.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { request } from 'undici'
import { expect, test } from 'vitest'
import type { SentRequest } from '../../base/exchange.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { serve } from '../wire/loopback.testing.ts'
import { curlOf } from './curl.ts'

const sent: SentRequest = { method: 'POST', url: '', headers: {}, body: null }
const env = {
  TENANT_ACCESS_TOKEN: 'full-token',
  TENANT_LIMITED_ACCESS_TOKEN: 'limited-token',
  TENANT_CLIENT_ID: 'me & you',
  TENANT_CLIENT_SECRET: 's=cr"t$',
  FORGED_TOKEN: 'forged',
  TENANT_API_KEY: 'k y&="1$é',
  TENANT_USERNAME: 'me',
  TENANT_PASSWORD: 'p "w$d',
}

interface Arrived {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

async function arrived(
  request: Partial<SentRequest>,
  path: string,
  principal = 'full',
  redact?: (text: string) => string,
) {
  const seen: Arrived[] = []
  const base = await serve((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method, url, headers } = incoming
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })
  const line = curlOf(
    { ...sent, url: `${base}/api${path}`, ...request },
    { baseUrl: `${base}/api/`, authUrl: base, principal, redact },
  )
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin', ...env, TENANT_BASE_URL: `${base}/api` }
  // The test passes the command through standard input, because an argument could not contain such a
  // long line.
  const running = promisify(execFile)('/bin/sh', [], { env: variables })
  running.child.stdin?.end(`${line}\n`)
  await running
  const [first, ...more] = seen
  expect(more).toEqual([])
  if (first === undefined) throw new Error(`nothing arrived from ${line}`)
  return { line, ...first }
}

test('the common case reads well', () => {
  const request: SentRequest = {
    method: 'PATCH',
    url: 'https://a.example/api/v2/event-streams/est_1',
    headers: {
      host: 'a.example',
      'user-agent': 'x',
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Bearer abc',
    },
    body: '{"name":"it\'s"}',
  }
  expect(
    curlOf(request, { baseUrl: 'https://a.example/api/v2', authUrl: 'https://a.example', principal: 'full' }),
  ).toBe(
    `curl -sS -i --globoff --path-as-is -X PATCH "$TENANT_BASE_URL/event-streams/est_1" -H "Authorization: Bearer $TENANT_ACCESS_TOKEN" -H 'accept: application/json' -H 'content-type: application/json' --data-raw '{"name":"it'"'"'s"}'`,
  )
})

test('the line sends exactly the headers of the exchange', async () => {
  const { line, headers, body } = await arrived(
    {
      headerCase: 'upper',
      headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked', authorization: 'Bearer abc' },
      body: 'a',
    },
    '/x',
  )
  expect(line).toContain(`"AUTHORIZATION: Bearer $TENANT_ACCESS_TOKEN" -H 'CONTENT-TYPE: text/plain'`)
  expect(headers).toMatchObject({ 'transfer-encoding': 'chunked', authorization: 'Bearer full-token' })
  expect([headers.accept, headers['content-length'], body]).toEqual([undefined, undefined, 'a'])
})

test('secrets are removed before quoting, and the line stays one command', async () => {
  const secret = `it's-a'"'"'secret';"'touch`
  const mask = new SecretMask()
  mask.add(secret)
  const redact = (text: string): string => mask.redact(text)
  const body = JSON.stringify({ name: "it's", password: secret, access_token: `x'"'"'y'; exit 9; '` })
  const got = await arrived(
    { body, headers: { 'x-said': `'${secret}'` } },
    `/'${secret.slice(0, 14)}/x`,
    'full',
    redact,
  )
  expect(got.body).toBe('{"name":"it\'s","password":"[redacted]","access_token":"[redacted]"}')
  expect(got.headers['x-said']).toBe("'[redacted]'")
  expect(redact(got.line)).toBe(got.line)
})

test.each([
  ['quotes', `it's "$HOME" \`id\` $(id) \\ ! %s %% \n\r\t end`],
  ['a file name', '@/etc/passwd'],
  ['Unicode', '\u{1f600}\u0000é\ufeff'],
  ['NUL', `a\0b'\0 \\n 100% \\000`],
  ['an empty body', ''],
  ['a long body', 'x%\\'.repeat(100_000)],
])('a body arrives as it was sent: %s', async (_, body) => {
  const got = await arrived({ body, headers: { 'content-type': 'text/plain' } }, '/x')
  expect(got.body).toBe(body)
  expect(got.headers['content-type']).toBe('text/plain')
})

test.each(['GET', 'DELETE', 'POST', 'PUT', 'PATCH'])(
  'without a body, %s has the length that the client sends',
  async (method) => {
    const lengths: unknown[] = []
    const base = await serve((incoming, response) => {
      lengths.push(incoming.headers['content-length'])
      response.end()
    })
    await (await request(base, { method })).body.dump()
    const { headers } = await arrived({ method }, '/x')
    expect([headers['content-length']]).toEqual(lengths)
  },
)

test('odd paths and headers arrive as they were sent', async () => {
  const got = await arrived({ headers: { 'x-a': `'"$HOME`, accept: '' } }, `/../{a,b}[1-3]/'$HOME'!?q=\`id\``)
  expect(got).toMatchObject({
    method: 'POST',
    url: `/api/../{a,b}[1-3]/'$HOME'!?q=\`id\``,
    headers: { 'x-a': `'"$HOME`, accept: '' },
  })
  expect((await arrived({ body: '{}' }, '/x')).headers['content-type']).toBeUndefined()
  expect(await arrived({ method: 'HEAD' }, '/x')).toMatchObject({ method: 'HEAD' })
})

test.each([
  ['full', 'Bearer secret-of-full', 'Bearer full-token'],
  ['full', 'Token secret-of-full', 'Token full-token'],
  ['full', 'Bearer', 'Bearer'],
  ['bearer', 'Bearer secret', 'Bearer full-token'],
  ['wrong-scheme', 'Basic secret', 'Basic full-token'],
  ['full', 'secret-of-full-without-scheme', 'full-token'],
  ['limited', 'Bearer secret', 'Bearer limited-token'],
  ['not-a-jwt', 'Bearer not-a-jwt-1', 'Bearer not-a-jwt-1'],
  ["it's\nnew", 'Bearer a.secret.', 'Bearer forged'],
])('the token of %s in %j comes from the environment', async (principal, authorization, received) => {
  const got = await arrived({ method: 'GET', headers: { authorization } }, '/x', principal)
  expect(got.headers.authorization).toBe(received)
  expect(got.line).not.toContain('secret')
  if (received.includes('forged')) expect(got.line).toMatch(/^# FORGED_TOKEN: .*\ncurl/)
})

test('a token request names the variables of the client', async () => {
  const body = 'grant_type=client_credentials&client_id=a&client_secret=hidden&audience=%2Fapi%2Fv2%2F'
  const got = await arrived(
    { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    '/oauth/token/',
  )
  expect(got.line).not.toContain('hidden')
  expect(Object.fromEntries(new URLSearchParams(got.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'me & you',
    client_secret: 's=cr"t$',
    audience: '/api/v2/',
  })
})

test('a token request by HTTP Basic joins the variables of the client, form-encoded', async () => {
  const got = await arrived(
    {
      body: 'grant_type=client_credentials&audience=%2Fapi%2Fv2%2F',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa('a:hidden')}`,
      },
    },
    '/oauth/token/',
  )
  const joined = Buffer.from(String(got.headers.authorization).replace('Basic ', ''), 'base64').toString()
  expect(joined.split(':').map(decodeURIComponent)).toEqual(['me & you', 's=cr"t$'])
  expect(got.line).not.toContain(btoa('a:hidden'))
  expect(got.body).toBe('grant_type=client_credentials&audience=%2Fapi%2Fv2%2F')
})

test('API keys and HTTP Basic come from the environment, beside other cookies and parameters', async () => {
  const key = { name: "a'b$c", shown: '$TENANT_API_KEY' }
  const inQuery = await arrived({ credentials: [{ ...key, in: 'query' }] }, '/x?a=1')
  expect([...new URL(`http://a${inQuery.url}`).searchParams]).toEqual([
    ['a', '1'],
    [key.name, env.TENANT_API_KEY],
  ])
  const inHeader = await arrived({ credentials: [{ ...key, name: 'X-Key', in: 'header' }] }, '/x')
  expect(Buffer.from(String(inHeader.headers['x-key']), 'latin1').toString()).toBe(env.TENANT_API_KEY)
  const inCookie = await arrived(
    {
      headers: { cookie: 'theme=dark' },
      credentials: [
        { in: 'cookie', name: 'key', shown: 'not-the-key' },
        { in: 'cookie', name: 'user', shown: '$TENANT_USERNAME' },
      ],
    },
    '/x',
  )
  expect(inCookie.headers.cookie).toBe('theme=dark; key=not-the-key; user=me')
  const basic = await arrived(
    { credentials: [{ in: 'basic', name: 'authorization', shown: '$TENANT_USERNAME:$TENANT_PASSWORD' }] },
    '/x',
  )
  expect(basic.headers.authorization).toBe(`Basic ${btoa('me:p "w$d')}`)
  for (const { line } of [inQuery, inHeader, basic]) expect(line).not.toContain('1$é')
})

test('a request with a wrong API key has the valid token', async () => {
  const request = {
    headers: { authorization: 'Bearer abc' },
    credentials: [{ in: 'header', name: 'X-Key', shown: 'not-the-key' } as const],
  }
  const { line, headers } = await arrived(request, '/x', 'wrong-key main')
  expect(headers).toMatchObject({ authorization: 'Bearer full-token', 'x-key': 'not-the-key' })
  expect(line).not.toContain('FORGED_TOKEN')
})
