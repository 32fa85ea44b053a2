// Time: the one place that reads the clock and waits.
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds since the epoch. */
export function nowMs(): number {
  return Date.now()
}

/** Milliseconds on a clock that never goes back, for durations. */
export function tickMs(): number {
  return performance.now()
}

/** Waits; ends early, without an error, when `signal` aborts. */
export async function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  if (durationMs <= 0 || signal?.aborted) return
  await wait(durationMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}

/** What passes time: the system's clock, or one of a test. */
export interface Clock {
  readonly tickMs: typeof tickMs
  readonly sleep: typeof sleep
}

export const systemClock: Clock = { tickMs, sleep }

/** Today's date in UTC, YYYY-MM-DD. */
export function today(): string {
  return isoTime(nowMs()).slice(0, 10)
}

/** The date so many days from today, YYYY-MM-DD (UTC). */
export function inDays(days: number): string {
  return isoTime(nowMs() + days * 86_400_000).slice(0, 10)
}

/** ISO 8601 in UTC. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** Calls `task` again and again, until what is returned is called. It keeps no process alive. */
export function every(intervalMs: number, task: () => void): () => void {
  const timer = setInterval(task, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
