// Copies a schema without the references to schemas that contain it.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import type { Build } from '../state/build.ts'
import { edgesIn } from './circle-edges.ts'

/**
 * The copy allows all values of the schema, and more.
 * @param left keyword to leave out
 * @param around names of the schemas that will contain the copy
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
