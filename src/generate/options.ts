// What a caller may set.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import type { Weight } from './arbitrary/shares.ts'
import type { CustomKeywords } from './keyword/custom.ts'
import type { CustomFormats } from './keyword/format.ts'
import type { Dialect } from './schema/dialect.ts'

/** Options of `valid`, `boundary` and `violation`; all may be left out. */
export interface GenerateOptions {
  /** Further schemas that references may name by their `$id`. */
  readonly schemas?: readonly object[]
  /** The schema at an absolute URI that is found nowhere else; undefined where there is none. Nothing is ever fetched. */
  readonly resolve?: (uri: string) => object | boolean | undefined
  /** The dialect of a schema without `$schema`. Default 2020-12. */
  readonly dialect?: Dialect
  /**
   * What to use instead of generated values: by instance pointer ("" or "/a/*": `*` stands for any element or
   * member) or by name of a `format`. Values that the schema refuses are drawn again, a bounded number of times.
   */
  readonly overrides?: Readonly<Record<string, fc.Arbitrary<Json>>>
  /**
   * The most characters of a string, elements of an array and members of an object, where the schema does not
   * ask for more. Without it: strings up to 1000, arrays and objects up to 8 beyond what is asked.
   */
  readonly sizeMax?: number
  /** How many levels of a recursive schema are unrolled beyond what it asks for. Default 4. */
  readonly depthMax?: number
  /** Characters left out of generated strings and member names: those of a string, or those that a RegExp matches. */
  readonly exclude?: string | RegExp
  /** Keywords of your own, by name: they are asserted, drawn for, broken and shrunk like all others. */
  readonly keywords?: CustomKeywords
  /** Formats of your own, by name; one that is called as a known one comes instead of it. */
  readonly formats?: CustomFormats
  /** Whether a keyword without a meaning is an error. By default it is an annotation, which `explain` lists. */
  readonly strict?: boolean
  /** With `strict`, keywords that are allowed all the same: names, or a prefix ending in `*`; those with `x-` always are. */
  readonly annotations?: readonly string[]
  /** Whether strings that often break software are part of what is valid. Default true. */
  readonly hostile?: boolean
  /**
   * How often values on bounds, hostile texts and plain values are drawn, in relation to each other, at each place of an
   * instance. Without it all are mixed.
   */
  readonly weight?: Weight
  /** Whether objects get members that no keyword names, where the schema allows them. Default true. */
  readonly extras?: boolean
  /** A valid instance. Boundary and violation values are then this one, changed at one place wherever possible. */
  readonly base?: Json
}
