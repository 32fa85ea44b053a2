// Time stamps with any number of decimals, which a change always moves (part 3).
import { isoTime, nowMs } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'

/** Nanoseconds in a millisecond. */
export const nsPerMs = 1_000_000n

/**
 * Now, in nanoseconds since the epoch, as precise as it is shown.
 * @param decimals digits after the point, 0 to 9
 * @param skewMs by how much the clock is ahead
 */
export function timeNow(decimals: number, skewMs = 0): bigint {
  const unit = unitNs(decimals)
  return ((BigInt(nowMs() + skewMs) * nsPerMs) / unit) * unit
}

/** A time stamp after `previous`: now, or one unit of what is shown later where the clock has not moved on. */
export function timeAfter(previous: bigint, decimals: number, skewMs = 0): bigint {
  const now = timeNow(decimals, skewMs)
  return now > previous ? now : previous + unitNs(decimals)
}

/** ISO 8601 in UTC with the suffix Z. */
export function renderTime(timeNs: bigint, decimals: number): string {
  const seconds = isoTime(Number(timeNs / nsPerMs)).slice(0, 19)
  if (decimals === 0) return `${seconds}Z`
  const fraction = String(timeNs % 1_000_000_000n).padStart(9, '0')
  return `${seconds}.${fraction.slice(0, decimals)}Z`
}

/**
 * The time that `text` says, in nanoseconds since the epoch; now where nothing is said. Throws Invalid where it is not a time.
 * @param decimals digits after the point that are shown of now
 */
export function readTime(text: Json | undefined, decimals: number): bigint {
  if (text === undefined) return timeNow(decimals)
  const [, seconds = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(String(text)) ?? []
  const epochMs = Date.parse(`${seconds}Z`)
  if (Number.isNaN(epochMs)) throw new Invalid(`"${String(text)}" is not a time stamp in UTC`)
  return BigInt(epochMs) * nsPerMs + BigInt(fraction.padEnd(9, '0'))
}

function unitNs(decimals: number): bigint {
  return 10n ** BigInt(9 - decimals)
}
