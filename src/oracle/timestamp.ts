// Time stamps of a response: ISO 8601 in UTC with any number of decimals, compared without losing one.
import { isoTime } from '../base/clock.ts'

/**
 * Nanoseconds since the epoch (further decimals cut), or null for what is no such time stamp (RFC 3339, 5.6
 * and 5.7): a day that the calendar does not have is none. A leap second counts like the second after it.
 */
export function timestampNs(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z$/.exec(text)
  if (match === null) return null
  const [written, decimals = ''] = [text.slice(0, 19), match[1]]
  const leap = written.endsWith('T23:59:60')
  const named = leap ? `${written.slice(0, 17)}59` : written
  const epochMs = Date.parse(`${named}Z`)
  // A date that does not exist is read as a later one: 31 February as 3 March.
  if (Number.isNaN(epochMs) || !isoTime(epochMs).startsWith(named)) return null
  return BigInt(epochMs + (leap ? 1_000 : 0)) * 1_000_000n + BigInt(decimals.slice(0, 9).padEnd(9, '0'))
}
