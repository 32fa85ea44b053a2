// Checks that reports are parts of one run, and that no part is missing or given twice.
import { isDeepStrictEqual } from 'node:util'
import { clip } from '../../base/clip.ts'
import { ConfigurationError } from '../../base/error.ts'
import { flagOf, type OptionDeclaration } from '../../base/options/option.ts'
import { recordedSettings, runOptions } from '../../base/options/run-options.ts'
import { requireSameContract } from '../model/contract.ts'
import type { NamedReport, Report } from '../model/report.ts'
import { optionText, tenantText } from '../model/run-fact.ts'
import { requireScopesMeet } from './scope.ts'
import { requireAllShards, shardOf } from './shard.ts'

/** Accepts reports of interrupted runs. */
export function requireMergeable(all: readonly NamedReport[]): void {
  const [first] = all
  if (first === undefined)
    throw new ConfigurationError('No report to merge is given: name at least one report.')
  const areShards = all.some(({ report }) => shardOf(report) !== null)
  for (const [index, one] of all.entries()) {
    const twin = all.slice(0, index).find(({ report }) => isDeepStrictEqual(report, one.report))
    if (twin !== undefined)
      throw new ConfigurationError(`${twin.name} and ${one.name} are the same report: give each report once.`)
    requireSameContract(first.report, one.report, true)
    requireEqualFacts(first, one, areShards)
    requireSameClauses(first, one)
  }
  if (areShards) requireAllShards(all)
  else requireScopesMeet(all)
}

type Fact = readonly [name: string, value: string, remedy: string]

function requireEqualFacts(one: NamedReport, other: NamedReport, areShards: boolean): void {
  const [a, b] = [one.report, other.report]
  const options = optionNames({ ...a.run.options, ...b.run.options }, areShards)
  const others = factsOf(b, options)
  for (const [index, [name, value, remedy]] of factsOf(a, options).entries()) {
    const otherValue = others[index]?.[1] ?? ''
    if (value !== otherValue)
      throw new ConfigurationError(
        `${one.name} and ${other.name} can't be merged, because they differ in the ${name} (${clipped(value)} and ${clipped(otherValue)}): ${remedy}.`,
      )
  }
}

function factsOf({ target, tool, run }: Report, options: readonly string[]): readonly Fact[] {
  return [
    ['tenant', tenantText(target, target.baseUrl), 'merge reports of one tenant'],
    ['token endpoint', tenantText(target, target.authUrl), 'merge reports of one tenant'],
    ['version of the tool', tool.version, 'run every part with the same version'],
    ['profile', target.profile ?? 'none', 'run every part with the same --profile'],
    [
      'seed',
      String(run.seed),
      'run every part with the same --seed, because the default seed is different in each run',
    ],
    [
      'strictness',
      run.strict ? 'strict' : 'not strict',
      'run every part with --strict, or every part without',
    ],
    ...options.map((name): Fact => {
      const [noun, source] = wordsFor(name)
      return [noun, optionText(run.options[name]) ?? 'none', `run every part with the same ${source}`]
    }),
  ]
}

const declarations: ReadonlyMap<string, Partial<OptionDeclaration>> = new Map(
  Object.entries<Partial<OptionDeclaration>>({ ...runOptions, ...recordedSettings }).map(
    ([name, declared]) => [declared.recordedAs ?? name, declared],
  ),
)

function optionNames(options: Report['run']['options'], areShards: boolean): readonly string[] {
  return Object.keys(options).filter((name) => {
    const { agreement = 'all' } = declarations.get(name) ?? {}
    return agreement === 'all' || (agreement === 'shards' && areShards)
  })
}

function wordsFor(name: string): readonly [noun: string, source: string] {
  const { noun, flags, variable } = declarations.get(name) ?? {}
  const source = flags === undefined ? variable : flagOf({ flags })
  return noun === undefined || source === undefined ? [`option ${name}`, `option ${name}`] : [noun, source]
}

function requireSameClauses(one: NamedReport, other: NamedReport): void {
  const key = ({ id, level }: Report['clauses'][number]): string => `${level} ${id}`
  for (const [with_, without] of [
    [one, other],
    [other, one],
  ] as const) {
    const known = new Set(without.report.clauses.map(key))
    const [missing] = with_.report.clauses.filter((clause) => !known.has(key(clause)))
    if (missing !== undefined)
      throw new ConfigurationError(
        `${one.name} and ${other.name} can't be merged, because they differ in the set of clauses (${clipped(key(missing))} is in ${with_.name} and not in ${without.name}): run every part with the same contract and profile.`,
      )
  }
}

const valueCharactersMax = 200

function clipped(value: string): string {
  return clip(value, valueCharactersMax)
}
