// Options of the generator.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import type { Weight } from './arbitrary/shares.ts'
import type { CustomKeywords } from './keyword/custom.ts'
import type { CustomFormats } from './keyword/format.ts'
import type { Dialect } from './schema/dialect.ts'

export interface GenerateOptions {
  /** Schemas that references name by `$id`. */
  readonly schemas?: readonly object[]
  /** Returns the schema of an unknown absolute URI. The generator fetches nothing. */
  readonly resolve?: (uri: string) => object | boolean | undefined
  /** The dialect of a schema without `$schema`. Default: 2020-12. */
  readonly dialect?: Dialect
  /**
   * Arbitraries by pointer ("" or "/a/*"; `*` is any element or member) or by name of a `format`. Refused
   * values are drawn again, a limited number of times.
   */
  readonly overrides?: Readonly<Record<string, fc.Arbitrary<Json>>>
  /**
   * Ignored if the schema needs more. Default: 1000 characters, and 8 more elements or members than needed.
   */
  readonly sizeMax?: number
  /** Levels of a recursive schema beyond the needed levels. Default: 4. */
  readonly depthMax?: number
  /** Characters that generated strings and member names must not contain. */
  readonly exclude?: string | RegExp
  readonly keywords?: CustomKeywords
  readonly formats?: CustomFormats
  /** True: unknown keywords are errors. Default: `explain` lists them. */
  readonly strict?: boolean
  /** Unknown keywords that `strict` allows: names, or prefixes with a final `*`. `x-` is always allowed. */
  readonly annotations?: readonly string[]
  /** Strings that often break software. Default: true. */
  readonly hostile?: boolean
  /** Default: a mix. */
  readonly weight?: Weight
  /** Members that no keyword names. Default: true. */
  readonly extras?: boolean
  /** A valid instance. Boundary and violating values change it in one place, if possible. */
  readonly base?: Json
}
