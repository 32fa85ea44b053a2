// Converts schemas of a document to schemas of a contract.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { createAjv } from '../../base/schemas/ajv.ts'
import type { OpenApiDocument } from '../read/index.ts'

const documentId = 'openapi'

export function schemaIn(schema: Json, pointer: string, { sourceOf }: OpenApiDocument): JsonObject {
  const own = referring(schema, pointer, sourceOf)
  const source = { 'x-source': sourceOf(pointer) }
  return isObject(own) ? { ...own, ...source } : own === false ? { not: {}, ...source } : source
}

function referring(value: Json, pointer: string, sourceOf: (pointer: string) => string): Json {
  if (Array.isArray(value))
    return value.map((inner: Json, index) => {
      const place = `${pointer}/${index}`
      const own = referring(inner, place, sourceOf)
      // Keeps the location of each subschema, because the contract merges `allOf`.
      return pointer.endsWith('/allOf') && isObject(own) ? { ...own, 'x-source': sourceOf(place) } : own
    })
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKnown)
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' && inner.startsWith('#/components/')
          ? `${documentId}${inner}`
          : referring(inner, `${pointer}/${tokenOf(key)}`, sourceOf),
      ]),
  )
}

let formats: ReadonlySet<string> | undefined

/** An unknown format limits no value (JSON Schema Validation, section 7.2.3). */
function isKnown([key, value]: readonly [string, Json]): boolean {
  if (key !== 'format' || typeof value !== 'string') return true
  formats ??= new Set(Object.keys(createAjv().formats))
  return formats.has(value)
}

export function definitionsIn(document: OpenApiDocument): JsonObject {
  const { components } = document.root
  const schemas = isObject(components) && isObject(components.schemas) ? components.schemas : {}
  return {
    $id: documentId,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          typeof schema === 'boolean'
            ? schema
            : schemaIn(schema, `/components/schemas/${tokenOf(name)}`, document),
        ]),
      ),
    },
  }
}
