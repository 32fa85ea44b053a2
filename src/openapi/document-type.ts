// An OpenAPI document after reading: one form, whatever version and files it was written in.
import type { JsonObject } from '../base/json.ts'

export interface OpenApiDocument {
  /** OpenAPI 3.1 with JSON Schema 2020-12; every $ref is internal ("#/…"). */
  readonly root: JsonObject
  /** File path or address; null for a document given in memory. */
  readonly location: string | null
  /** The version that it is written in: "2.0", "3.0.3", … */
  readonly version: string
  /** Where a JSON pointer of `root` stands in the source: "#/paths/~1things/post", or "schemas.yaml#/Thing" in another file. */
  sourceOf(pointer: string): string
  /** What was left out or not understood, and does not prevent loading. */
  readonly remarks: readonly { readonly pointer: string; readonly message: string }[]
}
