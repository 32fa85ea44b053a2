// Copies a schema without references to schemas that will contain the copy.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import type { Build } from '../state/build.ts'
import { edgesIn } from './circle-edges.ts'

/**
 * The copy can allow more values than the schema.
 * @param left keyword that the copy leaves out
 * @param around names of schemas that will contain the copy
 */
export function copyWithin(
  build: Build,
  schema: Json | undefined,
  left: string,
  around: ReadonlyMap<string, unknown>,
): JsonObject {
  const { [left]: _, ...rest } = isObject(schema) ? schema : {}
  const copy = Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]): [string, Json][] => {
      if (key === 'allOf' && Array.isArray(value))
        return [
          [key, value.map((part: Json) => (isObject(part) ? copyWithin(build, part, '', around) : part))],
        ]
      const leadsBack = edgesIn({ [key]: value }, null, null).some(({ to }) => around.has(to))
      return leadsBack ? [] : [[key, value]]
    }),
  )
  const place = build.placeOf(schema)
  return place === undefined ? copy : build.from(copy, place)
}
