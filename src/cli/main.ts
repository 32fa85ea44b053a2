#!/usr/bin/env node
// The command line's entry: the one place that exits.
import { exitCodes } from '../base/verdict.ts'
import { type Environment, maskOf, processEnvironment } from '../environment.ts'
import { commandLine, tellFault } from './command-line.ts'
import { standardTerminal } from './terminal.ts'

const terminal = standardTerminal(processEnvironment().variables, (code) => process.exit(code))
const mask = maskOf(environmentWithFile())
let faulty = false

// Whatever went wrong, what a run has made is still removed. More of the same must not end that.
process.on('uncaughtException', (error) => {
  if (faulty) return
  faulty = true
  tellFault(error, terminal, mask)
  process.exitCode = exitCodes.internal
  if (!terminal.stop()) process.exit()
})

const code = await commandLine(process.argv.slice(2), terminal, mask)
if (!faulty) process.exitCode = code
// What was at fault may keep the process alive.
else process.exit(exitCodes.internal)

// A file that can't be read is told by the commands that need it.
function environmentWithFile(): Environment {
  try {
    return processEnvironment(true).variables
  } catch {
    return processEnvironment().variables
  }
}
