// The event log of a run, from which every report is made.
import type { RunEvent } from '../../base/event.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { redactEvent } from './redact.ts'

export interface EventLog {
  record(event: RunEvent): void
  subscribe(listener: (event: RunEvent) => void): void
  /** Throws the first error of a listener, after the clean-up. */
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
          // The error of a listener must not stop the run or its clean-up.
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
