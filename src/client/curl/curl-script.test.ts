// Runs curl scripts in a real shell against a server.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import { type IdSource, location, noteView, type ResponseView } from '../../base/http/response-view.ts'
import { serve } from '../wire/loopback.testing.ts'
import { curlScript } from './curl-script.ts'

const view = (from: IdSource): ResponseView => ({ envelope: '', id: { from, to: '/id' } })

const old = 'thing_0123456789abcdef'
const fresh = 'thing_fedcba9876543210'

interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly principal?: string
  readonly startedAtMs?: number
  readonly durationMs?: number
}

/** In the exchanges, the first request created the resource. */
function exchangesOf(base: string, all: readonly Sent[]): Exchange[] {
  return all.map(
    ({ method = 'GET', path, body = null, principal = 'full', startedAtMs, durationMs = 5 }, index) => ({
      id: index + 1,
      principal,
      operation: 'things.create',
      request: {
        method,
        url: `${base}${path}`,
        headers: {
          accept: 'application/json',
          authorization: 'Bearer x.y.z',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
      },
      response: {
        status: 200,
        headers: {},
        body: method === 'POST' ? `{"id":"${old}"}` : '{}',
        bodyBytes: 2,
        wellFormed: true,
      },
      failure: null,
      startedAtMs: startedAtMs ?? 10 * index,
      durationMs,
    }),
  )
}

interface Answer {
  readonly body: (id: string) => string
  readonly location?: (id: string) => string
  readonly view?: ResponseView
}

const plainAnswer: Answer = { body: (id) => JSON.stringify({ id, other: { id: 'another' } }) }

async function pasted(all: readonly Sent[], creation: Answer = plainAnswer) {
  const arrived: string[] = []
  const bodies: string[] = []
  const base = await serve((incoming, response) => {
    arrived.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization}`)
    let body = ''
    incoming.on('data', (bytes) => {
      body += String(bytes)
    })
    incoming.on('end', () => {
      bodies.push(body)
      if (creation.location !== undefined) response.setHeader('location', creation.location(fresh))
      response.end(creation.body(fresh))
    })
  })
  const exchanges = exchangesOf('http://gone.example/api/v2', all).map((exchange) => {
    if (exchange.request.method !== 'POST' || exchange.response === null) return exchange
    const headers: Record<string, string> =
      creation.location === undefined ? {} : { location: creation.location(old) }
    const response = { ...exchange.response, headers, body: creation.body(old) }
    if (creation.view !== undefined) noteView(response, creation.view)
    return { ...exchange, response }
  })
  const script = curlScript(exchanges, {
    baseUrl: 'http://gone.example/api/v2',
    authUrl: 'http://gone.example',
  })
  const env = {
    PATH: process.env.PATH,
    TENANT_BASE_URL: `${base}/api/v2`,
    TENANT_ACCESS_TOKEN: 'e30.e30.AAAAAAAAAA',
  }
  const running = promisify(execFile)('/bin/sh', [], { env })
  running.child.stdin?.end(`${script}\n`)
  const { stdout, stderr } = await running
  return { script, arrived, bodies, stdout, stderr }
}

const creation = { method: 'POST', path: '/things', body: '{"name":"a"}' }

test('later requests use the id of the newly created resource, also to create children', async () => {
  const paths = [
    `/things/${old}`,
    `/things/${old}x`,
    `/things/%22${old}%22`,
    `/things/${old.slice(0, -3)}`,
    `/things/${old.slice(0, -2)}zz`,
    `/things/${old.slice(3)}`,
    `/things/${old.toUpperCase()}/parts?of=1`,
    '/things/another',
  ]
  const { arrived, stdout, stderr } = await pasted([creation, ...paths.map((path) => ({ path }))])
  expect(arrived.map((line) => line.split(' ')[1]?.replace('/api/v2/things', ''))).toEqual([
    '',
    `/${fresh}`,
    `/${fresh}x`,
    `/%22${fresh}%22`,
    `/${fresh.slice(0, -3)}`,
    `/${fresh.slice(0, -2)}zz`,
    `/${fresh.slice(3)}`,
    `/${fresh.toUpperCase()}/parts?of=1`,
    '/another',
  ])
  expect(new Set(arrived.map((line) => line.split(' ').slice(2).join(' ')))).toEqual(
    new Set(['Bearer e30.e30.AAAAAAAAAA']),
  )
  // The script prints the first response to standard error.
  expect(stderr).toContain('HTTP/1.1 200 OK')
  expect(stdout.match(/HTTP\/1.1 200 OK/g)).toHaveLength(paths.length)
})

test('an id that the request chose stays literal', async () => {
  const view: ResponseView = { envelope: '', id: { from: { sent: old }, to: '/id' } }
  for (const body of ['', 'null', '{}']) {
    const { script, arrived } = await pasted([creation, { path: `/things/${old}` }], {
      body: () => body,
      view,
    })
    expect(script).not.toContain('new_id')
    expect(arrived[1]).toContain(`/things/${old} `)
  }
})

test.each([
  ['a Location header', { body: () => '', location: (id) => `/v2/things/${id}/?x=1`, view: view(location) }],
  ['a member', { body: (id) => `{"data":{"key":"${id}"}}`, view: view('/data/key') }],
  ['an envelope', { body: (id) => `{"d":{"id":"${id}"}}`, view: { envelope: '/d', id: null } }],
  ['a chosen id that is shown', { body: (id) => `{"id":"${id}"}`, view: view({ sent: 'other' }) }],
] satisfies [string, Answer][])('the new id is read from %s', async (_, answer) => {
  const { arrived, stderr } = await pasted([creation, { path: `/things/${old}` }], answer)
  expect(arrived[1]).toContain(`/things/${fresh} `)
  expect(stderr).toContain('HTTP/1.1 200 OK')
})

test('a function holds the common part of several lines, and a single line needs none', async () => {
  const { script } = await pasted([creation, { path: `/things/${old}` }, { path: `/things/${old}` }])
  expect(script.match(/curl/g)).toHaveLength(1)
  expect(script.match(/node/g)).toHaveLength(1)
  expect((await pasted([{ path: '/things' }])).script).toMatch(/^curl .*$/)
})

test('several forged tokens are made by one function, each before its request', async () => {
  const forged = ['alg-none', 'other-key', 'null-payload', 'two-parts'].map((principal) => ({
    path: '/things',
    principal,
  }))
  const { script, arrived } = await pasted(forged)
  expect(script.match(/node -p/g)).toHaveLength(1)
  expect(arrived.map((line) => line.split(' ').at(-1)?.split('.').length)).toEqual([3, 3, 3, 2])
  expect(new Set(arrived)).toHaveLength(4)
})

test("a token request goes to the auth URL, with the environment's API as its audience", async () => {
  const body = 'grant_type=client_credentials&audience=http%3A%2F%2Fgone.example%2Fapi%2Fv2%2F'
  const [request] = exchangesOf('http://gone.example', [{ method: 'POST', path: '/oauth/token', body }])
  const exchange = {
    ...request,
    request: {
      ...request?.request,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${body}&client_id=a&client_secret=b`,
    },
  } as Exchange
  const at = (authUrl: string) => curlScript([exchange], { baseUrl: 'http://gone.example/api/v2', authUrl })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: words of a shell
  expect(at('http://gone.example')).toContain('"${TENANT_AUTH_URL:-${TENANT_BASE_URL%/api/v2}}/oauth/token"')
  expect(at('http://gone.example')).toContain('--data-urlencode "audience=$TENANT_BASE_URL/"')
  expect(at('http://other.example')).toContain(' http://gone.example/oauth/token ')
})

test('a body also contains the id of the newly created resource', async () => {
  const body = `{"it's":"${old}","again":"${old}"}`
  const { bodies } = await pasted([creation, { method: 'PATCH', path: '/things/another', body }])
  expect(bodies).toEqual([creation.body, body.replaceAll(old, fresh)])
})

test('consecutive changes stay consecutive, without any gap between them', async () => {
  const change = (name: string, startedAtMs: number, durationMs: number) => ({
    ...{ method: 'PATCH', path: `/things/${old}`, startedAtMs, durationMs },
    body: JSON.stringify({ name }),
  })
  // The first change was sent at 100.0 s and answered at 101.5 s. The second was sent at 101.6 s, but
  // recorded as 101 s.
  const { script } = await pasted([creation, change('a', 100, 1.5), change('b', 101, 1.2)])
  expect(script).not.toContain('wait')
})

test('concurrent changes of one URL stay concurrent, and later requests wait for them', async () => {
  const change = (name: string, startedAtMs: number, path = `/things/${old}`) => ({
    ...{ method: 'PATCH', path, startedAtMs },
    body: JSON.stringify({ name }),
  })
  const { script, bodies } = await pasted([
    ...[creation, change('a', 100), change('b', 101), change('c', 102)],
    ...[change('d', 103, '/things/other'), change('e', 200), change('f', 300)],
  ])
  expect(script.split('\n').map((line) => (/ &$|^wait$/.exec(line) ?? [''])[0].trim())).toEqual([
    ...['', '', ''],
    ...['&', '&', '&', 'wait'],
    ...['', '', ''],
  ])
  expect(bodies.slice(1, 4).sort()).toEqual(['a', 'b', 'c'].map((name) => JSON.stringify({ name })))
  expect(bodies.slice(4)).toEqual(['d', 'e', 'f'].map((name) => JSON.stringify({ name })))
})
