// The terminal: the one place that writes to the standard streams and hears signals.
import { exitCodes } from '../base/verdict.ts'
import type { Environment } from '../environment.ts'
import type { Person } from '../init/questions.ts'
import { isColored } from './color.ts'

export interface Terminal {
  write(text: string): void
  error(text: string): void
  /** The same streams, for commands to a CI service alone: those of a view that escapes what they carry. */
  readonly ci: {
    write(text: string): void
    error(text: string): void
  }
  /** Whether a person reads what is written as an error (progress), and a line there can be rewritten. */
  readonly isTTY: boolean
  /** Whether what is written has colours. */
  readonly color: boolean
  /** The same of what is written as an error; default: as `color`. */
  readonly errorColor?: boolean
  /** Columns of what is written. */
  readonly width: number
  /** Whether what is written goes to a screen; default false. */
  readonly isScreen?: boolean
  /** Columns of what is written as an error, at this moment; default: `width`. */
  errorWidth?(): number
  /** Who can be asked; absent or null where nobody sits there. */
  readonly person?: Person | null
  /** Calls `listener` on the first SIGINT, SIGTERM or SIGHUP; returns a way to stop that. */
  onStop(listener: () => void): () => void
}

/** The process's own terminal. */
export interface StandardTerminal extends Terminal {
  /** Does as a first signal does to what is under way. Returns false where nothing is that hears of signals. */
  stop(): boolean
}

// A pipe or a file has none of its own.
const widthDefault = 100

/** The process's own terminal. @param quit ends the process */
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
    isTTY: (stderr.isTTY ?? false) && environment.TERM !== 'dumb',
    color: isColored(stdout.isTTY ?? false, environment),
    errorColor: isColored(stderr.isTTY ?? false, environment),
    width: stdout.columns || widthDefault,
    isScreen: stdout.isTTY ?? false,
    errorWidth: () => stderr.columns || widthDefault,
    person: process.stdin.isTTY && stderr.isTTY ? { input: process.stdin, output: stderr } : null,
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
