// Parses time stamps in UTC (ISO 8601) with all decimals.
import { isoTime } from '../base/clock.ts'

/**
 * Nanoseconds since the epoch; null for invalid time stamps (RFC 3339, 5.6 and 5.7), including impossible dates. A leap second equals the next
 * second.
 */
export function timestampNs(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z$/.exec(text)
  if (match === null) return null
  const [written, decimals = ''] = [text.slice(0, 19), match[1]]
  const leap = written.endsWith('T23:59:60')
  const named = leap ? `${written.slice(0, 17)}59` : written
  const epochMs = Date.parse(`${named}Z`)
  // Date.parse reads 31 February as 3 March.
  if (Number.isNaN(epochMs) || !isoTime(epochMs).startsWith(named)) return null
  return BigInt(epochMs + (leap ? 1_000 : 0)) * 1_000_000n + BigInt(decimals.slice(0, 9).padEnd(9, '0'))
}
