#!/usr/bin/env node
// The command line's entry: runs a command and turns its end into an exit code. The one place that exits.
import { ConfigurationError } from '../base/error.ts'
import { exitCodes } from '../base/verdict.ts'
import { processEnvironment } from '../environment.ts'
import { visible } from '../report/index.ts'
import { createProgram } from './program.ts'
import { standardTerminal } from './terminal.ts'

const terminal = standardTerminal(processEnvironment(), (code) => process.exit(code))
let faulty = false

const tell = (error: unknown): void => {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  terminal.error(`This is a fault of tenant-conformance itself:\n${visible(trace, { lines: true })}\n`)
  process.exitCode = exitCodes.internal
}

// Whatever went wrong, what a run has made is still removed. More of the same must not end that.
process.on('uncaughtException', (error) => {
  if (faulty) return
  faulty = true
  tell(error)
  if (!terminal.stop()) process.exit(exitCodes.internal)
})

try {
  const code = await createProgram(terminal)(process.argv.slice(2))
  if (!faulty) process.exitCode = code
} catch (error) {
  if (error instanceof ConfigurationError) {
    terminal.error(`${visible(error.message)}\n`)
    process.exitCode = faulty ? exitCodes.internal : exitCodes.usage
  } else tell(error)
}
// What was at fault may keep the process alive.
if (faulty) process.exit(exitCodes.internal)
