// A proxy that changes or replaces responses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { give, pass, textOf } from './forward.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
}

export interface TamperingProxy {
  readonly baseUrl: string
  close(): Promise<void>
}

/** A response of the proxy itself. The tenant does not receive the request. */
export interface Refused {
  readonly status: number
}

/**
 * @param lie returns the body that replaces the body of a response
 * @param refuse returns a response that replaces the tenant's response, or null
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
