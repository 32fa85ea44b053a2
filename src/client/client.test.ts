// The client against real loopback servers: what it sends, what it reads, its budget and its stop.
import { expect, test } from 'vitest'
import { clientFor, get, serve } from './loopback.testing.ts'

test('sends exactly what the call says and gives back what was received', async () => {
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
