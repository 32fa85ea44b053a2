// The result and the options of the reader.
import type { JsonObject } from '../../base/json.ts'
import type { Remark } from './state/remarks.ts'

export interface OpenApiDocument {
  /**
   * The document in the form of OpenAPI 3.1 with JSON Schema 2020-12. Members of OpenAPI 3.2 remain.
   * - Only schemas still contain references.
   * - Each `$ref` of a schema has the form "#/components/schemas/NAME", without escapes.
   */
  readonly root: JsonObject
  /** Null for a document in memory. */
  readonly location: string | null
  /** The version of the original document, for example "3.0.3". */
  readonly version: string
  /** Returns the original location, for example "schemas.yaml#/Thing". */
  sourceOf(pointer: string): string
  readonly remarks: readonly Remark[]
}

export interface ReadOptions {
  /** Milliseconds for all downloads of a document. The default is 30,000. */
  readonly downloadTimeoutMs?: number
  readonly signal?: AbortSignal
}
