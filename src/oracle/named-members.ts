// Removes members that a schema does not list.
import { isObject, type Json } from '../base/json.ts'

export function namedMembers(schema: Json | null, value: Json): Json {
  if (!isObject(schema)) return value
  const branches = ['anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as Json[]) : [],
  )
  if (branches.length > 0) {
    const [first = null] = branches.filter(
      (one) => isObject(one) && (one.properties ?? one.items) !== undefined,
    )
    return namedMembers(first, value)
  }
  if (Array.isArray(value)) return value.map((item: Json) => namedMembers(schema.items ?? null, item))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name in properties ? [[name, namedMembers(properties[name] ?? null, member)]] : [],
    ),
  )
}
