// A tampering proxy: stands before a tenant and alters what some of its answers say, or answers in its place.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
}

export interface TamperingProxy {
  /** As the tenant's, at the proxy's address. */
  readonly baseUrl: string
  close(): Promise<void>
}

/** What the proxy refuses, without asking the tenant. */
export interface Refused {
  readonly status: number
}

/**
 * Starts a proxy.
 * @param lie gives the body of an answer, given the tenant's own
 * @param refuse answers in place of the tenant; null where it does not
 */
export async function startTamperingProxy(
  baseUrl: string,
  lie: (asked: Asked, answer: string) => string,
  refuse: (asked: Asked) => Refused | null = () => null,
): Promise<TamperingProxy> {
  const { origin, pathname } = new URL(baseUrl)
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url: path = '/' } = incoming
    const body = await textOf(incoming)
    const refused = refuse({ method, path, body })
    if (refused !== null) {
      response.writeHead(refused.status, { 'content-type': 'application/json' }).end('{"error":"refused"}')
      return
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: headers as Record<string, string>,
      body: body === '' ? null : body,
    })
    const { 'content-length': _size, connection: _kept, ...kept } = Object.fromEntries(answer.headers)
    const altered = lie({ method, path, body }, await answer.text())
    response.writeHead(answer.status, kept).end(altered)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
