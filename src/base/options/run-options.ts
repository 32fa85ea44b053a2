// Declares each option of a run once, except options about the tenant (`src/settings/tenant-options.ts`).
import { type Depth, depthNames } from '../depth.ts'
import type { Level } from '../verdict.ts'
import { writeModes } from '../write-mode.ts'
import type { OptionDeclaration, Range } from './option.ts'

/** With a lower rate, a run would never end. */
export const rateRange = { min: 0.001, max: 1_000_000, whole: false } as const

export const clientOptions = {
  timeoutMs: {
    flags: '--timeout <ms>',
    description: 'time limit of one request',
    range: { min: 1, max: 600_000, whole: true },
    default: 10_000,
    agreement: 'free',
    isReplayed: true,
  },
} as const satisfies Readonly<Record<string, OptionDeclaration>>

export type ClientSettings = { readonly [Name in keyof typeof clientOptions]: number }

export const runOptions = {
  writes: {
    flags: '--writes <mode>',
    description:
      'allowed changes (TENANT_WRITES); default: destructive on loopback (reversible with an OpenAPI document), else none',
    variable: 'TENANT_WRITES',
    choices: writeModes,
    noun: 'write mode',
  },
  maxRequests: {
    flags: '--max-requests <number>',
    description: 'maximum number of requests; a run checks the most important clauses first',
    range: { min: 1, max: 10_000_000, whole: true },
    agreement: 'free',
  },
  maxMinutes: {
    flags: '--max-minutes <number>',
    description: 'time limit of the run in minutes; no check starts after this time',
    range: rateRange,
    agreement: 'free',
  },
  /** All shards of a run share this limit. */
  rate: {
    flags: '--rate <number>',
    description: 'maximum number of requests per second',
    range: rateRange,
    agreement: 'free',
    isReplayed: true,
  },
  concurrency: {
    flags: '--concurrency <number>',
    description: 'maximum number of parallel requests',
    range: { min: 1, max: 256, whole: true },
    default: 8,
    agreement: 'free',
    isReplayed: true,
  },
  ...clientOptions,
  /** Clause ids, beginnings of clause ids, or patterns with `*`. */
  only: {
    flags: '--only <id-or-glob...>',
    description: 'clauses to check: ids, beginnings of ids, or patterns with * for any characters',
    agreement: 'shards',
    noun: 'scope',
  },
  /** Values as in `only`. */
  skip: {
    flags: '--skip <id-or-glob...>',
    description: 'clauses to skip, with the same syntax as --only',
    agreement: 'shards',
    noun: 'skipped clauses',
  },
  level: {
    flags: '--level <level>',
    description: 'only clauses of this level: MUST or SHOULD',
    values: ['MUST', 'SHOULD'] satisfies readonly Level[],
    agreement: 'shards',
    noun: 'level',
  },
  part: {
    flags: '--part <part...>',
    description: 'only clauses of these parts of the specification',
    recordedAs: 'parts',
    agreement: 'shards',
    noun: 'parts of the specification',
  },
  operation: {
    flags: '--operation <operation...>',
    description: 'only clauses of these operations',
    recordedAs: 'operations',
    agreement: 'shards',
    noun: 'operations',
  },
  /** Names of files in `schemas/cross`, for example `authentication`. */
  tag: {
    flags: '--tag <concern...>',
    description: 'only clauses of these concerns, for example authentication',
    recordedAs: 'tags',
    agreement: 'shards',
    noun: 'concerns',
  },
  /** "I/N" for shard I of N, or "auto" to read the variables of the CI system. */
  shard: {
    flags: '--shard <i/n>',
    description:
      'check part i of n parts of equal cost; auto: read i and n from the CI system (docs/many-machines.md)',
    agreement: 'free',
  },
  /**
   * A name, or a percentage such as `40%`. By default, the greatest depth that fits into 15 s, at least
   * `default`.
   */
  depth: {
    flags: '--depth <depth>',
    description:
      'how many cases to try: quick, default, deep, or a percentage between default and deep, for example 40% (docs/depths.md); without this option: the greatest depth that fits into 15 s, but at least default',
    suggestions: depthNames,
    default: 'default' satisfies Depth,
    noun: 'depth',
  },
  /** Number of random samples for each property. By default, the depth decides. */
  examples: {
    flags: '--examples <number>',
    description: 'number of random samples of each property; default: set by the depth',
    range: { min: 0, max: 100_000, whole: true },
    noun: 'number of samples',
    isReplayed: true,
  },
  seed: {
    flags: '--seed <number>',
    description: 'seed of the random choices; shards without a seed use 1',
    range: { min: 0, max: 2 ** 31 - 1, whole: true },
  },
  strict: {
    flags: '--strict',
    description: 'a failed SHOULD also makes the run non-conformant',
    // A separate rule compares the strictness of merged reports.
    agreement: 'free',
  },
  fault: {
    flags: '--fault <fault>',
    description: 'a deliberate fault of the embedded reference tenant; you can repeat this option',
    isRepeated: true,
    recordedAs: 'faults',
    noun: 'faults of the tenant',
  },
  like: {
    flags: '--like <variation>',
    description: 'a variation of the embedded reference tenant',
    noun: 'variation of the tenant',
  },
} as const satisfies Readonly<Record<string, OptionDeclaration>>

/** Settings that have no flag. Reports record them, too. */
export const recordedSettings = {
  tokenAuth: { variable: 'TENANT_TOKEN_AUTH', noun: 'authentication method of token requests' },
  writesFrom: { agreement: 'free' },
  environmentFile: { agreement: 'free' },
} as const satisfies Readonly<Record<string, Partial<OptionDeclaration>>>

type RunOptionName = keyof typeof runOptions

export type NumberOptionName = {
  [Name in RunOptionName]: (typeof runOptions)[Name] extends { readonly range: Range } ? Name : never
}[RunOptionName]

export function clientSettingsIn(all: ClientSettings): ClientSettings {
  return clientSettings((name) => all[name])
}

export function clientSettings(value: (name: keyof ClientSettings) => number): ClientSettings {
  const names = Object.keys(clientOptions) as (keyof ClientSettings)[]
  return Object.fromEntries(names.map((name) => [name, value(name)])) as ClientSettings
}
