// Resolves the options that select clauses.
import { ConfigurationError } from '../base/error.ts'
import { entriesIn, flagOf, type Given } from '../base/options/option.ts'
import { runOptions } from '../base/options/run-options.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { commandName } from '../base/tool.ts'
import type { Level } from '../base/verdict.ts'
import type { Contract } from '../contract/index.ts'
import { isMeant, leftOutBy, profileClauses, type Scope } from '../engine/index.ts'
import type { Profile } from '../profile/index.ts'

type ScopeOptions = Pick<Given<typeof runOptions>, 'only' | 'skip' | 'level' | 'part' | 'operation' | 'tag'>

/** @throws ConfigurationError if an option selects no clause */
export function scopeOf(options: ScopeOptions, contract: Contract, profile: Profile): Scope {
  const clauses = [...contract.clauses.values(), ...profileClauses(profile, contract)]
  const ids = clauses.map(({ id }) => id)
  const aliases = [...contract.operations.values()].flatMap((operation) => operation.aliases)
  const list = (
    option: 'only' | 'skip' | 'part' | 'operation' | 'tag',
    known: readonly string[],
    meets: (one: string, text: string) => boolean,
    listed?: string,
  ): readonly string[] => {
    const near = (): readonly string[] =>
      [
        ...new Set([
          ...(listed === undefined ? known : known.flatMap(beginningsOf)),
          ...(option === 'only' || option === 'skip' ? aliases : []),
        ]),
      ].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    const texts = entriesIn(options[option] ?? []).map((text) => named(text, contract))
    for (const text of texts)
      if (!known.some((one) => meets(one, text)))
        throw new ConfigurationError(
          `${flagOf(runOptions[option])} ${text} selects no clause${didYouMean(text, near())}: ${listed ?? `choose among ${near().join(', ')}`}.`,
        )
    return texts
  }
  const same = (one: string, text: string): boolean => one === text
  const catalogue = `\`${commandName} clauses\` lists them`
  const scope: Scope = {
    only: list('only', ids, isMeant, catalogue),
    skip: list('skip', ids, isMeant, catalogue),
    level: levelOf(options.level),
    parts: list(
      'part',
      clauses.map(({ part }) => part).filter(Boolean),
      (part, text) => part === text || part.startsWith(`${text}.`),
    ),
    operations: list('operation', [...contract.operations.keys(), 'any'], same),
    tags: list(
      'tag',
      clauses.flatMap(({ concern }) => concern ?? []),
      same,
    ),
  }
  if (clauses.every((clause) => leftOutBy(clause, scope) !== null))
    throw new ConfigurationError('No clause is left to check: remove one of the options that select clauses.')
  return scope
}

/** Replaces an operation's alias by its name. A clause id can begin with an alias: "addBook.accepts". */
function named(text: string, { operations }: Contract): string {
  for (const { name, aliases } of operations.values()) {
    const alias = aliases.find((one) => text === one || text.startsWith(`${one}.`))
    if (alias !== undefined) return `${name}${text.slice(alias.length)}`
  }
  return text
}

function beginningsOf(id: string): readonly string[] {
  const parts = id.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

function levelOf(level: string | undefined): Level | null {
  if (level === undefined) return null
  if (level !== 'MUST' && level !== 'SHOULD')
    throw new ConfigurationError(`--level is "${level}": give MUST or SHOULD.`)
  return level
}
