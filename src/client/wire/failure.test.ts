// Causes every failure of an exchange on real sockets, and compares the messages.
import { createServer as createHttpsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { headersBytesMax } from '../run-client.ts'
import { createAuthority } from '../tokens/authority.testing.ts'
import { clientFor, closeAfterTest, get, listen, post, serve, serveTcp } from './loopback.testing.ts'

async function failureFrom(baseUrl: string, options: Parameters<typeof clientFor>[1] = {}) {
  const exchange = await clientFor(baseUrl, { timeoutMs: 2_000, ...options }).send(get)
  expect(exchange.response).toBeNull()
  expect(exchange.failure?.message).toMatch(/^The (tenant|name)\b.*: .*\.$/s)
  return exchange.failure
}

function raw(answer: string): Promise<string> {
  return serveTcp((socket) => socket.end(Buffer.from(answer, 'latin1')))
}

test('a dead port refuses, an unknown name is unresolved', async () => {
  const base = await serve(() => undefined)
  const gone = base.replace(/:\d+$/, ':1')
  expect(await failureFrom(gone)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('127.0.0.1:1'),
  })
  expect(await failureFrom('http://tenant.invalid:8080')).toMatchObject({
    kind: 'unresolved',
    message: expect.stringMatching(/^The name tenant\.invalid cannot be resolved \(/),
  })
})

test('only the message for a missing connection says that nothing was sent', async () => {
  const gone = (await serve(() => undefined)).replace(/:\d+$/, ':1')
  const expecting = { ...post, headers: { expect: '100-continue' } }
  for (const call of [get, expecting])
    for (const base of [gone, 'http://tenant.invalid', 'https://tenant.invalid'])
      expect((await clientFor(base).send(call)).failure?.unsent).toBe(true)
  const closing = await serveTcp((socket) => socket.destroy())
  for (const call of [get, expecting]) {
    const { failure } = await clientFor(closing).send(call)
    expect(failure?.kind).toBe('closed')
    expect(failure).not.toHaveProperty('unsent')
  }
})

test('data after a response without a body is ignored', async () => {
  for (const told of ['content-length: 16\r\n', '']) {
    const base = await raw(`HTTP/1.1 204 No Content\r\n${told}\r\n{"deleted":true}`)
    const { response, failure } = await clientFor(base).send(get)
    expect(failure).toBeNull()
    expect(response).toMatchObject({
      status: 204,
      body: '',
      headers: told === '' ? {} : { 'content-length': '16' },
    })
  }
})

test('a missing response and an endless slow body both time out', async () => {
  const silent = await serveTcp(() => undefined)
  const dripping = await serve((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  for (const base of [silent, dripping]) {
    const { failure } = await clientFor(base, { timeoutMs: 200 }).send(get)
    expect(failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('200 ms') })
  }
})

test('the sizes of compressed and decompressed bodies and of headers are limited', async () => {
  const endless = await serve((_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })
  const bomb = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000)))
  })
  const nested = await serve((_, response) => {
    response
      .writeHead(200, { 'content-encoding': 'gzip, gzip' })
      .end(gzipSync(gzipSync(Buffer.alloc(20_000_000))))
  })
  const headers = await raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)
  for (const base of [endless, bomb, nested, headers])
    expect(await failureFrom(base)).toMatchObject({ kind: 'too-large' })
  const small = { bodyBytesMax: 3 }
  expect(
    await failureFrom(await raw('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabcd'), small),
  ).toMatchObject({ kind: 'too-large' })
  const headed = (bytes: number): string =>
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(bytes)}\r\ncontent-length: 0\r\n\r\n`
  expect(await failureFrom(await raw(headed(headersBytesMax)))).toMatchObject({ kind: 'too-large' })
  const within = await clientFor(await raw(headed(headersBytesMax - 100))).send(get)
  expect(within.response?.status).toBe(200)
  const fits = await clientFor(await raw('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc'), small).send(get)
  expect(fits.response?.body).toBe('abc')
})

test.each([
  ['hello\r\n\r\n'],
  ['HTTP/1.1 20 OK\r\n\r\n'],
  ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
  ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['HTTP/1.1 100 Continue\r\n\r\n'],
  ['HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc'],
  ['\x15\x03\x01\x00\x02\x02\x46'],
])('malformed: %j', async (answer) => {
  expect(await failureFrom(await raw(answer))).toMatchObject({ kind: 'malformed' })
})

test.each([
  ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ['HTTP/1.1 200 OK\r\nx-a: 1\r\n'],
])('closed in the middle: %j', async (answer) => {
  expect(await failureFrom(await raw(answer))).toMatchObject({ kind: 'closed' })
})

test.each([
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 500 Oops\r\n\r\n', 200],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}garbage', 200],
  ['HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', 204],
  ['HTTP/1.0 404 Not Found\r\n\r\nuntil the end', 404],
  ['HTTP/1.1 999 Odd\r\n__proto__: a\r\n__proto__: b\r\nconstructor: c\r\ncontent-length: 0\r\n\r\n', 999],
])('odd, but readable: %j', async (answer, status) => {
  const exchange = await clientFor(await raw(answer)).send(get)
  expect(exchange.failure).toBeNull()
  expect(exchange.response?.status).toBe(status)
})

test('a GET is repeated once if its connection closes without a response, and a POST never', async () => {
  const seen: string[] = []
  const base = await serveTcp((socket, text) => {
    seen.push(text.slice(0, 4))
    socket.destroy()
  })
  const reported: number[] = []
  const client = clientFor(base, { onExchange: (exchange) => reported.push(exchange.id) })
  expect(await client.send(post)).toMatchObject({ id: 1, failure: { kind: 'closed' } })
  expect(await client.send(get)).toMatchObject({ id: 3, failure: { kind: 'closed' } })
  expect(seen).toEqual(['POST', 'GET ', 'GET '])
  expect(reported).toEqual([1, 2, 3])
})

test('the message explains a mix-up of http and https', async () => {
  const server = createHttpsServer(createAuthority().issue('server', 'DNS:localhost'), (_, response) =>
    response.end('{}'),
  )
  const port = await listen(server)
  closeAfterTest(() => server.closeAllConnections())
  expect(await failureFrom(`http://localhost:${port}`)).toMatchObject({
    kind: 'closed',
    message: expect.stringContaining('https://'),
  })
  const plain = await serve((_, response) => response.end())
  expect(await failureFrom(plain.replace('http:', 'https:'))).toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('http://'),
  })
})
