// Makes exchanges and requests for tests. A test sets only the values that it needs.
import type { Exchange } from '../base/exchange.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { Clause } from '../contract/index.ts'
import { loadContract } from '../contract/index.ts'
import { type Attempt, acceptanceOf, attemptOf, ConformanceFailure } from '../oracle/index.ts'
import type { Request } from './requests/request.ts'

export const contract = loadContract()

const accepts = acceptanceOf(contract)

export function clauseNamed(id: string): Clause {
  const clause = contract.clauses.get(id)
  if (clause === undefined) throw new Error(`no clause ${id}`)
  return clause
}

/** A resource like the example in part 2.4 of the specification. */
export const stream: JsonObject = {
  id: 'es0123456789abcdefghjkmnpq',
  name: 'a stream',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: {
      webhook_endpoint: 'https://receiver.tenant.example/',
      webhook_authorization: { method: 'basic', username: 'somebody' },
    },
  },
  status: 'enabled',
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
}

export interface Answered {
  /** The status 0 stands for a missing response. */
  readonly status?: number
  readonly operation?: string
  readonly body?: Json
  /** Replaces `body` as the text of the response. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly failure?: string
}

/** By default, the tenant accepted an update of an event stream. */
export function exchangeOf(answered: Answered = {}): Attempt {
  const { status = 200, operation = 'event-streams.update', body = stream, headers = {} } = answered
  const text = answered.text ?? JSON.stringify(body)
  const exchange: Exchange = {
    id: 1,
    principal: 'full',
    operation,
    request: { method: 'PATCH', url: 'http://tenant.example/api/v2/x', headers: {}, body: '{}' },
    response:
      status === 0
        ? null
        : {
            status,
            headers: { 'content-type': 'application/json', ...headers },
            body: text,
            bodyBytes: text.length,
            wellFormed: true,
          },
    failure: status === 0 ? { kind: 'timeout', message: answered.failure ?? 'no response in time' } : null,
    startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 6),
    durationMs: 1,
  }
  return attemptOf(exchange, accepts)
}

export function requestOf(
  operation = 'event-streams.update',
  rest: Partial<Pick<Request, 'intent' | 'body'>> = {},
): Request {
  return { operation, method: 'PATCH', path: '/x', effect: 'reversible', intent: 'valid', body: {}, ...rest }
}

export function failureNamed(message: string): ConformanceFailure {
  return new ConformanceFailure(message, { expected: 'one', received: 'other', exchange: null })
}
