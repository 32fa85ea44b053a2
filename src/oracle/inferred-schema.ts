// Infers a JSON Schema from example values.
import { isObject, type Json, type JsonObject, typeOf } from '../base/json.ts'
import { ExactNumber } from '../base/numbers/exact-number.ts'

const membersMax = 64

/**
 * A member is required if all objects contain it. The schema contains no example values, because they can be
 * private.
 * @param depthMax below this depth, the schema contains only types
 */
export function inferredSchema(values: readonly Json[], depthMax = 8): JsonObject | null {
  if (values.length === 0) return null
  const types = [...new Set(values.map(schemaTypeOf))].sort()
  const type = types.length === 1 ? (types[0] ?? 'null') : types
  if (depthMax === 0) return { type }
  const objects = values.filter(isObject)
  const items = inferredSchema(values.filter(Array.isArray).flat() as Json[], depthMax - 1)
  return {
    type,
    ...(objects.length === 0 ? {} : membersOf(objects, depthMax - 1)),
    ...(items === null ? {} : { items }),
  }
}

function membersOf(objects: readonly JsonObject[], depthMax: number): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  // Objects with more names are maps with arbitrary keys.
  if (names.length > membersMax) return {}
  return {
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        inferredSchema(
          objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name] ?? null),
          depthMax,
        ) ?? {},
      ]),
    ),
    required: names.filter((name) => objects.every((object) => Object.hasOwn(object, name))),
  }
}

function schemaTypeOf(value: Json): string {
  const isWhole = value instanceof ExactNumber ? !/[.e]/i.test(value.text) : Number.isInteger(value)
  return isWhole ? 'integer' : typeOf(value)
}
