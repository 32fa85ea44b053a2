// Node's request and response, from hono's adapter. Direct calls have neither.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** @param env of the application's context */
export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
