// The request and the response of Node.js, from hono's adapter. A direct call of the application has neither of them.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** @param env the environment in the context of the application */
export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
