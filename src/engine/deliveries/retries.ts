// Observes how a tenant repeats a failed delivery. Retries are an open point, so nothing is judged.
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Inbox } from './inbox.ts'

const attemptsMax = 6
const quietFactor = 4
const quietMsMin = 1_000
const quietMsAtFirst = 1_500
const watchMsMax = 8_000

export function refuseFirst(inbox: Inbox): void {
  inbox.answerWith((earlier) => ({ status: earlier < attemptsMax - 1 ? 500 : 200 }))
}

export async function watchRetries(inbox: Inbox, signal: AbortSignal): Promise<JsonObject | null> {
  const endMs = nowMs() + watchMsMax
  const times = (): number[] => inbox.deliveries.map(({ receivedAtMs }) => receivedAtMs)
  let ended = false
  while (inbox.deliveries.length < attemptsMax && !ended && nowMs() < endMs && !signal.aborted) {
    const seen = inbox.deliveries.length
    const last = waits(times()).at(-1)
    const quietMs = last === undefined ? quietMsAtFirst : Math.max(quietMsMin, quietFactor * last)
    const untilMs = seen === 0 ? endMs : nowMs() + quietMs
    const next = await inbox.first(
      () => inbox.deliveries.length > seen,
      () => Math.min(endMs, untilMs),
      signal,
    )
    ended = next === null && untilMs <= endMs
  }
  if (inbox.deliveries.length === 0) return null
  return { after: 500, waitsMs: waits(times()).map(rounded), seenToItsEnd: ended }
}

function waits(timesMs: readonly number[]): number[] {
  return timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? time))
}

// Rounds coarsely, so that two runs report the same schedule.
function rounded(durationMs: number): number {
  const stepMs = durationMs < 900 ? 100 : 500
  return Math.floor((durationMs + 0.2 * stepMs) / stepMs) * stepMs
}
