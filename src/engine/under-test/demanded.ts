// Narrows a schema to bodies with all named members, or to bodies with only the required members.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Schema } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'

interface Demanded {
  readonly every: Json
  readonly least: Json
}

const demanded = new WeakMap<object, Demanded>()

export function demandedOf(schema: Schema): Demanded {
  const known = demanded.get(schema)
  if (known !== undefined) return known
  const made = { every: demanding(schema, true), least: demanding(schema, false) }
  demanded.set(schema, made)
  return made
}

function demanding(schema: Json, every: boolean): Json {
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === 'properties' && isObject(value))
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, member]) => [name, demanding(member, every)])),
      ]
    if (key === 'items') return [key, demanding(value, every)]
    return [key, value]
  })
  const own = Object.fromEntries(entries)
  if (!isObject(schema.properties)) return every ? filledMap(own) : own
  // Without a type, the schema also allows other types than objects.
  const demanded: JsonObject = { type: 'object', ...own }
  const names = Object.keys(schema.properties)
  if (every) return { ...demanded, required: names }
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  return {
    ...demanded,
    properties: Object.fromEntries(
      Object.entries(demanded.properties as JsonObject).filter(([name]) => required.includes(name)),
    ),
  }
}

/** Services may refuse unusual names that no schema forbids. */
const ordinaryName = 'key'

function filledMap(schema: JsonObject): JsonObject {
  const {
    additionalProperties: values,
    propertyNames = true,
    patternProperties = {},
    minProperties = 0,
  } = schema
  const isFree = isObject(values) || Object.keys(patternProperties as JsonObject).length > 0
  if (!isFree || schema.maxProperties === 0 || Number(minProperties) > 0) return schema
  const isOrdinary =
    isObject(values) && schema.patternProperties === undefined && conforms(propertyNames, ordinaryName)
  return isOrdinary
    ? { ...schema, properties: { [ordinaryName]: values }, required: [ordinaryName], maxProperties: 1 }
    : { ...schema, minProperties: 1 }
}
