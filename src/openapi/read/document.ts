// The result of the reader, and its options.
import type { JsonObject } from '../../base/json.ts'
import type { Remark } from './state/remarks.ts'

export interface OpenApiDocument {
  /**
   * OpenAPI 3.1 with JSON Schema 2020-12. Members of 3.2 remain.
   * - Parameters, request bodies, responses, headers, links, examples and security schemes are inlined.
   * - Each `$ref` of a schema is "#/components/schemas/NAME" without escapes.
   */
  readonly root: JsonObject
  /** Null for a document in memory. */
  readonly location: string | null
  /** For example "2.0" or "3.0.3". */
  readonly version: string
  /** Returns "#/paths/~1things/post", or "schemas.yaml#/Thing" for another file. */
  sourceOf(pointer: string): string
  /** Parts that were left out or not understood. They do not prevent loading. */
  readonly remarks: readonly Remark[]
}

export interface ReadOptions {
  /** Milliseconds for all requests of a document; default 30,000. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}
