// Reads rate-limit headers.
import type { Exchange, ReceivedResponse } from '../../base/exchange.ts'

/** Values of rate-limit headers. Null if a header is missing. */
export interface RateInfo {
  readonly limit: number | null
  readonly remaining: number | null
  /** Milliseconds until the tenant allows requests again. */
  readonly resetMs: number | null
}

export const noRateInfo: RateInfo = { limit: null, remaining: null, resetMs: null }

export interface RateLimitHeaders {
  readonly limit?: string
  readonly remaining?: string
  readonly reset?: string
}

const rateLimitHeaders: RateLimitHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
}

// From 1e9 (in 2001), the number in a reset header is seconds since the epoch. From 1e11 (in 1973), it is
// milliseconds.
const epochSecondsMin = 1e9
const epochMillisecondsMin = 1e11

// The Date header has only whole seconds, so smaller differences are ignored.
const clockDifferenceMsMin = 2_000

/** Returns the longer wait of Retry-After (RFC 9110, section 10.2.3) and the reset header, or null. */
export function waitAskedMs(
  exchange: Exchange,
  { reset }: RateLimitHeaders = rateLimitHeaders,
): number | null {
  const response = exchange.response
  if (response === null) return null
  const arrivedAtMs = exchange.startedAtMs + exchange.durationMs
  const nowMs = tenantNowMs(response, arrivedAtMs)
  const waits = [
    resetMs(headerOf(response, reset), nowMs),
    retryAfterMs(response.headers['retry-after'], nowMs),
  ].filter((wait) => wait !== null && wait > 0)
  return waits.length === 0 ? null : Math.max(...waits.map(Number))
}

export function remainingOf(
  response: ReceivedResponse,
  { remaining }: RateLimitHeaders = rateLimitHeaders,
): number | null {
  const text = headerOf(response, remaining)?.trim()
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

export function rateInfoOf(exchange: Exchange, headers: RateLimitHeaders = rateLimitHeaders): RateInfo {
  const { response } = exchange
  if (response === null) return noRateInfo
  // Also reads a list such as "100, 100;w=60".
  const [, limit = ''] = /^\s*(\d{1,9})(?:\s*[,;].*)?$/.exec(headerOf(response, headers.limit) ?? '') ?? []
  return {
    limit: Number(limit) > 0 ? Number(limit) : null,
    remaining: remainingOf(response, headers),
    resetMs: waitAskedMs(exchange, headers),
  }
}

function headerOf({ headers }: ReceivedResponse, name: string | undefined): string | undefined {
  return name === undefined ? undefined : headers[name.toLowerCase()]
}

function tenantNowMs(response: ReceivedResponse, arrivedAtMs: number): number {
  const date = dateOf(response)
  return Math.abs(date - arrivedAtMs) > clockDifferenceMsMin ? date : arrivedAtMs
}

// Cached, because parsing a date is slow.
let last = { text: '', ms: Number.NaN }

function dateOf({ headers: { date: text = '' } }: ReceivedResponse): number {
  if (text !== last.text) last = { text, ms: Date.parse(text) }
  return last.ms
}

function resetMs(text: string | undefined, nowMs: number): number | null {
  const value = numberOf(text)
  if (value === null) return dateMs(text, nowMs)
  if (value >= epochMillisecondsMin) return value - nowMs
  if (value >= epochSecondsMin) return value * 1000 - nowMs
  return value * 1000
}

function retryAfterMs(text: string | undefined, nowMs: number): number | null {
  const seconds = numberOf(text)
  return seconds === null ? dateMs(text, nowMs) : seconds * 1000
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,40}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : null
}

function dateMs(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : date - nowMs
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function waitInWords(ms: number): string {
  if (!Number.isFinite(ms)) return 'for ever'
  for (const [unit, unitMs] of units) if (ms >= 2 * unitMs) return `${Math.ceil(ms / unitMs)} ${unit}s`
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** @param beyondMs the requested wait, if the wait is too long for the run */
export function waitedOutInWords(beyondMs: number | null): string {
  return beyondMs === null
    ? 'the tenant returned only 429 for longer than a run waits: run again later, or with a lower --rate'
    : `the tenant returned 429 and asks to wait ${waitInWords(beyondMs)}, which is longer than this run may wait: run again after that`
}
