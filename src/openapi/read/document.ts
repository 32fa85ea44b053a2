// The result and the options of the reader.
import type { JsonObject } from '../../base/json.ts'
import type { Remark } from './state/remarks.ts'

export interface OpenApiDocument {
  /**
   * The document in the form of OpenAPI 3.1 with JSON Schema 2020-12. Members of OpenAPI 3.2 remain.
   * - References to parameters, request bodies, responses, headers, links, examples and security
   * schemes are replaced by their targets.
   * - Each `$ref` of a schema has the form "#/components/schemas/NAME", without escapes.
   */
  readonly root: JsonObject
  /** Null for a document in memory. */
  readonly location: string | null
  /** Of the original document, for example "2.0" or "3.0.3". */
  readonly version: string
  /** Returns the location in the original, for example "#/paths/~1things/post" or "schemas.yaml#/Thing". */
  sourceOf(pointer: string): string
  /** Parts that the tool left out or did not understand. */
  readonly remarks: readonly Remark[]
}

export interface ReadOptions {
  /** Milliseconds for all downloads of a document. The default is 30,000. */
  readonly downloadTimeoutMs?: number
  readonly signal?: AbortSignal
}
