// `help`: of the program, of a command, or of a clause; and what to say of a command that there is none of.
import type { Command } from 'commander'
import { ConfigurationError } from '../../base/error.ts'
import { didYouMean } from '../../base/nearest.ts'
import type { Environment } from '../../environment.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Writes the help of the command that the words name, or explains the clause that they name.
 * @throws ConfigurationError where they name neither, with the nearest of both
 */
export async function helpOn(
  program: Command,
  words: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const [word = ''] = words
  const first = program.commands.some((command) => command.name() === word)
  const catalogue = first || words.length === 0 ? null : await import('../clauses.ts')
  const ids = catalogue?.clauseIds(environment) ?? []
  if (catalogue !== null && ids.includes(word))
    return catalogue.explainClause(word, undefined, environment, terminal)
  let command = program
  for (const name of words) {
    const next = command.commands.find((one) => one.name() === name)
    if (next === undefined) {
      const known = [...command.commands.map((one) => one.name()), ...(command === program ? ids : [])]
      throw new ConfigurationError(
        `There is no command and no clause "${words.join(' ')}"${didYouMean(name, known)}: \`${program.name()} help\` lists the commands, \`${program.name()} clauses\` the clauses.`,
      )
    }
    command = next
  }
  command.outputHelp()
}

/**
 * A word in the place of a command would be taken for an argument of the command that is meant without one.
 * @throws ConfigurationError where it names no command, with the nearest
 */
export function requireCommand(program: Command, argv: readonly string[]): void {
  let command = program
  for (const word of argv) {
    if (word.startsWith('-') || command.commands.length === 0) return
    const next = command.commands.find((one) => one.name() === word)
    if (next === undefined) {
      const names = command.commands.map((one) => one.name())
      const place = command === program ? '' : ` of ${command.name()}`
      throw new ConfigurationError(
        `There is no command "${word}"${place}${didYouMean(word, names)}: \`${[program.name(), 'help', ...(command === program ? [] : [command.name()])].join(' ')}\` lists them.`,
      )
    }
    command = next
  }
}
