// Tests the client against real servers on the loopback address.
import { createServer, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tickMs } from '../base/clock.ts'
import { ConfigurationError } from '../base/error.ts'
import { clientFor, get, listen, post, serve, serveTcp } from './wire/loopback.testing.ts'

test('sends exactly the call, and returns the received response', async () => {
  const seen: unknown[] = []
  const base = await serve((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (body) => seen.push([request.method, request.url, request.headers, body]))
    request.on('end', () => {
      response.writeHead(
        201,
        [
          ['X-A', '1'],
          ['x-a', '2'],
          ['content-type', 'application/json'],
        ].flat(),
      )
      response.end('{"é":"\uFEFF"}')
    })
  })
  const reported: unknown[] = []
  const client = clientFor(`${base}/api/v2/`, { onExchange: (exchange) => reported.push(exchange) })
  const exchange = await client.send({
    ...get,
    method: 'POST',
    path: '/a/../%2e%2E//b?c[]=%00',
    headers: { 'Content-Type': 'application/json' },
    body: '"ü"',
    authorization: 'Bearer abc',
    writes: true,
  })
  expect(seen).toMatchObject([
    [
      'POST',
      '/api/v2/a/../%2e%2E//b?c[]=%00',
      { authorization: 'Bearer abc', 'content-type': 'application/json' },
      '"ü"',
    ],
  ])
  expect(exchange).toMatchObject({
    id: 1,
    failure: null,
    request: { body: '"ü"', headers: { host: base.slice(7), authorization: 'Bearer abc' } },
    response: {
      status: 201,
      body: '{"é":"\uFEFF"}',
      bodyBytes: 12,
      wellFormed: true,
      headers: { 'x-a': '1, 2' },
    },
  })
  expect(reported).toEqual([exchange])
  expect(client.traffic()).toEqual({
    requests: 1,
    writes: 1,
    rateLimited: 0,
    waitedMs: 0,
    byStatus: { 201: 1 },
  })
})

test('a call may send header names in upper case, and its body in chunks', async () => {
  const seen: unknown[] = []
  const base = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (chunk) => seen.push(chunk))
    request.on('end', () => {
      seen.push(request.headers['transfer-encoding'], request.headers['content-length'], request.rawHeaders)
      response.end('{}')
    })
  })
  const exchange = await clientFor(base).send({
    ...post,
    headerCase: 'upper',
    headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
    body: 'abcdé',
    authorization: 'Bearer abc',
  })
  expect(exchange.response?.status).toBe(200)
  expect(exchange.request).toMatchObject({
    headerCase: 'upper',
    headers: { 'transfer-encoding': 'chunked', authorization: 'Bearer abc' },
  })
  expect(seen).toEqual([
    // The cut is within the bytes of the last character.
    'abcd',
    'é',
    'chunked',
    undefined,
    expect.arrayContaining(['CONTENT-TYPE', 'AUTHORIZATION', 'USER-AGENT']),
  ])
})

test('with Expect the body waits for 100 for a limited time, and is not sent after a response', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push(body)
      response.end('{}')
    })
  })
  server.on('checkContinue', (request, response) => {
    seen.push('asked')
    if (request.url === '/refused') return response.writeHead(417).end()
    response.writeContinue()
    server.emit('request', request, response)
  })
  const base = `http://127.0.0.1:${await listen(server)}`
  const silent = await serveTcp((socket, text) => {
    if (text.endsWith('late')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  const expecting = { ...post, headers: { expect: '100-continue' }, body: 'late' }
  const client = clientFor(base)
  expect((await client.send({ ...expecting, path: '/a' })).response?.body).toBe('{}')
  expect((await client.send({ ...expecting, path: '/refused' })).response?.status).toBe(417)
  expect(seen).toEqual(['asked', 'late', 'asked'])
  expect((await clientFor(silent).send(expecting)).response?.status).toBe(200)
  expect((await clientFor('http://127.0.0.1:1').send(expecting)).failure?.kind).toBe('refused')
})

test('bodies are decoded by their charset, and undecodable bodies are reported', async () => {
  const answers: Record<string, [Record<string, string>, Buffer]> = {
    '/gzip': [{ 'content-encoding': 'gzip' }, gzipSync('{}')],
    '/br': [{ 'content-encoding': 'br' }, brotliCompressSync('{}')],
    '/deflate': [{ 'content-encoding': 'deflate' }, deflateSync('{}')],
    '/raw-deflate': [{ 'content-encoding': 'deflate' }, deflateRawSync('{}')],
    '/twice': [{ 'content-encoding': 'deflate, GZIP' }, gzipSync(deflateSync('{}'))],
    '/unknown': [{ 'content-encoding': 'utf-8' }, Buffer.from('{}')],
    '/identity': [{ 'content-encoding': 'identity' }, Buffer.from('{}')],
    '/bad-utf-8': [{}, Buffer.from([0x22, 0xff, 0x22])],
    '/bom': [{}, Buffer.from('\uFEFF{}')],
  }
  const base = await serve((request, response) => {
    const [headers, body] = answers[request.url ?? ''] ?? [{}, Buffer.alloc(0)]
    response.writeHead(200, headers).end(body)
  })
  const client = clientFor(base)
  const responses = await Promise.all(
    Object.keys(answers).map(async (path) => (await client.send({ ...get, path })).response),
  )
  const read = responses.map((response) => [response?.body, response?.wellFormed])
  expect(read).toEqual([...Array(7).fill(['{}', true]), ['"\uFFFD"', false], ['\uFEFF{}', true]])
  expect(responses[0]?.bodyBytes).toBe(gzipSync('{}').length)
})

test('Accept-Encoding lists the supported codings, and a body in another coding is reported as unread', async () => {
  const asked: unknown[] = []
  const zstd = Buffer.from('28b52ffda0020000001100007b7d', 'hex')
  const base = await serve((request, response) => {
    asked.push(request.headers['accept-encoding'])
    const [, coding = ''] = request.url?.split('/') ?? []
    response.writeHead(200, { 'content-encoding': coding }).end(coding === 'deep' ? 'x' : zstd)
  })
  const client = clientFor(base)
  const { response, failure } = await client.send({ ...get, path: '/zstd' })
  expect(asked).toEqual([expect.stringMatching(/^gzip, deflate, br(?:, zstd)?$/)])
  if (String(asked[0]).endsWith('zstd')) expect(response?.body).toBe('{}')
  else expect(failure).toMatchObject({ kind: 'unread', message: expect.stringContaining('coding "zstd"') })
  const other = await client.send({ ...get, path: '/x-nobody-knows' })
  expect(other.failure).toEqual({
    kind: 'unread',
    message: expect.stringMatching(
      /^The tenant's body has the content coding "x-nobody-knows", which the run cannot read/,
    ),
  })
})

test('a redirect is a response like any other', async () => {
  const seen: unknown[] = []
  const base = await serve((request, response) => {
    seen.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const exchange = await clientFor(base).send({ ...get, authorization: 'Bearer abc' })
  expect(exchange.response).toMatchObject({ status: 307, headers: { location: '/elsewhere' } })
  expect(seen).toEqual(['/x'])
})

test('the number of pending requests is limited, and ids follow the order of sending', async () => {
  const inFlight: ServerResponse[] = []
  let most = 0
  const base = await serve((_, response) => {
    most = Math.max(most, inFlight.push(response))
    if (inFlight.length >= 3) for (const one of inFlight.splice(0)) one.end()
  })
  const client = clientFor(base, { concurrency: 3 })
  const exchanges = await Promise.all(Array.from({ length: 12 }, () => client.send(get)))
  expect(most).toBe(3)
  expect(exchanges.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})

test('the number of started requests per second is limited', async () => {
  const base = await serve((_, response) => response.end())
  const client = clientFor(base, { ratePerSecond: 50 })
  const startedAt = tickMs()
  await Promise.all(Array.from({ length: 11 }, () => client.send(get)))
  expect(tickMs() - startedAt).toBeGreaterThan(170)
  expect(client.traffic().waitedMs).toBe(0)
})

test('nothing is sent beyond the budget, and a part of the budget is reserved for clean-up', async () => {
  let seen = 0
  const base = await serve((_, response) => {
    seen += 1
    response.end()
  })
  const reported: number[] = []
  const client = clientFor(base, { requestsMax: 4, onExchange: ({ id }) => reported.push(id) })
  client.reserve(1)
  const exchanges = await Promise.all(Array.from({ length: 5 }, () => client.send(post)))
  expect(exchanges.map(({ id }) => id)).toEqual([1, 2, 3, 0, 0])
  expect(exchanges[4]?.failure).toMatchObject({
    kind: 'budget',
    message: expect.stringContaining('4 requests'),
  })
  expect(client.spent).toBe(true)
  expect((await client.send({ ...post, method: 'DELETE', cleanUp: true })).id).toBe(4)
  expect((await client.send({ ...post, method: 'DELETE', cleanUp: true })).id).toBe(0)
  expect([seen, reported, client.traffic().requests, client.traffic().writes]).toEqual([
    4,
    [1, 2, 3, 4],
    4,
    4,
  ])
})

test('a stop ends pending and waiting requests, and clean-up can still send', async () => {
  const base = await serve((request, response) => {
    if (request.method === 'DELETE') response.end()
  })
  const stop = new AbortController()
  const client = clientFor(base, { concurrency: 2, signal: stop.signal })
  const sending = Promise.all([1, 2, 3, 4].map(() => client.send(get)))
  setTimeout(() => stop.abort(), 30)
  const exchanges = await sending
  expect(exchanges.map(({ id, failure }) => [id, failure?.kind])).toEqual([
    [1, 'stopped'],
    [2, 'stopped'],
    [0, 'stopped'],
    [0, 'stopped'],
  ])
  expect((await client.send(get)).failure?.kind).toBe('stopped')
  expect(await client.send({ ...get, method: 'DELETE', cleanUp: true })).toMatchObject({
    response: { status: 200 },
  })
  await client.close()
  expect((await client.send({ ...get, method: 'DELETE', cleanUp: true })).failure?.kind).toBe('stopped')
})

test('a stop leaves time for the response to a pending write', async () => {
  const base = await serve((_, response) => void setTimeout(() => response.end('made'), 100))
  const stop = new AbortController()
  const client = clientFor(base, { concurrency: 1, signal: stop.signal })
  const sending = Promise.all([client.send(post), client.send(post)])
  setTimeout(() => stop.abort(), 30)
  const [first, second] = await sending
  expect(first?.response?.body).toBe('made')
  expect([second?.id, second?.failure?.kind]).toEqual([0, 'stopped'])
  await client.close()
})

test('a time limit also ends an attempt to connect, and nothing is sent later', async () => {
  const texts: string[] = []
  const plain = await serveTcp((_, text) => texts.push(text))
  const client = clientFor(plain.replace('http:', 'https:'), { timeoutMs: 100 })
  const { failure } = await client.send(post)
  expect(failure?.kind).toBe('timeout')
  expect(texts.join('')).not.toContain('POST')
})

test.each([
  ['ftp://a', 'http://'],
  ['tenant.example', 'http://'],
  ['http://me:pass@a/api', 'password'],
  ['http://a/api?x=1', 'query'],
  ['', 'http://'],
])('the base URL %j is refused', (baseUrl, hint) => {
  expect(() => clientFor(baseUrl)).toThrow(hint)
  expect(() => clientFor(baseUrl)).not.toThrow(/me:pass/)
})

test('a call that HTTP cannot carry, or that would send a token to another origin, throws', async () => {
  const base = await serve((_, response) => response.end())
  const client = clientFor(base)
  const token = { authorization: 'Bearer top-secret' }
  for (const call of [
    { ...get, authorization: 'Bearer top-secret\r\nx: y' },
    { ...get, headers: { 'x y': '1' } },
    { ...get, path: '/ü' },
    { ...get, ...token, path: 'http://127.0.0.1:1/x' },
    { ...get, ...token, path: `${base.replace('http:', 'https:')}/x` },
  ]) {
    const error = await client.send(call).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).not.toContain('top-secret')
  }
  expect((await client.send({ ...get, ...token, path: `${base}/x` })).response?.status).toBe(200)
  expect(client.traffic().requests).toBe(1)
})

test('an exception of `onExchange` blocks no other request', async () => {
  const base = await serve((_, response) => response.end('{}'))
  const client = clientFor(base, {
    concurrency: 1,
    onExchange: ({ id }) => {
      if (id === 1) throw new Error('not heard')
    },
  })
  await expect(client.send(get)).rejects.toThrow('not heard')
  expect(await client.send(get)).toMatchObject({ id: 2, failure: null })
})
