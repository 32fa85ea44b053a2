// The only access to standard streams and signals.
import { exitCodes } from '../base/verdict.ts'
import type { Person } from '../init/prompts.ts'
import type { Environment } from '../settings/environment.ts'

export interface Terminal {
  write(text: string): void
  error(text: string): void
  /** For commands to a CI service, not escaped by `guarded`. */
  readonly ci: {
    write(text: string): void
    error(text: string): void
  }
  /** Standard error can rewrite lines. */
  readonly isTTY: boolean
  /** Of standard output. */
  readonly color: boolean
  /** Default: `color`. */
  readonly errorColor?: boolean
  /** Of standard output. */
  readonly width: number
  /** Default: false. */
  readonly isScreen?: boolean
  /** Of standard error; default: `width`. */
  errorWidth?(): number
  /** Null: not interactive. */
  readonly person?: Person | null
  /** Calls `listener` on the first SIGINT, SIGTERM or SIGHUP. Returns its removal. */
  onStop(listener: () => void): () => void
}

export interface StandardTerminal extends Terminal {
  /** Acts like a signal. Returns false without a listener. */
  stop(): boolean
}

// For pipes and files.
const widthDefault = 100

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
        // The user will not wait.
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

const off: readonly string[] = ['0', 'false', 'no', 'off']

/** NO_COLOR wins (no-color.org), then FORCE_COLOR (force-color.org; 0 and false disable colours). */
export function isColored(isTTY: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return !off.includes(FORCE_COLOR.toLowerCase())
  return isTTY && TERM !== 'dumb'
}
