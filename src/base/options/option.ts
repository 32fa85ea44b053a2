// The declaration of an option: flag, help text, range, and agreement of merged reports.
import { ConfigurationError } from '../error.ts'

export interface Range {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/** `free`: merged reports may differ. `shards`: only shards of one run must agree. */
type Agreement = 'free' | 'shards' | 'all'

export interface OptionDeclaration {
  readonly flags: string
  readonly description: string
  /** Environment variable that replaces a missing flag. */
  readonly variable?: `TENANT_${string}`
  readonly choices?: readonly string[]
  /** Values for shell completion. Other values are valid, too. */
  readonly suggestions?: readonly string[]
  /** Valid values that the help does not list. */
  readonly values?: readonly string[]
  readonly range?: Range
  readonly default?: number | string
  readonly isRepeated?: true
  /** Name of the option in reports. */
  readonly recordedAs?: string
  /** The default is `all`. */
  readonly agreement?: Agreement
  readonly noun?: string
  readonly impliesTenant?: true
  readonly isReplayed?: boolean
}

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
