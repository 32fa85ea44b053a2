// Writes to the standard streams and receives signals; no other file does.
import { exitCodes } from '../base/verdict.ts'
import type { Environment } from '../environment.ts'
import type { Person } from '../init/questions.ts'
import { isColored } from './color.ts'

export interface Terminal {
  write(text: string): void
  error(text: string): void
  /** The same streams for commands to a CI service, not escaped by `guarded`. */
  readonly ci: {
    write(text: string): void
    error(text: string): void
  }
  /** Standard error is a terminal whose lines can be rewritten. */
  readonly isTTY: boolean
  /** Standard output has colours. */
  readonly color: boolean
  /** Standard error; default: `color`. */
  readonly errorColor?: boolean
  /** Columns of standard output. */
  readonly width: number
  /** Standard output is a screen; default false. */
  readonly isScreen?: boolean
  /** Current columns of standard error; default: `width`. */
  errorWidth?(): number
  /** Null or absent if input is not interactive. */
  readonly person?: Person | null
  /** Calls `listener` on the first SIGINT, SIGTERM or SIGHUP. Returns a function that removes it. */
  onStop(listener: () => void): () => void
}

export interface StandardTerminal extends Terminal {
  /** Acts like a first signal. Returns false if no listener is registered. */
  stop(): boolean
}

// For pipes and files.
const widthDefault = 100

/** @param quit ends the process */
export function standardTerminal(environment: Environment, quit: (code: number) => void): StandardTerminal {
  const { stdout, stderr } = process
  const listening: (() => void)[] = []
  // A closed pipe (`| head`) must not end the clean-up.
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
        // A second signal ends the process at once.
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
