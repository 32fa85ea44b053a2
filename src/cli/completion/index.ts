// Completion: a script for a shell, made from the commands of the program and from the words that it knows.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { codeRoot } from '../../base/package-root.ts'
import { tool } from '../../base/tool.ts'
import type { Environment } from '../../environment.ts'
import type { Terminal } from '../terminal.ts'
import { bashScript } from './bash.ts'
import { completedCommands } from './completed.ts'
import { fishScript } from './fish.ts'
import type { ContractWords } from './words.ts'
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
  const shipped = folder === undefined && !environment.TENANT_CONTRACT?.trim()
  const words = (shipped ? keptWords() : null) ?? (await wordsIn(folder, environment))
  const commands = [...program.commands.map((command) => command.name()), ...words.clauses]
  terminal.write(scripts[shell](tool.name, completedCommands(program, 'run'), { ...words, commands }))
}

/** The words of a contract. @throws ConfigurationError where it is not valid */
export async function wordsIn(folder: string | undefined, environment: Environment): Promise<ContractWords> {
  const [{ contractOf }, { wordsOf }] = await Promise.all([import('../../settings.ts'), import('./words.ts')])
  return wordsOf(contractOf({ contract: folder }, environment))
}

/** Where the build keeps the words of the shipped contract: a shell asks for them each time it starts. */
export const keptWordsFile = 'completion.json'

function keptWords(): ContractWords | null {
  if (!existsSync(join(codeRoot, keptWordsFile))) return null
  // One of the package's own, as those below packageRoot are.
  return JSON.parse(readFileSync(join(codeRoot, keptWordsFile), 'utf8')) as ContractWords
}
