// Schemas of a document, as files of a contract refer to them.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { OpenApiDocument } from '../read/index.ts'

/** The `$id` by which schemas of a contract refer to its document. */
export const documentId = 'openapi'

/** References lead to the document's own schemas; the root says where it comes from. */
export function schemaIn(schema: Json, pointer: string, { sourceOf }: OpenApiDocument): JsonObject {
  const source = { 'x-source': sourceOf(pointer) }
  const own = referring(schema)
  return isObject(own) ? { ...own, ...source } : own === false ? { not: {}, ...source } : source
}

/** Also for the document's own schemas. */
export function referring(value: Json): Json {
  if (Array.isArray(value)) return value.map(referring)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#/components/')
        ? `${documentId}${inner}`
        : referring(inner),
    ]),
  )
}
