// The terminal: the one place that writes to the standard streams and hears signals.
import { exitCodes } from '../base/verdict.ts'
import type { Environment } from '../environment.ts'

export interface Terminal {
  write(text: string): void
  error(text: string): void
  /** The same streams, for commands to a CI service alone: those of a view that escapes what they carry. */
  readonly ci: {
    write(text: string): void
    error(text: string): void
  }
  /** Whether a person reads what is written as an error (progress). */
  readonly isTTY: boolean
  readonly color: boolean
  /** Columns. */
  readonly width: number
  /** Calls `listener` on the first SIGINT, SIGTERM or SIGHUP; returns a way to stop that. */
  onStop(listener: () => void): () => void
}

/** The process's own terminal. */
export interface StandardTerminal extends Terminal {
  /** Does as a first signal does to what is under way. Returns false where nothing is that hears of signals. */
  stop(): boolean
}

/** The process's own terminal. Colour follows NO_COLOR and FORCE_COLOR. @param quit ends the process */
export function standardTerminal(environment: Environment, quit: (code: number) => void): StandardTerminal {
  const { stdout, stderr } = process
  const listening: (() => void)[] = []
  // A reader that went away (`| head`) is no fault of ours, and nothing that clean-up may end at.
  stdout.on('error', () => undefined)
  stderr.on('error', () => undefined)
  return {
    write: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    ci: { write: (text) => void stdout.write(text), error: (text) => void stderr.write(text) },
    isTTY: stderr.isTTY ?? false,
    color: environment.NO_COLOR ? false : environment.FORCE_COLOR ? true : (stdout.isTTY ?? false),
    width: stdout.columns ?? 100,
    onStop(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
      let asked = false
      const hear = (): void => {
        // Whoever asks twice will not wait.
        if (asked) quit(exitCodes.interrupted)
        asked = true
        listener()
      }
      for (const signal of signals) process.on(signal, hear)
      listening.push(listener)
      return () => {
        for (const signal of signals) process.off(signal, hear)
        listening.splice(listening.indexOf(listener), 1)
      }
    },
    stop() {
      for (const listener of listening) listener()
      return listening.length > 0
    },
  }
}
