// Writes the exchanges of a run in the format HTTP Archive (HAR) 1.2.
import { STATUS_CODES } from 'node:http'
import type { Entry, Har, Header } from 'har-format'
import { isoTime } from '../../base/clock.ts'
import type { Failure } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { Report, Tool } from '../model/report.ts'
import { redactExchange } from '../recording/redact.ts'

/** An entry with members of this tool. HAR requires an underscore before their names. */
export interface HarEntry extends Entry {
  readonly _id: number
  readonly _operation: string
  readonly _principal: string
}

export function toHar(exchanges: readonly Exchange[], { name, version }: Tool): Har {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const entries = [...byId.values()].sort((a, b) => a.id - b.id).map(harEntry)
  return { log: { version: '1.2', creator: { name, version }, entries } }
}

export function exchangesOfReport(report: Report): Exchange[] {
  return report.clauses.flatMap(({ failures }) => failures.flatMap(exchangesOfFailure))
}

export function exchangesOfFailure({ steps = [], control, exchange }: Failure): Exchange[] {
  return [...steps, control, exchange].filter((one) => one !== null)
}

const noMask = new SecretMask()

/** Masks credentials in headers, because the source of the exchange may not mask them. */
export function harEntry(given: Exchange): HarEntry {
  const exchange = redactExchange(given, noMask, { bodyCharactersMax: Number.POSITIVE_INFINITY })
  const { request, response, failure, durationMs, headersMs = durationMs } = exchange
  const body = request.body
  return {
    startedDateTime: isoTime(exchange.startedAtMs),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(body === null ? {} : { postData: { mimeType: request.headers['content-type'] ?? '', text: body } }),
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
    // The client does not measure connecting and sending separately.
    timings: { send: 0, wait: headersMs, receive: durationMs - headersMs },
    comment: `${exchange.operation} as ${exchange.principal}`,
    _id: exchange.id,
    _operation: exchange.operation,
    _principal: exchange.principal,
  }
}

function pairs(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function queryOf(url: string): Header[] {
  const query = [...(parsedUrl(url)?.searchParams ?? [])]
  return query.map(([name, value]) => ({ name, value }))
}
