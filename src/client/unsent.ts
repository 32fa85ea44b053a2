// Makes exchanges for requests that the client did not send.
import { nowMs } from '../base/clock.ts'
import type { Exchange, SentRequest, TransportFailure } from '../base/exchange.ts'
import type { Call } from './wire/call.ts'
import { stoppedMessage } from './wire/transport.ts'

export type UnsentReason = keyof typeof failures

export function unsentExchange(
  call: Call,
  request: SentRequest,
  reason: UnsentReason,
  requestsMax: number,
  waitedOutReason: string,
): Exchange {
  return {
    id: 0,
    principal: call.principal,
    operation: call.operation,
    request: shownRequest(call, request),
    response: null,
    failure: failures[reason](requestsMax, waitedOutReason),
    startedAtMs: nowMs(),
    durationMs: 0,
  }
}

export function shownRequest({ shownBody }: Call, request: SentRequest): SentRequest {
  return shownBody === undefined ? request : { ...request, body: shownBody }
}

const failures = {
  stopped: () => ({ kind: 'stopped', message: stoppedMessage }),
  budget: (requestsMax) => ({
    kind: 'budget',
    message: `The budget of ${requestsMax} requests is used up: raise --max-requests.`,
  }),
  waiting: (_, reason) => ({
    kind: 'budget',
    message: `${reason.replace(/^./, (first) => first.toUpperCase())}.`,
  }),
} satisfies Record<string, (requestsMax: number, waitedOut: string) => TransportFailure>
