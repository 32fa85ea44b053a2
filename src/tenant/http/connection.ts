// What the adapter hands over of node's own; a test may call the application without.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

/** @param env of the application's context */
export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
