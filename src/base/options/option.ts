// The declaration of an option: its flag, help text and range, and whether reports must agree on it
// before they are merged.
import { ConfigurationError } from '../error.ts'

export interface Range {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/**
 * Says whether the merged reports must have the same value of the option. With `free`, the values can
 * differ. With `shards`, they must be equal only in the shards of one run. With `all`, they must always be
 * equal.
 */
type Agreement = 'free' | 'shards' | 'all'

export interface OptionDeclaration {
  readonly flags: string
  readonly description: string
  /** Environment variable that is used if the flag is missing. */
  readonly variable?: `TENANT_${string}`
  readonly choices?: readonly string[]
  /** Values that shell completion offers. Other values are valid, too. */
  readonly suggestions?: readonly string[]
  /** Valid values that the help of the command line does not list. */
  readonly values?: readonly string[]
  readonly range?: Range
  readonly default?: number | string
  readonly isRepeated?: true
  /** Name of the option in reports. The default is the option's own name. */
  readonly recordedAs?: string
  /** The default is `all`. */
  readonly agreement?: Agreement
  /** Words for the option in messages about reports that differ. */
  readonly noun?: string
  readonly impliesTenant?: true
  readonly isReplayed?: boolean
}

/** An option with a range has a number as its value. A flag without a value is a boolean. */
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

/**
 * Returns the entries of comma-separated lists, without blanks around entries and without empty
 * entries.
 */
export function entriesIn(lists: readonly string[]): readonly string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** @throws ConfigurationError if the number is outside the range */
export function requireInRange(value: number, name: string, { min, max, whole }: Range): number {
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
    throw new ConfigurationError(
      `${name} is "${value}": give a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`,
    )
  return value
}
