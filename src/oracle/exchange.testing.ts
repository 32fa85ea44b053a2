// Exchanges for the tests of this folder.
import type { Exchange } from '../base/exchange.ts'
import type { Json } from '../base/json.ts'
import { loadContract } from '../contract/index.ts'
import { type Attempt, acceptanceOf, attemptOf } from './acceptance.ts'

const accepts = acceptanceOf(loadContract())

/** What a test says of an exchange; the rest is of no matter to it. */
export interface Said {
  readonly operation?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body as text, where it is not the JSON of a value. */
  readonly text?: string
  readonly wellFormed?: boolean
}

/** An exchange that was answered by `status` and `body`. Its operation is one of which any body is accepted. */
export function answered(status: number, body?: Json, said: Said = {}): Attempt {
  const text = said.text ?? (body === undefined ? '' : JSON.stringify(body))
  const exchange: Exchange = {
    ...unanswered('', said.operation),
    response: {
      status,
      headers: said.headers ?? {},
      body: text,
      bodyBytes: Buffer.byteLength(text),
      wellFormed: said.wellFormed ?? true,
    },
    failure: null,
  }
  return attemptOf(exchange, accepts)
}

/** An exchange without a response, for the reason `message`, or for none that is known. */
export function unanswered(message: string | null, operation = 'rate-limit-policies.delete'): Attempt {
  return {
    id: 1,
    principal: 'full',
    operation,
    request: { method: 'GET', url: 'http://127.0.0.1/api/v2/x', headers: {}, body: null },
    response: null,
    failure: message === null ? null : { kind: 'closed', message },
    startedAtMs: 0,
    durationMs: 1,
    accepted: false,
  }
}

/** Whatever `act` throws; fails where it throws nothing. */
export function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
