// Checks that reports are all shards of one run, or have scopes that neither overlap nor leave holes.
import { isDeepStrictEqual } from 'node:util'
import { clip } from '../../base/clip.ts'
import { ConfigurationError } from '../../base/error.ts'
import { requireSameContract } from '../model/contract.ts'
import type { NamedReport, Report } from '../model/report.ts'
import { optionText, tenantText } from '../model/run-fact.ts'
import { requireScopesMeet } from './scope.ts'
import { requireAllShards, shardOf } from './shard.ts'

/**
 * Accepts interrupted runs.
 * @throws ConfigurationError with two reports, their difference, and the remedy
 */
export function requireMergeable(all: readonly NamedReport[]): void {
  const [first] = all
  if (first === undefined) throw new ConfigurationError('There is no report to merge: name at least one.')
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
        `${one.name} and ${other.name} can't be merged, as they differ in the ${name} (${clipped(value)} and ${clipped(otherValue)}): ${remedy}.`,
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
      'run every part with the same --seed, as by default each run draws a seed of its own',
    ],
    ['strictness', run.strict ? 'strict' : 'not strict', 'run every part with --strict, or none'],
    ...options.map((name): Fact => {
      const [word, option] = optionWords[name] ?? [`option ${name}`, `option ${name}`]
      return [word, optionText(run.options[name]) ?? 'none', `run every part with the same ${option}`]
    }),
  ]
}

/** Shards must have equal values. */
const ofScope = ['only', 'skip', 'level', 'parts', 'operations', 'tags']

/** May differ: speed and sources, not checks. */
const ownOfEach = [
  ...['shard', 'strict', 'writesFrom', 'concurrency', 'maxRequests', 'maxMinutes', 'rate', 'timeoutMs'],
  'environmentFile',
]

const optionWords: Readonly<Record<string, readonly [word: string, option: string]>> = {
  writes: ['write mode', '--writes'],
  depth: ['depth', '--depth'],
  examples: ['number of samples', '--examples'],
  faults: ['faults of the tenant', '--fault'],
  like: ['variation of the tenant', '--like'],
  tokenAuth: ['way to authenticate for tokens', 'TENANT_TOKEN_AUTH'],
  only: ['scope', '--only'],
  skip: ['clauses that are skipped', '--skip'],
  level: ['level', '--level'],
  parts: ['parts of the specification', '--part'],
  operations: ['operations', '--operation'],
  tags: ['concerns', '--tag'],
}

function optionNames(options: Report['run']['options'], areShards: boolean): readonly string[] {
  return Object.keys(options).filter(
    (name) => !ownOfEach.includes(name) && (areShards || !ofScope.includes(name)),
  )
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
        `${one.name} and ${other.name} can't be merged, as they differ in the set of clauses (${clipped(key(missing))} stands in ${with_.name} and not in ${without.name}): run every part with the same contract and profile.`,
      )
  }
}

const valueCharactersMax = 200

function clipped(value: string): string {
  return clip(value, valueCharactersMax)
}
