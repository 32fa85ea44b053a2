// One request and its response.
import { clip, excerpt, firstDifference } from './clip.ts'
import { copyView, viewed } from './http/response-view.ts'
import { type Parsed, parseExact } from './json.ts'
import { counted } from './text/counted.ts'
import { spoiltInWords, tokenInWords } from './token-in-words.ts'

/** A credential other than the bearer token, without the secret value. */
export interface SentCredential {
  readonly in: 'header' | 'query' | 'cookie' | 'basic'
  /** Name of the header, parameter or cookie. `authorization` for `basic`. */
  readonly name: string
  /** Replacement of the value in a shell command, within double quotes. */
  readonly shown: string
}

/** Header names are in lower case. The header `authorization` contains the real token. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly headerCase?: 'upper'
  readonly body: string | null
  readonly credentials?: readonly SentCredential[]
}

/** Header names are in lower case. ", " joins the values of repeated headers. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded text of the body. U+FFFD replaces malformed UTF-8. */
  readonly body: string
  /** Size on the wire, before decompression. */
  readonly bodyBytes: number
  readonly wellFormed: boolean
}

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
  /** The problem and its remedy in one sentence, without secrets. */
  readonly message: string
  /** Set if the client sent no part of the request. */
  readonly unsent?: true
}

/** Exactly one of `response` and `failure` is null. */
export interface Exchange {
  /** Number of the request in the order of sending, from 1. 0 if the client did not send the request. */
  readonly id: number
  /** Owner of the credentials: for example `full`, `none`, or the name of a forged token. */
  readonly principal: string
  /** Name of an operation, `token`, or `fixture:<name>`. */
  readonly operation: string
  readonly request: SentRequest
  readonly response: ReceivedResponse | null
  readonly failure: TransportFailure | null
  readonly startedAtMs: number
  readonly durationMs: number
  /** Milliseconds until the response headers arrived. */
  readonly headersMs?: number
}

const textMax = 300
const headerMax = 100
const pathMax = 160

/** Returns the resource in the body, without its envelope. */
export function bodyOf(exchange: Exchange): Parsed {
  return parsedOf(exchange).shown
}

export function wholeBodyOf(exchange: Exchange): Parsed {
  return parsedOf(exchange).whole
}

interface ParsedBody {
  readonly whole: Parsed
  readonly shown: Parsed
}

function parsedOf({ response, failure }: Exchange): ParsedBody {
  if (response === null) return both({ ok: false, message: failure?.message ?? 'no response' })
  if (!response.wellFormed) return both({ ok: false, message: 'the body is not well-formed UTF-8' })
  if (latest?.response !== response) {
    const whole = parseExact(response.body)
    latest = { response, parsed: { whole, shown: viewed(response, whole) } }
  }
  return latest.parsed
}

const both = (parsed: Parsed): ParsedBody => ({ whole: parsed, shown: parsed })

// The latest response is cached, because several checks read the same response in a row.
let latest: { readonly response: ReceivedResponse; readonly parsed: ParsedBody } | null = null

export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0
}

export function isUnsent({ id, failure }: Exchange): boolean {
  return id === 0 || failure?.unsent === true
}

export function isUninformative(exchange: Exchange): boolean {
  return isUnsent(exchange) || exchange.failure?.kind === 'unread'
}

const unansweredKinds: readonly TransportFailureKind[] = ['timeout', 'closed', 'malformed', 'too-large']

export function isServerFailure({ response, failure }: Pick<Exchange, 'response' | 'failure'>): boolean {
  return response === null
    ? failure !== null && failure.unsent !== true && unansweredKinds.includes(failure.kind)
    : response.status >= 500
}

export function isSuccessful(exchange: Exchange): boolean {
  return Math.floor(statusOf(exchange) / 100) === 2
}

/** Returns true for status 404 and 410 (RFC 9110, sections 15.5.5 and 15.5.11). */
export function isNotFound(exchange: Exchange): boolean {
  return [404, 410].includes(statusOf(exchange))
}

export function isClientError(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400 && statusOf(exchange) < 500
}

/** Returns for example "PATCH /loans/1 {…}". Shortens a long body to the difference from `beside`. */
export function describeRequest(
  { method, url, headers, body }: SentRequest,
  baseUrl = '',
  beside: SentRequest | null = null,
): string {
  const path = clip(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url, pathMax)
  const shownBody = body === null ? '' : excerpt(body, differenceAt(body, beside?.body ?? ''), textMax)
  const unusual = Object.entries(headers).filter(([name, value]) => !isUsual(name, value))
  // Requests of the client contain `user-agent`. If `accept` is missing, a check omitted it on purpose.
  const isBare = 'user-agent' in headers && !('accept' in headers)
  return [
    [
      method,
      path,
      body === ''
        ? '(empty body)'
        : shownBody.replace(/\s{50,}/g, ({ length }) => `(${counted(length, 'blank')})`),
    ]
      .filter(Boolean)
      .join(' '),
    ...(isBare ? ['no Accept header'] : []),
    ...unusual.map(([name, value]) => `${name}: ${clip(value, headerMax)}`),
  ].join(' · ')
}

function isUsual(name: string, value: string): boolean {
  if (name === 'accept' || name === 'content-type') return value === 'application/json'
  return ['host', 'user-agent', 'accept-encoding', 'authorization'].includes(name)
}

function differenceAt(body: string, beside: string): number {
  return body === beside ? 0 : firstDifference(body, beside)
}

/** Returns for example "PATCH /x {} · token: none". */
export function describeSent(
  { request, principal }: Exchange,
  baseUrl = '',
  beside: Exchange | null = null,
): string {
  const token = tokenInWords(principal)
  const sent = describeRequest(request, baseUrl, beside?.request)
  const label = spoiltInWords(principal) === null ? 'token' : 'credentials'
  return token === null ? sent : `${sent} · ${label}: ${token}`
}

export function changesNothing({ method, body }: SentRequest): boolean {
  return method === 'GET' || method === 'HEAD' || body === '{}'
}

export function describeResponse(exchange: Exchange): string {
  const { response, failure } = exchange
  if (response === null) return failure?.message ?? 'no response'
  return response.body === ''
    ? `${response.status} without a body`
    : `${response.status} ${clip(response.body, textMax)}`
}

/** Reports show far fewer characters of a body. */
export const keptBodyCharactersMax = 32_768

/** Shortens a long body, because a run keeps thousands of exchanges. */
export function kept<E extends Exchange>(exchange: E): E {
  const { response } = exchange
  if (response === null || response.body.length <= keptBodyCharactersMax) return exchange
  const shortened = { ...response, body: clip(response.body, keptBodyCharactersMax) }
  copyView(response, shortened)
  return { ...exchange, response: shortened }
}
