// Makes and reads timestamps. Part 3 of the specification requires only that updated_at changes.
import { isoTime, nowMs } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'

export const nsPerMs = 1_000_000n

/**
 * Returns the current time in nanoseconds since the epoch.
 * @param decimals number of decimals of the second, 0 to 9
 * @param skewMs a positive number if the clock is ahead
 */
export function timeNow(decimals: number, skewMs = 0): bigint {
  const unit = unitNs(decimals)
  return ((BigInt(nowMs() + skewMs) * nsPerMs) / unit) * unit
}

/** Returns the current time, but at least one unit of the last decimal after `previous`. */
export function timeAfter(previous: bigint, decimals: number, skewMs = 0): bigint {
  const now = timeNow(decimals, skewMs)
  return now > previous ? now : previous + unitNs(decimals)
}

/** Returns the time in ISO 8601, in UTC and with the suffix Z. */
export function renderTime(timeNs: bigint, decimals: number): string {
  const seconds = isoTime(Number(timeNs / nsPerMs)).slice(0, 19)
  if (decimals === 0) return `${seconds}Z`
  const fraction = String(timeNs % 1_000_000_000n).padStart(9, '0')
  return `${seconds}.${fraction.slice(0, decimals)}Z`
}

/**
 * Returns nanoseconds since the epoch. Undefined means the current time. Throws Invalid for a wrong text.
 * @param decimals the precision of the current time
 */
export function readTime(text: Json | undefined, decimals: number): bigint {
  if (text === undefined) return timeNow(decimals)
  const [, seconds = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(String(text)) ?? []
  const epochMs = Date.parse(`${seconds}Z`)
  if (Number.isNaN(epochMs)) throw new Invalid(`"${String(text)}" is not a timestamp in UTC`)
  return BigInt(epochMs) * nsPerMs + BigInt(fraction.padEnd(9, '0'))
}

/** Returns nanoseconds since the epoch, or null if the text is not a date. */
export function timeIn(text: string): bigint | null {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? null : BigInt(epochMs) * nsPerMs
}

function unitNs(decimals: number): bigint {
  return 10n ** BigInt(9 - decimals)
}
