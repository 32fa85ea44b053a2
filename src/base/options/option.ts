// The declaration of an option: flag, help, range, and whether reports to be merged must agree.
import { ConfigurationError } from '../error.ts'

export interface Range {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/** For merged reports: `free` may differ, `shards` must agree among shards, `all` must always agree. */
type Agreement = 'free' | 'shards' | 'all'

export interface OptionDeclaration {
  readonly flags: string
  readonly description: string
  /** Counts without the flag. */
  readonly variable?: `TENANT_${string}`
  readonly choices?: readonly string[]
  /** Other values are valid, too. */
  readonly suggestions?: readonly string[]
  /** Choices that the command line does not list. */
  readonly values?: readonly string[]
  readonly range?: Range
  readonly default?: number | string
  readonly isRepeated?: true
  /** Default: the option's name. */
  readonly recordedAs?: string
  /** Default: `all`. */
  readonly agreement?: Agreement
  /** For messages about reports that differ. */
  readonly noun?: string
  readonly impliesTenant?: true
  readonly isReplayed?: boolean
}

/** Ranges are numbers, flags without a value booleans. */
type ValueOf<Declaration> = Declaration extends { readonly range: Range }
  ? number
  : Declaration extends
        | { readonly choices: readonly (infer Choice)[] }
        | { readonly values: readonly (infer Choice)[] }
    ? Choice
    : Declaration extends { readonly flags: `${string}...>` } | { readonly isRepeated: true }
      ? readonly string[]
      : Declaration extends { readonly flags: `${string}<${string}` }
        ? string
        : boolean

export type Given<Declarations> = {
  readonly [Name in keyof Declarations]?: ValueOf<Declarations[Name]> | undefined
}

export function flagOf({ flags }: Pick<OptionDeclaration, 'flags'>): string {
  return flags.replace(/ .*/, '')
}

/** @throws ConfigurationError for another number */
export function requireInRange(value: number, name: string, { min, max, whole }: Range): number {
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
    throw new ConfigurationError(
      `${name} is "${value}": give a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`,
    )
  return value
}
