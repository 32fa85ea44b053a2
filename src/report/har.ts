// The HAR view (HTTP Archive 1.2): exchanges for the network panels of browsers and for HTTP debuggers.

import { STATUS_CODES } from 'node:http'
import { isoTime } from '../base/clock.ts'
import type { Failure, RunEvent } from '../base/event.ts'
import type { Exchange } from '../base/exchange.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { parsedUrl } from '../base/uri.ts'
import { redactExchange } from './log/redact.ts'
import type { Report, Tool } from './model/report.ts'

interface Pair {
  readonly name: string
  readonly value: string
}

/** One entry of a HAR log. Members that begin with "_" are ours, as the format allows. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly Pair[]
    readonly queryString: readonly Pair[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly never[]
    readonly headers: readonly Pair[]
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string }
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
    readonly _error?: string
  }
  readonly cache: Record<string, never>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment: string
  readonly _id: number
  readonly _operation: string
  readonly _principal: string
}

export interface Har {
  readonly log: { readonly version: '1.2'; readonly creator: Tool; readonly entries: readonly HarEntry[] }
}

/**
 * A HAR 1.2 object of exchanges, or of those that events tell of, in the order of sending. Credential headers
 * are redacted here once more, for an exchange may come from elsewhere than the event log.
 */
export function toHar(source: readonly (RunEvent | Exchange)[], tool: Tool): Har {
  const exchanges = source.flatMap((one) => ('type' in one ? exchangesOfEvent(one) : [one]))
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const entries = [...byId.values()]
    .sort((a, b) => a.id - b.id)
    .map((exchange) =>
      entryOf(redactExchange(exchange, noMask, { bodyCharactersMax: Number.POSITIVE_INFINITY })),
    )
  return { log: { version: '1.2', creator: { name: tool.name, version: tool.version }, entries } }
}

const noMask = new SecretMask()

/** The exchanges that a report shows: those of its failures, with their controls. */
export function exchangesOfReport(report: Report): Exchange[] {
  return report.clauses.flatMap(({ failures }) => failures.flatMap(exchangesOfFailure))
}

function exchangesOfEvent(event: RunEvent): Exchange[] {
  if (event.type === 'exchange') return [event.exchange]
  return event.type === 'clause-judged' ? event.failures.flatMap(exchangesOfFailure) : []
}

function exchangesOfFailure({ control, exchange }: Failure): Exchange[] {
  return [control, exchange].filter((one) => one !== null)
}

function entryOf(exchange: Exchange): HarEntry {
  const { request, response, failure } = exchange
  const body = request.body
  return {
    startedDateTime: isoTime(exchange.startedAtMs),
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(body === null ? {} : { postData: { mimeType: request.headers['content-type'] ?? '', text: body } }),
      // -1 is the format's word for "not known".
      headersSize: -1,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
    },
    response: {
      status: response?.status ?? 0,
      statusText: STATUS_CODES[response?.status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response?.headers ?? {}),
      content: {
        size: response === null ? 0 : Buffer.byteLength(response.body),
        mimeType: response?.headers['content-type'] ?? '',
        text: response?.body ?? '',
      },
      redirectURL: response?.headers.location ?? '',
      headersSize: -1,
      bodySize: response?.bodyBytes ?? -1,
      ...(failure === null ? {} : { _error: `${failure.kind}: ${failure.message}` }),
    },
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: `${exchange.operation} as ${exchange.principal}`,
    _id: exchange.id,
    _operation: exchange.operation,
    _principal: exchange.principal,
  }
}

function pairs(headers: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function queryOf(url: string): Pair[] {
  const query = [...(parsedUrl(url)?.searchParams ?? [])]
  return query.map(([name, value]) => ({ name, value }))
}
