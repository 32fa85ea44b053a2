// The Node.js request and response, which hono's adapter provides. Without the adapter, both are missing.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** @param env from hono's context */
export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
