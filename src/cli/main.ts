#!/usr/bin/env node
// The entry point of the program. No other file calls `process.exit`.
import { exitCodes } from '../base/verdict.ts'
import { type Environment, maskOf, processEnvironment } from '../settings/environment.ts'
import { commandLine, tellFault } from './command-line.ts'
import { standardTerminal } from './terminal.ts'

const terminal = standardTerminal(processEnvironment().variables, (code) => process.exit(code))
const mask = maskOf(environmentWithFile())
let faulty = false

// Further errors must not interrupt the clean-up of the run.
process.on('uncaughtException', (error) => {
  if (faulty) return
  faulty = true
  tellFault(error, terminal, mask)
  process.exitCode = exitCodes.internal
  if (!terminal.stop()) process.exit()
})

const code = await commandLine(process.argv.slice(2), terminal, mask)
if (!faulty) process.exitCode = code
// After an internal error, an open handle can keep the process alive.
else process.exit(exitCodes.internal)

// Ignores errors of the variables file, because commands that need the file report them.
function environmentWithFile(): Environment {
  try {
    return processEnvironment(true).variables
  } catch {
    return processEnvironment().variables
  }
}
