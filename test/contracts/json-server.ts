// A small JSON API in this process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Json } from '../../src/base/json.ts'

export interface Incoming {
  readonly method: string
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly type: string
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly body?: Json | object
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the base URL; ends with the test. */
export async function jsonServer(answer: (incoming: Incoming) => Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { status, body, headers } = answer({
      method: request.method ?? '',
      path: pathname.split('/').slice(1).map(decodeURIComponent),
      query: searchParams,
      type: request.headers['content-type'] ?? '',
      body: await text(request)
        .then(JSON.parse)
        .catch(() => undefined),
    })
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, ...headers }).end(body === undefined ? '' : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
