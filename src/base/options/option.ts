// The declaration of an option: flag, help, range, and whether reports to be merged must agree.
import { ConfigurationError } from '../error.ts'

export interface Range {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/** Comparison of reports to be merged: `free` may differ, `shards` must agree among shards, `all` must always agree. */
type Agreement = 'free' | 'shards' | 'all'

export interface OptionDeclaration {
  /** As commander reads them. */
  readonly flags: string
  readonly description: string
  /** Counts where the flag is not given. */
  readonly variable?: `TENANT_${string}`
  readonly choices?: readonly string[]
  /** Other values are valid, too. */
  readonly suggestions?: readonly string[]
  /** Like choices, but the command line does not list them. */
  readonly values?: readonly string[]
  /** Of a number. */
  readonly range?: Range
  readonly default?: number | string
  /** Given several times, each with one value. */
  readonly isRepeated?: true
  /** In the start event and in reports; default: the option's own name. */
  readonly recordedAs?: string
  /** Default: `all`. */
  readonly agreement?: Agreement
  /** Names it in a message about reports that differ. */
  readonly noun?: string
  /** Not for the embedded tenant. */
  readonly impliesTenant?: true
  /** A replay takes it from the report. */
  readonly isReplayed?: boolean
}

/** The value of an option: a number has a range, a flag without a value is a boolean. */
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

/** Values as users give them. */
export type Given<Declarations> = {
  readonly [Name in keyof Declarations]?: ValueOf<Declarations[Name]> | undefined
}

/** "--timeout" */
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
