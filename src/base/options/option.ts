// The declaration of an option: flag, help, range, and whether merged reports must agree.
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
  /** Environment variable that counts if the flag is missing. */
  readonly variable?: `TENANT_${string}`
  readonly choices?: readonly string[]
  /** Values for completion. Other values are valid, too. */
  readonly suggestions?: readonly string[]
  /** Choices that the command line's help does not list. */
  readonly values?: readonly string[]
  readonly range?: Range
  readonly default?: number | string
  readonly isRepeated?: true
  /** Name in reports. Default: the option's name. */
  readonly recordedAs?: string
  /** Default: `all`. */
  readonly agreement?: Agreement
  /** Used in messages about reports that differ. */
  readonly noun?: string
  readonly impliesTenant?: true
  readonly isReplayed?: boolean
}

/** Ranges are numbers. Flags without a value are booleans. */
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

/** Returns the entries of comma-separated lists, without blanks around them and without empty ones. */
export function entriesIn(lists: readonly string[]): readonly string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** @throws ConfigurationError for a number outside the range */
export function requireInRange(value: number, name: string, { min, max, whole }: Range): number {
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
    throw new ConfigurationError(
      `${name} is "${value}": give a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`,
    )
  return value
}
