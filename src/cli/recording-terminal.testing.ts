// A terminal for tests that stores its output.
import type { Terminal } from './terminal.ts'

export function recordingTerminal(): {
  readonly terminal: Terminal
  readonly told: { out: string; err: string }
} {
  const told = { out: '', err: '' }
  const terminal: Terminal = {
    write: (text) => {
      told.out += text
    },
    error: (text) => {
      told.err += text
    },
    ci: {
      write: (text) => {
        told.out += text
      },
      error: (text) => {
        told.err += text
      },
    },
    isTTY: false,
    color: false,
    errorColor: false,
    width: 100,
    errorWidth: () => 100,
    onStop: () => () => undefined,
  }
  return { terminal, told }
}
