// Schemas that allow null beside their own values: "nullable" and "x-nullable" until 3.0.
import type { Json, JsonObject } from '../../../base/json.ts'
import type { Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'

/** They may refuse null, whatever the type says. */
const branches: readonly string[] = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if', 'then', 'else']

const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
])

/**
 * The specification lets "nullable" work only beside "type", and without null in an enumeration null is refused.
 * Documents mean that null is allowed, and their servers return it.
 */
export function withNull(build: Build, made: JsonObject, place: Place): JsonObject {
  if (!branches.some((keyword) => Object.hasOwn(made, keyword))) return { ...made, ...simple(made) }
  const members = Object.entries(made)
  const inner = Object.fromEntries(members.filter(([key]) => !annotations.has(key)))
  return {
    ...Object.fromEntries(members.filter(([key]) => annotations.has(key))),
    anyOf: [build.from(inner, place), { type: 'null' }],
  }
}

function simple({ type, enum: values }: JsonObject): JsonObject {
  const list: readonly Json[] | undefined = Array.isArray(values) ? values : undefined
  return {
    ...(list === undefined ? {} : { enum: list.includes(null) ? list : [...list, null] }),
    ...(type === undefined ? {} : { type: [...new Set([type].flat()), 'null'] }),
  }
}
