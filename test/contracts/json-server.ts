// Runs a small JSON API in this process.
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
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly body?: Json | object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Starts a server and returns its base URL. The server stops at the end of the test.
 * @param answer returns the response, or null to close the connection without a response
 */
export async function jsonServer(answer: (incoming: Incoming) => Answer | null): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answered = answer({
      method: request.method ?? '',
      path: pathname.split('/').slice(1).map(decodeURIComponent),
      query: searchParams,
      type: request.headers['content-type'] ?? '',
      headers: request.headers,
      body: await text(request)
        .then(JSON.parse)
        .catch(() => undefined),
    })
    if (answered === null) return void request.socket.destroy()
    const { status, body, headers } = answered
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, ...headers }).end(body === undefined ? '' : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
