// Options of the generator.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import type { Weight } from './arbitrary/shares.ts'
import type { CustomKeywords } from './keyword/custom.ts'
import type { CustomFormats } from './keyword/format.ts'
import type { Dialect } from './schema/dialect.ts'

export interface GenerateOptions {
  /** Named by `$id` in references. */
  readonly schemas?: readonly object[]
  /** For unknown absolute URIs. The generator fetches nothing. */
  readonly resolve?: (uri: string) => object | boolean | undefined
  /** Of a schema without `$schema`. Default 2020-12. */
  readonly dialect?: Dialect
  /**
   * By instance pointer ("" or "/a/*"; `*` is any element or member) or `format` name. Refused values are drawn again, a bounded
   * number of times.
   */
  readonly overrides?: Readonly<Record<string, fc.Arbitrary<Json>>>
  /** Ignored if the schema needs more. Default: 1000 characters, and 8 more elements or members than needed. */
  readonly sizeMax?: number
  /** Levels of a recursive schema beyond the needed ones. Default 4. */
  readonly depthMax?: number
  /** Characters that generated strings and member names must not have. */
  readonly exclude?: string | RegExp
  readonly keywords?: CustomKeywords
  readonly formats?: CustomFormats
  /** Makes unknown keywords errors. By default `explain` lists them. */
  readonly strict?: boolean
  /** Unknown keywords that `strict` allows: names, or prefixes ending in `*`. `x-` is always allowed. */
  readonly annotations?: readonly string[]
  /** Strings that often break software. Default true. */
  readonly hostile?: boolean
  /** Default: a mix. */
  readonly weight?: Weight
  /** Members that no keyword names. Default true. */
  readonly extras?: boolean
  /** Valid. If possible, boundary and violation values change it in one place. */
  readonly base?: Json
}
