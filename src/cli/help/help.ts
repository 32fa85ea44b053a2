// The command `help` explains the program, a command, a clause or a key of a profile.
import type { Command } from 'commander'
import { ConfigurationError } from '../../base/error.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import { commandName } from '../../base/tool.ts'
import type { Environment } from '../../settings/environment.ts'
import type { Terminal } from '../terminal.ts'

/** @throws ConfigurationError for unknown words */
export async function helpOn(
  program: Command,
  words: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const [word = ''] = words
  const first = program.commands.some((command) => command.name() === word)
  const catalogue = first || words.length === 0 ? null : await import('../clauses.ts')
  const ids = (await catalogue?.clauseIds(environment)) ?? []
  if (catalogue !== null && ids.includes(word))
    return catalogue.explainClause(word, undefined, environment, terminal)
  const keys = catalogue === null || words.length > 1 ? '' : await keysNamed(word, environment, terminal)
  if (keys !== '') return terminal.write(keys)
  let command = program
  for (const name of words) {
    const next = command.commands.find((one) => one.name() === name)
    if (next === undefined) {
      const known = [...command.commands.map((one) => one.name()), ...(command === program ? ids : [])]
      throw new ConfigurationError(
        `There is no command, clause or profile key "${words.join(' ')}"${didYouMean(name, known)}: \`${commandName} help\` lists the commands, \`${commandName} clauses\` lists the clauses, and \`${commandName} help profile\` lists the keys.`,
      )
    }
    command = next
  }
  command.outputHelp()
}

async function keysNamed(word: string, environment: Environment, terminal: Terminal): Promise<string> {
  const [{ profileKeysOf }, { profileText }, { resolveContract }] = await Promise.all([
    import('../../profile/index.ts'),
    import('./profile-page.ts'),
    import('../../settings/contract.ts'),
  ])
  const all = profileKeysOf(await resolveContract({}, environment))
  const named = all.filter(
    ({ path }) =>
      word === 'profile' || path === word || path.startsWith(`${word}.`) || path.startsWith(`${word}[`),
  )
  const keys = named.length > 0 ? named : all.filter(({ path }) => path.endsWith(`.${word}`))
  if (keys.length === 0) return ''
  return `Keys of a profile, a JSON file for --profile (docs/profile.md):\n\n${profileText(keys, terminal.width)}`
}
