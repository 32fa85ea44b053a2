// A proxy that applies one mutation, and changes nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Contract } from '../../src/contract/index.ts'
import { type Answer, type Asked, give, pass, textOf } from '../forward.ts'
import type { WireMutation } from './mutation.ts'

export interface MutatingProxy {
  readonly baseUrl: string
  readonly changed: number
  close(): Promise<void>
}

/** Starts a proxy that changes one operation. */
export async function startMutatingProxy(
  baseUrl: string,
  contract: Contract,
  mutation: WireMutation,
): Promise<MutatingProxy> {
  const { origin, pathname } = new URL(baseUrl)
  const change = mutation.start()
  const operation = contract.operations.get(mutation.operation)
  const concerned = new RegExp(`^${pathname}${operation?.path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`)
  let changed = 0
  const noting = <T>(before: T, after: T): T => {
    if (after !== before) changed += 1
    return after
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked: Asked = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.rawHeaders,
      body: await textOf(incoming),
    }
    if (asked.method !== operation?.method || !concerned.test(asked.path))
      return give(response, await pass(origin, asked))
    const passed = noting(asked, change.asked?.(asked) ?? asked)
    const own = change.instead?.(asked) ?? null
    if (own !== null) return give(response, noting<Answer | null>(null, own) ?? own)
    if (change.twice?.(asked) === true) noting<Answer | null>(null, await pass(origin, passed))
    const answer = await pass(origin, passed)
    give(response, noting(answer, change.answered?.(answer, asked) ?? answer))
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    get changed() {
      return changed
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
