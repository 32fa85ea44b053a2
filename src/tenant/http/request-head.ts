// Applies faults, and the strict syntax of a variation, to the headers and the URL.
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Variation } from '../variations/variation.ts'
import { internalError, Refusal } from './refusal.ts'

export interface Head {
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The header names in their received letter case. */
  readonly names: readonly string[]
  /** Without the "?". Null if the URL has no query. */
  readonly query: string | null
  /** True if the id begins with an escaped letter, for example `%61` for `a` (RFC 3986, section 6.2.2.2). */
  readonly idEscaped: boolean
}

const longHeaderCharacters = 4_000

const served: FaultGroup['seeds'] = {
  'header-names-by-case': [
    'http-syntax',
    'The tenant does not recognise the header name AUTHORIZATION in upper case.',
  ],
  'unknown-headers-refused': ['http-syntax', 'A request with an unknown header gets 400.'],
  'connection-close-500': ['http-syntax', 'A request with Connection: close gets 500.'],
  'other-tag-304': [['http-syntax'], 'A request with If-None-Match gets 304 for any tag.'],
  'unknown-range-500': ['http-syntax', 'A request with Range gets 500.'],
  'query-500': ['strange-request', 'A request with a query string gets 500.'],
  'long-header-500': ['strange-request', 'A request with a header of more than 4,000 characters gets 500.'],
}

export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method === 'DELETE',
    seeds: {
      'other-accept-200': [
        'http-syntax',
        'A delete gets 200 if it has an Accept header other than application/json.',
      ],
    },
  },
  { of: () => true, seeds: served },
  {
    of: ({ path }) => path.includes('{id}'),
    seeds: {
      'escaped-id-404': ['http-syntax', 'An id that begins with an escaped letter gets 404.'],
      'query-404': ['strange-request', 'A request with a query string gets 404.'],
    },
  },
  {
    of: ['custom-signing-keys.get', 'rate-limit-policies.delete'],
    seeds: { 'accept-any-406': ['http-syntax', 'Accept: */* gets 406.'] },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'unasked-body-500': ['strange-request', 'A request with an unexpected body gets 500.'],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: { 'accept-absent-406': ['http-syntax', 'A request without Accept gets 406.'] },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'accept-qualities-406': ['http-syntax', 'An Accept header with quality values gets 406.'],
      'expectation-refused': ['http-syntax', 'A request with Expect: 100-continue gets 400.'],
      'gzip-not-packed-500': ['strange-request', 'An uncompressed body labelled as gzip gets 500.'],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'accept-range-406': ['http-syntax', 'Accept: application/* gets 406.'],
    },
  },
  {
    of: ['event-streams.create', 'phone-templates.update'],
    seeds: { 'chunks-refused': ['http-syntax', 'A chunked body gets 400.'] },
  },
  {
    of: ({ method }) => method !== 'GET' && method !== 'DELETE',
    seeds: {
      'content-coding-500': ['strange-request', 'An unknown Content-Encoding gets 500.'],
    },
  },
]

/** Throws Refusal if a fault rejects the headers or the URL. */
export function applyHeadFaults({ headers, names, query, idEscaped }: Head, faulty: Faulty): void {
  const { accept } = headers
  const notAcceptable =
    (accept === undefined && faulty('accept-absent-406')) ||
    (accept === '*/*' && faulty('accept-any-406')) ||
    (accept?.includes(';q=') && faulty('accept-qualities-406')) ||
    (accept === 'application/*' && faulty('accept-range-406'))
  if (notAcceptable) throw new Refusal(406, 'not_acceptable', 'Accept: application/json is expected')
  if (names.includes('AUTHORIZATION') && faulty('header-names-by-case'))
    throw new Refusal(401, 'no_token', 'Missing authentication')
  const known = headers['x-nobody-knows'] === undefined
  if (!known && faulty('unknown-headers-refused')) throw new Refusal(400, 'bad_header', 'Unknown header')
  if (headers['transfer-encoding'] === 'chunked' && faulty('chunks-refused'))
    throw new Refusal(400, 'no_length', 'Content-Length is required')
  if (headers.expect !== undefined && faulty('expectation-refused'))
    throw new Refusal(400, 'bad_header', 'Unknown expectation')
  if (headers['if-none-match'] !== undefined && faulty('other-tag-304'))
    throw new Refusal(304, 'not_modified', '')
  if (idEscaped && faulty('escaped-id-404')) throw new Refusal(404, 'not_found', 'There is no such id')
  if (query !== null && faulty('query-404')) throw new Refusal(404, 'not_found', 'There is no such id')
  const long = Object.values(headers).some((value) => value.length > longHeaderCharacters)
  const coding = headers['content-encoding']
  const fails =
    (headers.connection === 'close' && faulty('connection-close-500')) ||
    (headers.range !== undefined && faulty('unknown-range-500')) ||
    (query !== null && faulty('query-500')) ||
    (long && faulty('long-header-500')) ||
    (Number(headers['content-length'] ?? 0) > 0 && faulty('unasked-body-500')) ||
    (coding === 'gzip' && faulty('gzip-not-packed-500')) ||
    (coding !== undefined && coding !== 'gzip' && faulty('content-coding-500'))
  if (fails) throw internalError()
}

export function withHeadFaults<T extends { readonly status: number }>(
  { headers }: Head,
  answer: T,
  faulty: Faulty,
): T {
  const other = headers.accept !== undefined && headers.accept !== 'application/json'
  return other && faulty('other-accept-200') ? { ...answer, status: 200 } : answer
}

/** A strict variation refuses unusual headers and queries. The specification does not forbid this. */
export function requireUsualHead({ headers, query }: Head, method: string, { syntax }: Variation): void {
  if (syntax !== 'strict') return
  const refuse = (status: number, message: string): never => {
    throw new Refusal(status, 'unusual_request', message)
  }
  if (query !== null) refuse(400, 'Query parameters are not allowed')
  if (headers['transfer-encoding'] !== undefined) refuse(411, 'A Content-Length is required')
  if (headers.expect !== undefined) refuse(417, 'Expect is not supported')
  if (headers['content-encoding'] !== undefined) refuse(415, 'Content-Encoding is not supported')
  if (Object.values(headers).some((value) => value.length > longHeaderCharacters))
    refuse(431, 'A header is too long')
  const bodiless = method === 'GET' || method === 'DELETE'
  if (bodiless && Number(headers['content-length'] ?? 0) > 0) refuse(400, 'A body is not allowed')
}
