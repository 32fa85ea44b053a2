// The only file that uses the standard streams and signals.
import { exitCodes } from '../base/verdict.ts'
import type { Person } from '../init/prompts.ts'
import type { Environment } from '../settings/environment.ts'

export interface Terminal {
  write(text: string): void
  error(text: string): void
  /** For commands of a CI system: `guarded` masks this output, but does not escape it. */
  readonly ci: {
    write(text: string): void
    error(text: string): void
  }
  readonly isTTY: boolean
  readonly color: boolean
  readonly errorColor?: boolean
  readonly width: number
  readonly isScreen?: boolean
  errorWidth?(): number
  /** Null if no user can answer questions. */
  readonly person?: Person | null
  /** Listens to SIGINT, SIGTERM and SIGHUP. The second signal ends the process. */
  onStop(listener: () => void): () => void
}

export interface StandardTerminal extends Terminal {
  /** Calls the listeners as a signal does. Returns false if there is no listener. */
  stop(): boolean
}

const widthDefault = 100

export function standardTerminal(environment: Environment, quit: (code: number) => void): StandardTerminal {
  const { stdout, stderr } = process
  const listening: (() => void)[] = []
  // A closed pipe, for example of `| head`, must not interrupt the clean-up.
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

/** NO_COLOR wins over FORCE_COLOR (no-color.org, force-color.org). */
export function isColored(isTTY: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return !off.includes(FORCE_COLOR.toLowerCase())
  return isTTY && TERM !== 'dumb'
}
