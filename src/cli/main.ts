#!/usr/bin/env node
// The command line's entry: runs a command and turns its end into an exit code. The one place that exits.
import { ConfigurationError } from '../base/error.ts'
import { exitCodes } from '../base/verdict.ts'
import { processEnvironment } from '../environment.ts'
import { visible } from '../report/index.ts'
import { createProgram } from './program.ts'
import { standardTerminal } from './terminal.ts'

const terminal = standardTerminal(processEnvironment(), (code) => process.exit(code))
try {
  process.exitCode = await createProgram(terminal)(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigurationError) {
    terminal.error(`${visible(error.message)}\n`)
    process.exitCode = exitCodes.usage
  } else {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    terminal.error(`This is a fault of tenant-conformance itself:\n${visible(trace, { lines: true })}\n`)
    process.exitCode = exitCodes.internal
  }
}
