// Completion: a script for a shell, made from the commands of the program and from the words that it knows.
import type { Command } from 'commander'
import { tool } from '../../base/tool.ts'
import type { Environment } from '../../environment.ts'
import { contractOf } from '../../settings.ts'
import type { Terminal } from '../terminal.ts'
import { bashScript } from './bash.ts'
import { completedCommands } from './completed.ts'
import { fishScript } from './fish.ts'
import { wordsOf } from './words.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export type Shell = keyof typeof scripts

/** The shells that there is a script for. */
export const shells = Object.keys(scripts) as readonly Shell[]

/** Writes the script of a shell, to be sourced by it. */
export async function printCompletion(
  program: Command,
  shell: Shell,
  folder: string | undefined,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = contractOf({ contract: folder }, environment)
  const names = program.commands.map((command) => command.name())
  const words = await wordsOf(contract, names)
  terminal.write(scripts[shell](tool.name, completedCommands(program, 'run'), words))
}
