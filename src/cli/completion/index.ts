// Writes completion scripts for shells.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { codeRoot } from '../../base/package-root.ts'
import { tool } from '../../base/tool.ts'
import type { Environment } from '../../settings/environment.ts'
import type { Terminal } from '../terminal.ts'
import { bashScript } from './bash.ts'
import { completedCommands } from './completed.ts'
import { fishScript } from './fish.ts'
import type { ContractWords } from './words.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export type Shell = keyof typeof scripts

export const shells = Object.keys(scripts) as readonly Shell[]

export async function printCompletion(
  program: Command,
  shell: Shell,
  folder: string | undefined,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const shipped = folder === undefined && !environment.TENANT_CONTRACT?.trim()
  const words = (shipped ? precompiledWords() : null) ?? (await wordsIn(folder, environment))
  const commands = [...program.commands.map((command) => command.name()), ...words.clauses]
  terminal.write(scripts[shell](tool.name, completedCommands(program, 'run'), { ...words, commands }))
}

/** @throws ConfigurationError for an invalid contract */
export async function wordsIn(folder: string | undefined, environment: Environment): Promise<ContractWords> {
  const [{ resolveContract }, { wordsOf }] = await Promise.all([
    import('../../settings/contract.ts'),
    import('./words.ts'),
  ])
  return wordsOf(await resolveContract({ contract: folder }, environment))
}

/**
 * The build writes this file, because a shell needs the words at each start and loading a contract is slow.
 */
export const precompiledWordsFile = 'completion.json'

function precompiledWords(): ContractWords | null {
  if (!existsSync(join(codeRoot, precompiledWordsFile))) return null
  return JSON.parse(readFileSync(join(codeRoot, precompiledWordsFile), 'utf8')) as ContractWords
}
