// Reads the clock and waits. Other files use these functions, except the heartbeat of a lock file.
import { setTimeout as wait } from 'node:timers/promises'

export function nowMs(): number {
  return Date.now()
}

/** Returns milliseconds of a clock that never goes back. */
export function tickMs(): number {
  return performance.now()
}

/** Waits for the duration, or until `signal` aborts. Never throws. */
export async function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  if (durationMs <= 0 || signal?.aborted) return
  await wait(durationMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}

export interface Clock {
  readonly tickMs: typeof tickMs
  readonly sleep: typeof sleep
}

export const systemClock: Clock = { tickMs, sleep }

export function today(): string {
  return isoTime(nowMs()).slice(0, 10)
}

export function inDays(days: number): string {
  return isoTime(nowMs() + days * 86_400_000).slice(0, 10)
}

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

export function every(intervalMs: number, task: () => void): () => void {
  const timer = setInterval(task, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
