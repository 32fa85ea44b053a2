// The event log of a run: the one way by which anything of a run reaches an output.
import type { RunEvent } from '../../base/event.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { redactEvent } from './redact.ts'

/** What a run records, and who listens. It keeps nothing itself. */
export interface EventLog {
  /** Masks and clips `event`, and passes it on. */
  record(event: RunEvent): void
  /** Calls `listener` with every event recorded from now on, masked. What it throws is kept for `rethrow`. */
  subscribe(listener: (event: RunEvent) => void): void
  /** Throws the first error that a listener threw, if any did: to be called when the run has cleaned up. */
  rethrow(): void
}

/** Bounds of what a log passes on. */
export interface EventLogOptions {
  /** Longest body, in UTF-16 code units. */
  readonly bodyCharactersMax?: number
}

/** What a log passes on where nothing else is said. */
export const eventLogLimits = { bodyCharactersMax: 16_384 }

/** A log that is safe to show: every event loses its secrets and its over-long bodies before it is passed on. */
export function createEventLog(
  mask: SecretMask,
  { bodyCharactersMax = eventLogLimits.bodyCharactersMax }: EventLogOptions = {},
): EventLog {
  const limits = { bodyCharactersMax }
  const listeners: ((event: RunEvent) => void)[] = []
  const thrown: unknown[] = []
  return {
    record(raw) {
      const event = redactEvent(raw, mask, limits)
      for (const listener of listeners)
        try {
          listener(event)
        } catch (error) {
          // Whoever only listens must not end what is told of, clean-up least of all.
          if (thrown.length === 0) thrown.push(error)
        }
    },
    subscribe(listener) {
      listeners.push(listener)
    },
    rethrow() {
      if (thrown.length > 0) throw thrown[0]
    },
  }
}
