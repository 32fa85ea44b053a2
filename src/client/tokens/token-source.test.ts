// Gets tokens from a real endpoint: requests, sharing, renewal and failures.
import type { IncomingMessage } from 'node:http'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sleep } from '../../base/clock.ts'
import { Secret } from '../../base/secret.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import type { Client, ClientOptions } from '../client.ts'
import { createClient } from '../run-client.ts'
import { closeAfterTest, get, serve } from '../wire/loopback.testing.ts'
import { tokenCharactersMax } from './token-answer.ts'
import { silentMax, tokenAnswersBytesMax } from './token-asker.ts'
import { type TokenAuth, TokenAuthentication } from './token-authentication.ts'
import { tokenAnswerBytesMax } from './token-request.ts'
import { type Credentials, createTokenSource } from './token-source.ts'

// The time is fake, because a busy machine is slow. Timers still run.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())
const pass = (durationMs: number): void => void vi.advanceTimersByTime(durationMs)

const client1: Credentials = { clientId: 'client-1', clientSecret: new Secret('p@ss w&rd=1') }

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

async function sourceOn(
  answer: (count: number, request: IncomingMessage, body: string) => Answer | Promise<Answer>,
  credentials = client1,
  tokenAuth: TokenAuth = 'post',
  options: Partial<ClientOptions> = {},
) {
  const requests: { request: IncomingMessage; body: string }[] = []
  const base = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      requests.push({ request, body })
      const { status = 200, headers = {}, body: text } = await answer(requests.length, request, body)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    })
  })
  const mask = new SecretMask()
  const written: string[] = []
  const client: Client = createClient({
    baseUrl: `${base}/api/v2`,
    mask,
    onExchange: (exchange) => written.push(JSON.stringify(mask.maskDeep(exchange))),
    ...options,
  })
  closeAfterTest(() => client.close())
  const tokenUrl = `${base}/oauth/token/`
  const authentication = new TokenAuthentication(tokenAuth)
  const sourceOf = (principal: string, of: Credentials) =>
    createTokenSource({
      principal,
      credentials: of,
      tokenUrl,
      audience: '/api/v2/',
      authentication,
      client,
      mask,
    })
  return {
    source: sourceOf('full', credentials),
    sourceOf,
    authentication,
    client,
    requests,
    written,
    mask,
    tokenUrl,
  }
}

function granted(token: string, more: object = {}): Answer {
  return { body: JSON.stringify({ access_token: token, token_type: 'Bearer', ...more }) }
}

test('requests a token by a form with the audience, once for all concurrent callers', async () => {
  const { source, requests } = await sourceOn((count) => granted(`token-${count}-xyz`, { expires_in: 3600 }))
  const outcomes = await Promise.all([source.token(), source.token(), source.token()])
  expect(outcomes.map((outcome) => outcome.ok && outcome.token.reveal())).toEqual(
    Array(3).fill('token-1-xyz'),
  )
  expect(await source.token()).toBe(outcomes[0])
  expect(requests).toHaveLength(1)
  const { request, body } = requests[0] ?? {}
  expect([
    request?.method,
    request?.url,
    request?.headers['content-type'],
    request?.headers.authorization,
  ]).toEqual(['POST', '/oauth/token/', 'application/x-www-form-urlencoded', undefined])
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client-1',
    client_secret: 'p@ss w&rd=1',
    audience: '/api/v2/',
  })
  expect(outcomes[0]).toMatchObject({
    response: { access_token: 'token-1-xyz', expires_in: 3600 },
    exchange: { operation: 'token' },
  })
  expect(source.exchanges).toHaveLength(1)
})

test('renews a token before it expires, by expires_in or by the claims', async () => {
  const claims = async (lifetimeS: number, atS = 1_000) =>
    new SignJWT({ iat: atS, exp: atS + lifetimeS, n: Math.random() })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32))
  const brief = await claims(0.8)
  const long = await claims(3600)
  const renewed = async (answer: Answer) => {
    const { source, requests } = await sourceOn((count) => (count === 1 ? answer : granted(long)))
    await source.token()
    pass(150)
    await source.token()
    expect(requests).toHaveLength(1)
    pass(400)
    expect(await source.token()).toMatchObject({ ok: true, response: { access_token: long } })
    expect(requests).toHaveLength(2)
    await source.token()
    expect(requests).toHaveLength(2)
  }
  await renewed(granted('brief-token', { expires_in: 0.8 }))
  await renewed(granted(brief))
})

test('a token that cannot be renewed is used until it expires', async () => {
  const { source } = await sourceOn((count) =>
    count === 1 ? granted('first-token', { expires_in: 1.2 }) : { status: 503, body: '' },
  )
  await source.token()
  pass(1_000)
  expect(await source.token()).toMatchObject({ ok: true, response: { access_token: 'first-token' } })
  pass(300)
  expect(await source.token()).toMatchObject({ ok: false, reason: expect.stringContaining('503') })
})

test('waits after a short 429 of the token endpoint, but delays no other request', async () => {
  const { source, client, requests } = await sourceOn((count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: '{}' } : granted('a-token-xyz'),
  )
  const asked = source.token()
  while (requests.length === 0) await sleep(5)
  await client.send({ ...get, path: '/other' })
  expect(client.waitedOut).toBe(false)
  expect(await asked).toMatchObject({ ok: true })
  expect(requests.map(({ request }) => request.url)).toEqual([
    '/oauth/token/',
    '/api/v2/other',
    '/oauth/token/',
  ])
})

test('an endpoint that requests too long a wait gets no request before the wait ends', async () => {
  const { source, sourceOf, client, requests } = await sourceOn((count) =>
    count === 1
      ? granted('a-token-xyz', { expires_in: 3_600 })
      : { status: 429, headers: { 'retry-after': '3120' }, body: '{}' },
  )
  const first = await source.token()
  const limited = sourceOf('limited', client1)
  expect(await limited.token()).toMatchObject({ ok: false, reason: expect.stringContaining('returned 429') })
  await sleep(2_100)
  expect((await limited.token()).ok).toBe(false)
  expect((await limited.renew()).ok).toBe(false)
  expect(requests).toHaveLength(2)
  // The token stays valid until it expires.
  expect(await source.token()).toBe(first)
  expect(client.waitedOut).toBe(false)
})

test('a token may have expired in the last second of its life, because times are whole seconds', async () => {
  const { source } = await sourceOn((count) =>
    granted(`token-${count}`, { expires_in: count === 1 ? 1.2 : 60 }),
  )
  const first = await source.token()
  const used = first.ok ? first.token : new Secret('')
  expect(source.mayHaveEnded(used)).toBe(false)
  pass(220)
  expect(source.mayHaveEnded(used)).toBe(true)
  const fresh = await source.renew(used)
  expect([used, fresh.ok ? fresh.token : used].map((token) => source.mayHaveEnded(token))).toEqual([
    true,
    false,
  ])
})

test('renew returns a new token, once for all callers that got a 401 with the same token', async () => {
  const { source, requests } = await sourceOn((count) => granted(`token-${count}-xyz`))
  const first = await source.token()
  const used = first.ok ? first.token : new Secret('')
  const fresh = await source.renew(used)
  expect(await source.renew(used)).toBe(fresh)
  expect(await source.token()).toBe(fresh)
  expect(fresh).toMatchObject({ ok: true, expiresAtMs: null, response: { access_token: 'token-2-xyz' } })
  await source.renew()
  expect(requests).toHaveLength(3)
})

test.each<[string, Answer, string]>([
  [
    'a refusal',
    { status: 401, body: '{"error":"access_denied","d":"p@ss w&rd=1 is wrong"}' },
    'check client id',
  ],
  ['a wrong path', { status: 404, body: 'no such page' }, 'token URL'],
  [
    'a redirect',
    { status: 301, headers: { location: '/oauth/token' }, body: '' },
    'set the token URL to /oauth/token',
  ],
  ['a page', { body: '<html>' }, 'access_token was expected'],
  ['no token', granted(''), 'access_token was expected'],
  ['a list', { body: '["a"]' }, 'access_token was expected'],
])('%s is explained without a secret, and not asked for again at once', async (_, answer, hint) => {
  const { source, requests, tokenUrl } = await sourceOn(() => answer)
  const outcome = await source.token()
  expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining(hint), exchange: { id: 1 } })
  const reason = outcome.ok ? '' : outcome.reason
  expect(reason).toContain(`POST ${tokenUrl} returned ${answer.status ?? 200}`)
  expect(reason).not.toContain('p@ss')
  await source.token()
  expect(requests).toHaveLength(1)
})

test('exchanges contain no sent or received secret', async () => {
  const body = '{"access_token":"opaque-access-1","nested":{"refresh_token":"opaque-refresh-1"}}'
  for (const text of [body, `${body.slice(0, -1)} broken`]) {
    const { source, written } = await sourceOn(() => ({ body: text }))
    await source.token()
    expect(written).toHaveLength(1)
    for (const secret of ['opaque-access-1', 'opaque-refresh-1', 'p@ss', 'p%40ss'])
      expect(written.join()).not.toContain(secret)
  }
})

test('renew does not return a token that must be renewed itself', async () => {
  const { source, requests } = await sourceOn((count) => granted(`token-${count}`, { expires_in: 0.4 }))
  const first = await source.token()
  await source.renew()
  pass(420)
  await source.renew(first.ok ? first.token : undefined)
  expect(requests).toHaveLength(3)
})

test('a supplied token is used unchanged and cannot be renewed', async () => {
  const { source, requests, mask } = await sourceOn(() => granted('x'), {
    accessToken: new Secret('given-token'),
  })
  expect(await source.token()).toMatchObject({ ok: true, response: null, exchange: null, expiresAtMs: null })
  expect(await source.renew()).toMatchObject({ ok: false, reason: expect.stringContaining('full') })
  expect(requests).toHaveLength(0)
  expect(mask.mask('a given-token b')).toBe('a [redacted] b')
})

const refusedInBody =
  (status: number) =>
  (_: number, { headers }: IncomingMessage): Answer =>
    headers.authorization?.startsWith('Basic ')
      ? granted('token-by-basic')
      : { status, body: '{"error":"invalid_client"}' }

// Form-encoded as in RFC 6749, section 2.3.1.
const basic1 = Buffer.from('client-1:p%40ss+w%26rd%3D1').toString('base64')

test('by HTTP Basic, id and secret are form-encoded and not in the body', async () => {
  const { source, requests } = await sourceOn(refusedInBody(400), client1, 'basic')
  expect(await source.token()).toMatchObject({ ok: true, response: { access_token: 'token-by-basic' } })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.request.headers.authorization).toBe(`Basic ${basic1}`)
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    audience: '/api/v2/',
  })
})

test.each([400, 401])('if the body gets %i, Basic is tried, and kept for all principals', async (status) => {
  const { source, sourceOf, requests, authentication } = await sourceOn(
    refusedInBody(status),
    client1,
    'auto',
  )
  expect(authentication.found).toEqual([])
  expect(await source.token()).toMatchObject({ ok: true })
  expect(requests).toHaveLength(2)
  await source.renew()
  const limited = { clientId: 'client-2', clientSecret: new Secret('another secret') }
  expect(await sourceOf('limited', limited).token()).toMatchObject({ ok: true })
  expect(requests).toHaveLength(4)
  expect(authentication.found).toEqual(['basic'])
})

test.each([403, 404, 500, 503])('%i does not lead to another client authentication', async (status) => {
  const { source, requests } = await sourceOn(() => ({ status, body: '' }), client1, 'auto')
  await source.token()
  expect(requests.map(({ request }) => request.headers.authorization)).not.toContain(`Basic ${basic1}`)
})

test('a client that needs another method than the first client also gets a token', async () => {
  const own = (_: number, { headers }: IncomingMessage, body: string): Answer =>
    body.includes('client_id=client-1') || headers.authorization === `Basic ${btoa('client-2:a-secret')}`
      ? granted('a-token-of-its-own')
      : { status: 401, body: '' }
  const { source, sourceOf, authentication } = await sourceOn(own, client1, 'auto')
  const other = sourceOf('limited', { clientId: 'client-2', clientSecret: new Secret('a-secret') })
  for (const one of [source, other, source]) expect(await one.renew()).toMatchObject({ ok: true })
  expect(authentication.found).toEqual(['post', 'basic'])
})

test('a principal that is refused after another found the method also finds the method', async () => {
  let found: Promise<unknown> = Promise.resolve()
  const { source, sourceOf } = await sourceOn(
    async (_, request, body) => {
      if (body.includes('client-2')) await found
      return refusedInBody(401)(_, request)
    },
    client1,
    'auto',
  )
  const late = sourceOf('limited', { clientId: 'client-2', clientSecret: new Secret('a-secret') }).token()
  found = source.token()
  expect(await late).toMatchObject({ ok: true })
})

test('if both methods are refused, the reason contains both responses, and later requests use one method', async () => {
  const { source, requests } = await sourceOn(
    (_, { headers }) => ({
      status: headers.authorization === undefined ? 401 : 400,
      body: headers.authorization === undefined ? 'wrong' : `echo ${headers.authorization}`,
    }),
    client1,
    'auto',
  )
  const outcome = await source.token()
  const reason = outcome.ok ? '' : outcome.reason
  expect(reason).toMatch(/returned 401 wrong: check client id.*by HTTP Basic.*400 echo Basic \[redacted\]/)
  expect(requests).toHaveLength(2)
  await source.token(true)
  expect(requests).toHaveLength(3)
})

test('exchanges contain no encoded form of the secret', async () => {
  const { source, written } = await sourceOn(
    (count, { headers }) => ({
      status: count === 1 ? 401 : 200,
      body: JSON.stringify({
        access_token: 'opaque-access-1',
        echo: [headers.authorization, basic1, `id=client-1 secret=p%40ss+w%26rd%3D1`, btoa('x:p@ss w&rd=1')],
      }),
    }),
    client1,
    'auto',
  )
  await source.token()
  expect(written).toHaveLength(2)
  for (const secret of [basic1, 'p%40ss', 'p@ss', btoa('x:p@ss w&rd=1').slice(4, -4)])
    expect(written.join()).not.toContain(secret)
})

describe('a token that no header can carry is rejected, and the reason omits the token', () => {
  const smuggled = '\r\nX-Injected: 1\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  test.each([
    ['a line break', `abcdefgh${smuggled}`],
    ['a null', 'abc\0defghij'],
    ['a blank', 'abc defghij'],
    ['nothing but a blank', ' '],
    ['a delete', 'abcdefghij\x7f'],
    ['a letter beyond ASCII', 'abcdefghü'],
    ['a line separator', 'abcdefgh\u2028'],
    ['half of a character', 'abcdefgh\ud800'],
  ])('%s', async (_, token) => {
    const { source } = await sourceOn(() => granted(token))
    const outcome = await source.token()
    expect(outcome.ok).toBe(false)
    const { reason } = outcome as { reason: string }
    expect(reason).toMatch(/returned 200 with an access_token with characters other than visible ASCII/)
    expect(reason).not.toContain('abc')
  })

  test('one character too many', async () => {
    const at = await sourceOn(() => granted('a'.repeat(tokenCharactersMax)))
    expect((await at.source.token()).ok).toBe(true)
    const beyond = await sourceOn(() => granted('a'.repeat(tokenCharactersMax + 1)))
    const outcome = await beyond.source.token()
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('of 16385 characters') })
    expect(JSON.stringify(outcome)).not.toContain('"reason":"aaa')
  })
})

test('other members of the response are never sent', async () => {
  const odd = 'x\r\nX-Injected: 1'
  for (const more of [
    { token_type: odd },
    { expires_in: `3600${odd}` },
    { expires_in: {} },
    { scope: odd },
  ]) {
    const { source } = await sourceOn(() => granted('abcdefghij', more))
    const outcome = await source.token()
    expect(outcome.ok && outcome.token.reveal()).toBe('abcdefghij')
  }
})

test('a response of the maximum size is read, and a larger one is not', async () => {
  const padded = (bytes: number): Answer => {
    const bare = JSON.stringify({ access_token: 'abcdefghij', pad: '' }).length
    return granted('abcdefghij', { pad: 'x'.repeat(bytes - bare - ',"token_type":"Bearer"'.length) })
  }
  const at = await sourceOn(() => padded(tokenAnswerBytesMax))
  expect((await at.source.token()).ok).toBe(true)
  const beyond = await sourceOn(() => padded(tokenAnswerBytesMax + 1))
  expect(await beyond.source.token()).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`more than ${tokenAnswerBytesMax} bytes`),
  })
})

test('after too many bytes of responses the endpoint gets no more requests, and the reason says so', async () => {
  const { source, requests } = await sourceOn((count) =>
    granted(`abcdefghij-${count}`, { expires_in: 0, pad: ' '.repeat(60_000) }),
  )
  for (let count = 0; count < 12; count += 1) await source.renew()
  expect(requests.length).toBe(Math.ceil(tokenAnswersBytesMax / 60_100))
  expect(await source.renew()).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/returned more than 524288 bytes for full: .+\.$/),
  })
  expect(await source.renew(undefined, true)).toMatchObject({ ok: true })
  for (let count = 0; count < 12; count += 1) await source.renew(undefined, true)
  expect(requests.length).toBe(2 * Math.ceil(tokenAnswersBytesMax / 60_100))
})

test('an endpoint that times out gets a limited number of requests', async () => {
  vi.useRealTimers()
  // On a busy machine, the request can arrive after the time limit.
  const { source } = await sourceOn(() => new Promise<Answer>(() => undefined), client1, 'post', {
    timeoutMs: 50,
  })
  for (let count = 0; count < 6; count += 1) await source.renew()
  expect(source.exchanges).toHaveLength(silentMax)
  const outcome = await source.renew()
  expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('within 50 ms') })
  for (let count = 0; count < 6; count += 1) await source.renew(undefined, true)
  expect(source.exchanges).toHaveLength(2 * silentMax)
})
