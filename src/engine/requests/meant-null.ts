// Removes null from schemas that forbid it, although they say "nullable", for example an enum without null.
import { isObject, type Json } from '../../base/json.ts'

const nulls: Readonly<Record<string, Json>> = { enum: null, type: 'null' }

const strict = new WeakMap<object, Json>()

/** Returns the same object if the schema has no mark `x-null`. */
export function withoutMeantNull(schema: Json): Json {
  if (!Array.isArray(schema) && !isObject(schema)) return schema
  const known = strict.get(schema)
  if (known !== undefined) return known
  const made = Array.isArray(schema) ? listOf(schema) : objectOf(schema)
  strict.set(schema, made)
  return made
}

function listOf(schemas: readonly Json[]): Json {
  const left = schemas.filter(
    (schema) => !isNullMeant(schema) || (isObject(schema) && schema.type !== 'null'),
  )
  if (left.length < schemas.length) return left.map(withoutMeantNull)
  const made = schemas.map(withoutMeantNull)
  return made.every((one, index) => one === schemas[index]) ? schemas : made
}

function objectOf(schema: { readonly [name: string]: Json }): Json {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => [key, withoutMeantNull(value)])
  const isSame = entries.every(([key, value]) => value === schema[key])
  if (!isNullMeant(schema)) return isSame ? schema : Object.fromEntries(entries)
  const { 'x-null': _, ...others } = Object.fromEntries(entries)
  const strictly = Object.entries(others).map(([key, value]): [string, Json] => [
    key,
    Array.isArray(value) && key in nulls ? value.filter((one: Json) => one !== nulls[key]) : value,
  ])
  return Object.fromEntries(strictly)
}

export function isNullMeant(schema: Json): boolean {
  return isObject(schema) && schema['x-null'] === 'meant'
}
