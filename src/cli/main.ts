#!/usr/bin/env node
// The command line's entry: the one place that exits.
import { type Environment, maskOf, processEnvironment } from '../environment.ts'
import { commandLine } from './command-line.ts'
import { standardTerminal } from './terminal.ts'

const terminal = standardTerminal(processEnvironment(), (code) => process.exit(code))
process.exitCode = await commandLine(process.argv.slice(2), terminal, maskOf(environmentWith('.env')))

// A file that can't be read is told by the commands that need it.
function environmentWith(file: string): Environment {
  try {
    return processEnvironment(file)
  } catch {
    return processEnvironment()
  }
}
