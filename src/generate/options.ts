// Options of the generator.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import type { Weight } from './arbitrary/shares.ts'
import type { CustomKeywords } from './keyword/custom.ts'
import type { CustomFormats } from './keyword/format.ts'
import type { Dialect } from './schema/dialect.ts'

export interface GenerateOptions {
  /** Additional schemas, which references name by `$id`. */
  readonly schemas?: readonly object[]
  /** Returns the schema at an absolute URI that is not in the set, or undefined. The generator fetches nothing. */
  readonly resolve?: (uri: string) => object | boolean | undefined
  /** The dialect of a schema without `$schema`. Default 2020-12. */
  readonly dialect?: Dialect
  /**
   * Arbitraries used instead of generated values, by instance pointer ("" or "/a/*"; `*` is any element or member) or by `format` name. Values that the
   * schema refuses are drawn again, a bounded number of times.
   */
  readonly overrides?: Readonly<Record<string, fc.Arbitrary<Json>>>
  /**
   * Most characters of a string, elements of an array and members of an object, unless the schema needs more. Default: 1000 characters, and 8 elements or
   * members more than needed.
   */
  readonly sizeMax?: number
  /** Levels of a recursive schema unrolled beyond the needed ones. Default 4. */
  readonly depthMax?: number
  /** Characters left out of generated strings and member names: the string's, or those that the RegExp matches. */
  readonly exclude?: string | RegExp
  /** Custom keywords by name, treated like standard ones. */
  readonly keywords?: CustomKeywords
  /** Custom formats by name; they replace a standard format of the same name. */
  readonly formats?: CustomFormats
  /** Whether an unknown keyword is an error. By default `explain` lists it as an annotation. */
  readonly strict?: boolean
  /** Unknown keywords that `strict` allows: names, or prefixes ending in `*`. Keywords with `x-` are always allowed. */
  readonly annotations?: readonly string[]
  /** Whether valid strings include those that often break software. Default true. */
  readonly hostile?: boolean
  /** Relative frequency of plain, boundary and hostile values at each place. Default: a mix. */
  readonly weight?: Weight
  /** Whether objects get unnamed members that the schema allows. Default true. */
  readonly extras?: boolean
  /** A valid instance. If possible, boundary and violation values are this instance with one change. */
  readonly base?: Json
}
