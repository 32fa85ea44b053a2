// Makes exchanges for the tests of this folder.
import type { Exchange } from '../base/exchange.ts'
import type { Json } from '../base/json.ts'
import { loadContract } from '../contract/index.ts'
import { type Attempt, acceptanceOf, attemptOf } from './acceptance.ts'

const accepts = acceptanceOf(loadContract())

export interface Said {
  readonly operation?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
  readonly wellFormed?: boolean
}

/** The schema of the default operation allows any body. */
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

/** @throws Error if `act` throws nothing */
export function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
