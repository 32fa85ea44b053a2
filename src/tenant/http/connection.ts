// The Node.js request and response, which hono's adapter provides. Without the adapter, both are missing.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** @param env the environment in the context of the application */
export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
