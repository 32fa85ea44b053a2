// Converts the keywords "nullable" (OpenAPI 3.0) and "x-nullable" to the type "null".
import type { Json, JsonObject } from '../../../base/json.ts'
import type { Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'

/** Beside these keywords, the type "null" does not suffice to allow null. */
const branches: readonly string[] = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if', 'then', 'else']

const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
])

/**
 * In OpenAPI 3.0, "nullable" works only beside "type". Elsewhere, `x-null` lets responses contain null, but
 * the run sends none.
 * @param isStated whether null is allowed by the definition of OpenAPI 3.0
 */
export function withNull(build: Build, made: JsonObject, place: Place, isStated: boolean): JsonObject {
  if (!branches.some((keyword) => Object.hasOwn(made, keyword))) return { ...made, ...simple(made, isStated) }
  const members = Object.entries(made)
  const inner = Object.fromEntries(members.filter(([key]) => !annotations.has(key)))
  return {
    ...Object.fromEntries(members.filter(([key]) => annotations.has(key))),
    anyOf: [build.from(inner, place), build.from({ type: 'null', ...meant }, place)],
  }
}

const meant = { 'x-null': 'meant' } as const

function simple({ type, enum: values }: JsonObject, isStated: boolean): JsonObject {
  const list: readonly Json[] | undefined = Array.isArray(values) ? values : undefined
  const isLacking = list !== undefined && !list.includes(null)
  const isBound = list !== undefined || type !== undefined
  return {
    ...(isLacking ? { enum: [...list, null] } : {}),
    ...(type === undefined ? {} : { type: [...new Set([type].flat()), 'null'] }),
    ...(isBound && (isLacking || !isStated) ? meant : {}),
  }
}
