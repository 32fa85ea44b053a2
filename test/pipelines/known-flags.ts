// Reads the flags of a command from its help.
import { createProgram } from '../../src/cli/program.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'

const known = new Map<string, Promise<ReadonlySet<string>>>()

/** @throws an error if the command is unknown */
export function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const flags = known.get(command) ?? read(command)
  known.set(command, flags)
  return flags
}

async function read(command: string): Promise<ReadonlySet<string>> {
  const { terminal, told } = recordingTerminal()
  const code = await createProgram(terminal)([...command.split(' '), '--help'])
  if (code !== 0 || !told.out.includes(command))
    throw new Error(`there is no command ${command}: ${told.err}`)
  return new Set(told.out.match(/--[a-z][a-z-]*/g))
}

export async function unknownFlags([command = '', ...rest]: readonly string[]): Promise<readonly string[]> {
  const flags = await flagsOf(command)
  return rest
    .map((one) => one.replace(/^["'[(]+/, '').split('=')[0] ?? '')
    .filter((one) => one.startsWith('--') && !flags.has(one.replace(/["',\])]+$/, '')))
}
