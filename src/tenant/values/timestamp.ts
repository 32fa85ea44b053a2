// Time stamps, which every change advances (part 3).
import { isoTime, nowMs } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'

export const nsPerMs = 1_000_000n

/**
 * Returns nanoseconds since the epoch.
 * @param decimals 0 to 9
 * @param skewMs positive: the clock is ahead
 */
export function timeNow(decimals: number, skewMs = 0): bigint {
  const unit = unitNs(decimals)
  return ((BigInt(nowMs() + skewMs) * nsPerMs) / unit) * unit
}

/** Returns a time at least one unit after `previous`. */
export function timeAfter(previous: bigint, decimals: number, skewMs = 0): bigint {
  const now = timeNow(decimals, skewMs)
  return now > previous ? now : previous + unitNs(decimals)
}

/** Returns ISO 8601 in UTC with the suffix Z. */
export function renderTime(timeNs: bigint, decimals: number): string {
  const seconds = isoTime(Number(timeNs / nsPerMs)).slice(0, 19)
  if (decimals === 0) return `${seconds}Z`
  const fraction = String(timeNs % 1_000_000_000n).padStart(9, '0')
  return `${seconds}.${fraction.slice(0, decimals)}Z`
}

/**
 * Returns nanoseconds since the epoch, or the current time without `text`. Throws Invalid.
 * @param decimals precision of the current time
 */
export function readTime(text: Json | undefined, decimals: number): bigint {
  if (text === undefined) return timeNow(decimals)
  const [, seconds = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(String(text)) ?? []
  const epochMs = Date.parse(`${seconds}Z`)
  if (Number.isNaN(epochMs)) throw new Invalid(`"${String(text)}" is not a time stamp in UTC`)
  return BigInt(epochMs) * nsPerMs + BigInt(fraction.padEnd(9, '0'))
}

/** Returns nanoseconds since the epoch. Null if the text is no date. */
export function timeIn(text: string): bigint | null {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? null : BigInt(epochMs) * nsPerMs
}

function unitNs(decimals: number): bigint {
  return 10n ** BigInt(9 - decimals)
}
