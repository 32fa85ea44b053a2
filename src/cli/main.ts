#!/usr/bin/env node
// The command line's entry: runs a command and turns its end into an exit code. The one place that exits.
import { ConfigurationError } from '../base/error.ts'
import { exitCodes } from '../base/verdict.ts'
import { maskOf, processEnvironment } from '../environment.ts'
import { redactText, visible } from '../report/index.ts'
import { guarded } from './guarded-terminal.ts'
import { createProgram } from './program.ts'
import { standardTerminal } from './terminal.ts'

const mask = maskOf(environmentOrNone('.env'))
const terminal = standardTerminal(processEnvironment(), (code) => process.exit(code))
const { error: tell } = guarded(terminal, mask)
try {
  process.exitCode = await createProgram(terminal, mask)(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigurationError) {
    tell(`${visible(redactText(error.message, mask))}\n`)
    process.exitCode = exitCodes.usage
  } else {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    tell(
      `This is a fault of tenant-conformance itself:\n${visible(redactText(trace, mask), { lines: true })}\n`,
    )
    process.exitCode = exitCodes.internal
  }
}

// A file that can't be read is told by the commands that need it.
function environmentOrNone(file: string) {
  try {
    return processEnvironment(file)
  } catch {
    return processEnvironment()
  }
}
