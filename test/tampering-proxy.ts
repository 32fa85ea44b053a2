// A tampering proxy: stands before a tenant and alters what some of its answers say, or answers in its place.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { give, pass, textOf } from './forward.ts'

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
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming
    const body = await textOf(incoming)
    const refused = refuse({ method, path, body })
    if (refused !== null) {
      response.writeHead(refused.status, { 'content-type': 'application/json' }).end('{"error":"refused"}')
      return
    }
    const answer = await pass(origin, { method, path, headers: incoming.rawHeaders, body })
    give(response, { ...answer, body: lie({ method, path, body }, answer.body) })
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
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
