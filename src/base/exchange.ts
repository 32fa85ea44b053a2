// An exchange: one request as sent on the wire with its response as received.
import { clip } from './clip.ts'
import { excerpt, partingOf } from './excerpt.ts'
import { type Parsed, parseExact } from './json.ts'
import { tokenInWords } from './token-in-words.ts'

/** A request as sent. Header names are lower-case; `authorization` still holds the real token here. */
export interface SentRequest {
  readonly method: string
  /** Absolute URL, as sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Present where the names of headers were in upper case on the wire. */
  readonly headerCase?: 'upper'
  /** Body text as sent; null where the request has none. */
  readonly body: string | null
}

/** A response as received. Header names are lower-case; repeated ones are joined by ", ". */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Body decoded (content coding removed, UTF-8); malformed bytes appear as U+FFFD. */
  readonly body: string
  /** Size of the body on the wire, in bytes. */
  readonly bodyBytes: number
  /** False where the body was not well-formed UTF-8. */
  readonly wellFormed: boolean
}

/** Why no response could be read. */
export type TransportFailureKind =
  | 'refused'
  | 'unresolved'
  | 'tls'
  | 'timeout'
  | 'closed'
  | 'malformed'
  | 'too-large'
  | 'unread'
  | 'budget'
  | 'stopped'

export interface TransportFailure {
  readonly kind: TransportFailureKind
  /** One sentence, without a secret, that an operator can act on. */
  readonly message: string
  /** Present where nothing of the request went to the tenant, as no connection was made. */
  readonly unsent?: true
}

/** One request with its response, or with the reason why there is none. */
export interface Exchange {
  /** 1-based, in the order of sending within a run. */
  readonly id: number
  /** Whose token the request carried: `full`, `limited`, `nonGlobal`, `none`, or the name of a forgery. */
  readonly principal: string
  /** The operation exercised, `token`, or `fixture:<name>`. */
  readonly operation: string
  readonly request: SentRequest
  readonly response: ReceivedResponse | null
  readonly failure: TransportFailure | null
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
  readonly durationMs: number
  /** Milliseconds until the response's header had come; absent where none came. */
  readonly headersMs?: number
}

// Of a body, in a line of text.
const toldMax = 300
const headerMax = 100
const pathMax = 160

/** The response's body parsed as JSON; not ok where there is no response or its body is not JSON text. */
export function bodyOf(exchange: Exchange): Parsed {
  const response = exchange.response
  if (response === null) return { ok: false, message: exchange.failure?.message ?? 'no response' }
  if (!response.wellFormed) return { ok: false, message: 'the body is not well-formed UTF-8' }
  if (latest?.response !== response) latest = { response, parsed: parseExact(response.body) }
  return latest.parsed
}

// All who judge a response ask for its body, one right after the other: parsing is most of the work on a large one.
let latest: { readonly response: ReceivedResponse; readonly parsed: Parsed } | null = null

/** The status code, or 0 where no response was read. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0
}

/** Whether nothing of the request went to the tenant. */
export function isUnsent({ id, failure }: Exchange): boolean {
  return id === 0 || failure?.unsent === true
}

/** Whether it shows nothing of what the tenant does: it was not sent, or its response can't be read here. */
export function showsNothing(exchange: Exchange): boolean {
  return isUnsent(exchange) || exchange.failure?.kind === 'unread'
}

// An address that can't be reached at all, or a request that was never sent, is no answer of the tenant.
const unansweredKinds: readonly TransportFailureKind[] = ['timeout', 'closed', 'malformed', 'too-large']

/** Whether the tenant failed to answer: with a 5xx status, or with nothing that could be read. */
export function isUnserved({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return response === null
    ? failure !== null && failure.unsent !== true && unansweredKinds.includes(failure.kind)
    : response.status >= 500
}

/** Whether it was answered with a 4xx status, which finds the fault with the request (RFC 9110, 15.5). */
export function isClientError(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400 && statusOf(exchange) < 500
}

/**
 * "PATCH /loans/1 {…}": what was sent, in one line, the path relative to `baseUrl`. Of a long body as much as shows where it parts from
 * that of the request beside it; of the headers those that not every request has.
 */
export function describeRequest(
  { method, url, headers, body }: SentRequest,
  baseUrl = '',
  beside: SentRequest | null = null,
): string {
  const path = clip(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url, pathMax)
  const told = body === null ? '' : excerpt(body, placeOf(body, beside?.body ?? ''), toldMax)
  const unusual = Object.entries(headers).filter(([name, value]) => !isUsual(name, value))
  // What was sent names its client; where it then names no answer that it takes, that is meant.
  const isBare = 'user-agent' in headers && !('accept' in headers)
  return [
    [
      method,
      path,
      body === '' ? '(empty body)' : told.replace(/\s{50,}/g, ({ length }) => `(${length} blanks)`),
    ]
      .filter(Boolean)
      .join(' '),
    ...(isBare ? ['no accept'] : []),
    ...unusual.map(([name, value]) => `${name}: ${clip(value, headerMax)}`),
  ].join(' · ')
}

// What every request has, so that it tells none from another; the token is told in words.
function isUsual(name: string, value: string): boolean {
  if (name === 'accept' || name === 'content-type') return value === 'application/json'
  return ['host', 'user-agent', 'accept-encoding', 'authorization'].includes(name)
}

// Of equal bodies the beginning.
function placeOf(body: string, beside: string): number {
  return body === beside ? 0 : partingOf(body, beside)
}

/** The same with what its token was, where that was not simply the operator's own: "PATCH /x {} · token: none". */
export function describeSent(
  { request, principal }: Exchange,
  baseUrl = '',
  beside: Exchange | null = null,
): string {
  const token = tokenInWords(principal)
  const sent = describeRequest(request, baseUrl, beside?.request)
  return token === null ? sent : `${sent} · token: ${token}`
}

/** Whether it asks for no change by its method, or by a body that says nothing: it is sent to see what there is. */
export function isLook({ method, body }: SentRequest): boolean {
  return method === 'GET' || method === 'HEAD' || body === '{}'
}

/** "400 {…}", or why there is no response: what was received, in one line. */
export function describeResponse(exchange: Exchange): string {
  const { response, failure } = exchange
  if (response === null) return failure?.message ?? 'no response'
  return response.body === ''
    ? `${response.status} without a body`
    : `${response.status} ${clip(response.body, toldMax)}`
}

/** The longest response body that outlives its exchange: of a report's it is many times the length. */
export const keptBodyCharactersMax = 32_768

/** The exchange as it may be kept to the end of a run: a run has thousands, and a body may have a million bytes. */
export function kept<E extends Exchange>(exchange: E): E {
  const { response } = exchange
  if (response === null || response.body.length <= keptBodyCharactersMax) return exchange
  return { ...exchange, response: { ...response, body: clip(response.body, keptBodyCharactersMax) } }
}
