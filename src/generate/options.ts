// Options of the generator.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import type { Weight } from './arbitrary/shares.ts'
import type { CustomKeywords } from './keyword/custom.ts'
import type { CustomFormats } from './keyword/format.ts'
import type { Dialect } from './schema/dialect.ts'

export interface GenerateOptions {
  /** Further schemas. References name them by `$id`. */
  readonly schemas?: readonly object[]
  /** Returns the schema of an unknown absolute URI. The generator loads nothing from the network. */
  readonly resolve?: (uri: string) => object | boolean | undefined
  /** Dialect of a schema without `$schema`. The default is 2020-12. */
  readonly dialect?: Dialect
  /**
   * Arbitraries for values, by JSON pointer or by the name of a `format`. In a pointer ("" or "/a/*"), `*`
   * stands for any element or member. If the schema refuses a value, the generator draws again, for a limited
   * number of times.
   */
  readonly overrides?: Readonly<Record<string, fc.Arbitrary<Json>>>
  /**
   * Maximum length of strings (default: 1000 characters), and maximum number of elements and unnamed members
   * beyond the needed number (default: 8 and 3). A schema that needs more gets more.
   */
  readonly sizeMax?: number
  /** Levels of a recursive schema beyond the needed levels. The default is 4. */
  readonly depthMax?: number
  /** Characters that generated strings and names of members must not contain. */
  readonly exclude?: string | RegExp
  readonly keywords?: CustomKeywords
  readonly formats?: CustomFormats
  /** If true, an unknown keyword is an error. By default, `explain` lists unknown keywords. */
  readonly strict?: boolean
  /**
   * Unknown keywords that `strict` allows: names, or beginnings of names followed by `*`. Names that begin
   * with `x-` are always allowed.
   */
  readonly annotations?: readonly string[]
  /** Whether to draw strings that often reveal errors in software. The default is true. */
  readonly hostile?: boolean
  /** How often to draw plain, boundary and hostile values. The default is a mix. */
  readonly weight?: Weight
  /** Whether to draw members that no keyword names. The default is true. */
  readonly extras?: boolean
  /** A valid instance. If possible, boundary values and violating values differ from it in one value. */
  readonly base?: Json
}
