// The event log of a run: all outputs receive the run's data only through it.
import type { RunEvent } from '../../base/event.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { redactEvent } from './redact.ts'

/** Passes events on and stores none. */
export interface EventLog {
  /** Masks and clips `event`, then calls the listeners. */
  record(event: RunEvent): void
  /** Passes all later events, masked, to `listener`. Keeps its errors for `rethrow`. */
  subscribe(listener: (event: RunEvent) => void): void
  /** Throws the first error of a listener, if any. Call it after clean-up. */
  rethrow(): void
}

export interface EventLogOptions {
  /** Longest body, in UTF-16 code units. */
  readonly bodyCharactersMax?: number
}

export const eventLogLimits = { bodyCharactersMax: 16_384 }

/** Removes secrets and clips bodies before any listener receives an event. */
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
          // A listener's error must not stop the run, above all not its clean-up.
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
