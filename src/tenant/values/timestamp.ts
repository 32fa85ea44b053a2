// Time stamps with any number of decimals, which a change always moves (part 3).
import { isoTime, nowMs } from '../../base/clock.ts'

const nsPerMs = 1_000_000n

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

function unitNs(decimals: number): bigint {
  return 10n ** BigInt(9 - decimals)
}
