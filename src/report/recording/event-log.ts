// The event log: all outputs come from it.
import type { RunEvent } from '../../base/event.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { redactEvent } from './redact.ts'

export interface EventLog {
  record(event: RunEvent): void
  subscribe(listener: (event: RunEvent) => void): void
  /** Throws a listener's first error. Callers call it after clean-up. */
  rethrow(): void
}

export interface EventLogOptions {
  /** In UTF-16 code units. */
  readonly bodyCharactersMax?: number
}

export const eventLogLimits = { bodyCharactersMax: 16_384 }

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
          // A listener's error must not stop the run or its clean-up.
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
