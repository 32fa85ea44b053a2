// The event log of a run: the one way by which anything of a run reaches an output.
import type { RunEvent } from '../../base/event.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { redactEvent } from './redact.ts'

/** What a run recorded so far, and who listens. */
export interface EventLog {
  /** Masks and clips `event`, keeps it, and passes it on. */
  record(event: RunEvent): void
  /** What was recorded, in order; of the exchanges only the latest. */
  readonly events: readonly RunEvent[]
  /** How many exchanges were recorded, kept or not. */
  readonly exchangesSeen: number
  /** Calls `listener` with every event recorded from now on, masked. What it throws is kept for `rethrow`. */
  subscribe(listener: (event: RunEvent) => void): void
  /** Throws the first error that a listener threw, if any did: to be called when the run has cleaned up. */
  rethrow(): void
}

/** Bounds of what a log keeps in memory. */
export interface EventLogOptions {
  /** How many of the latest exchanges are kept, for a HAR file. */
  readonly exchangesKeptMax?: number
  /** Longest body that is kept, in UTF-16 code units. */
  readonly bodyCharactersMax?: number
}

/** What a log keeps where nothing else is said. */
export const eventLogLimits = { exchangesKeptMax: 500, bodyCharactersMax: 16_384 }

/**
 * A log that is safe to show: every event loses its secrets and its over-long bodies before it is kept or
 * passed on. Memory stays bounded however many exchanges a run has: only the latest are kept.
 */
export function createEventLog(
  mask: SecretMask,
  {
    exchangesKeptMax = eventLogLimits.exchangesKeptMax,
    bodyCharactersMax = eventLogLimits.bodyCharactersMax,
  }: EventLogOptions = {},
): EventLog {
  const limits = { bodyCharactersMax }
  const kept: { readonly order: number; readonly event: RunEvent }[] = []
  const exchanges: typeof kept = []
  const listeners: ((event: RunEvent) => void)[] = []
  const thrown: unknown[] = []
  let recorded = 0
  let exchangesSeen = 0

  return {
    record(raw) {
      const order = recorded++
      if (raw.type === 'exchange') {
        exchangesSeen++
        if (exchangesKeptMax === 0 && listeners.length === 0) return
      }
      const event = redactEvent(raw, mask, limits)
      if (event.type !== 'exchange') kept.push({ order, event })
      else if (exchanges.push({ order, event }) > exchangesKeptMax) exchanges.shift()
      for (const listener of listeners)
        try {
          listener(event)
        } catch (error) {
          // Whoever only listens must not end what is told of, clean-up least of all.
          if (thrown.length === 0) thrown.push(error)
        }
    },
    get events() {
      return [...kept, ...exchanges].sort((a, b) => a.order - b.order).map(({ event }) => event)
    },
    get exchangesSeen() {
      return exchangesSeen
    },
    subscribe(listener) {
      listeners.push(listener)
    },
    rethrow() {
      if (thrown.length > 0) throw thrown[0]
    },
  }
}
