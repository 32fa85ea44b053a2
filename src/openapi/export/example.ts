// Makes a readable example for a schema, or else generates an instance.
import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { createAjv } from '../../base/schemas/ajv.ts'
import { valid } from '../../generate/index.ts'

/**
 * @param whole whether to include optional members
 * @param name name of the member, for texts such as "a title"
 * @returns undefined if no valid instance was found
 */
export function exampleOf(schema: Json, whole: boolean, name = ''): Json | undefined {
  const holds = createAjv({ strict: false }).compile(schema as JsonObject)
  const written = instance(schema, name, whole)
  if (holds(written)) return written
  try {
    const [drawn] = fc.sample(valid(schema as JsonObject), { seed: 1, numRuns: 1 })
    return holds(drawn) ? (drawn as Json) : undefined
  } catch {
    return undefined
  }
}

function instance(schema: Json, name: string, whole: boolean): Json {
  if (!isObject(schema)) return null
  const { allOf, const: only, enum: values, examples } = schema
  if (only !== undefined) return only
  for (const given of [examples, values])
    if (Array.isArray(given) && given.length > 0) return given[0] as Json
  if (Array.isArray(allOf) && isObject(schema.properties)) return objectOf(merged(schema, allOf), whole)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type ?? (isObject(schema.properties) ? 'object' : 'string')) {
    case 'object':
      return objectOf(schema, whole)
    case 'array':
      return arrayOf(schema, name, whole)
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema, name)
  }
}

function merged(schema: JsonObject, branches: readonly Json[]): JsonObject {
  const all = [schema, ...branches].filter(isObject)
  return { ...schema, required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])) }
}

function objectOf({ properties, required }: JsonObject, whole: boolean): JsonObject {
  const needed: readonly Json[] = Array.isArray(required) ? required : []
  const members = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => whole || needed.includes(name),
  )
  return Object.fromEntries(members.map(([name, member]) => [name, instance(member, name, whole)]))
}

function arrayOf({ items, minItems }: JsonObject, name: string, whole: boolean): Json {
  const count = typeof minItems === 'number' ? Math.max(minItems, 1) : 1
  return Array.from({ length: count }, () => instance(items ?? {}, name, whole))
}

function textOf({ format, minLength, maxLength }: JsonObject, name: string): string {
  if (format === 'date-time') return '2026-01-31T12:00:00.000Z'
  if (format === 'uri' || /(?:^|_)(?:url|uri|endpoint|x5u)$/i.test(name))
    return 'https://receiver.example/hook'
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const words = name.replaceAll('_', ' ') || 'text'
  const text = words === 'id' ? words : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
  return text.padEnd(least, '0').slice(0, most)
}
