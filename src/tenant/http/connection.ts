// Node's request and response; absent in direct calls.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Connection {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

export function connectionOf(env: unknown): Connection {
  return (env ?? {}) as Connection
}
