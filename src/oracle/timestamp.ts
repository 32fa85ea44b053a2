// Parses timestamps.
import { isoTime } from '../base/clock.ts'

/**
 * Returns nanoseconds since the epoch, or null for an invalid timestamp (RFC 3339, sections 5.6 and 5.7) or
 * one that does not end in "Z". A leap second has the value of the next second.
 */
export function timestampNs(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z$/.exec(text)
  if (match === null) return null
  const [written, decimals = ''] = [text.slice(0, 19), match[1]]
  const leap = written.endsWith('T23:59:60')
  const named = leap ? `${written.slice(0, 17)}59` : written
  const epochMs = Date.parse(`${named}Z`)
  // `Date.parse` would read 31 February as 3 March.
  if (Number.isNaN(epochMs) || !isoTime(epochMs).startsWith(named)) return null
  return BigInt(epochMs + (leap ? 1_000 : 0)) * 1_000_000n + BigInt(decimals.slice(0, 9).padEnd(9, '0'))
}

// Matches RFC 3339, and other forms of ISO 8601, for example without seconds.
const dateTime = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-]\d\d):?(\d\d)?)$/

/** Returns the seconds of an RFC 3339 date-time with all decimals, so equal instants give equal texts. */
export function instantOf(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const [, date, clock, second = '00', decimals = '', hours = '+00', minutes = '00'] =
    dateTime.exec(text) ?? []
  const leap = second === '60'
  const ns = timestampNs(`${date}T${clock}:${leap ? '59' : second}Z`)
  if (ns === null || Math.abs(Number(hours)) > 23 || Number(minutes) > 59) return null
  const offset = Number(`${hours[0]}1`) * (Math.abs(Number(hours)) * 60 + Number(minutes)) * 60
  const seconds = Number(ns / 1_000_000_000n) - offset + (leap ? 1 : 0)
  // A leap second must end a UTC day.
  return leap && seconds % 86_400 !== 0 ? null : `${seconds}.${decimals.replace(/0+$/, '')}`
}
