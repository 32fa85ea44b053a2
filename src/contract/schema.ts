// Schemas of a contract: without references, but with the ids of their clauses.
import { isObject, type Json, type JsonObject, nameOf, tokenOf } from '../base/json.ts'

/** A JSON Schema of draft 2020-12 without references. */
export type Schema = JsonObject

/** A JSON pointer (RFC 6901). */
export type Pointer = string

export function clausesOf(schema: Json | undefined): Readonly<Record<string, string>> {
  const clauses = isObject(schema) ? schema['x-clauses'] : undefined
  if (!isObject(clauses)) return {}
  return Object.fromEntries(
    Object.entries(clauses).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
}

/** Returns whether the contract removed the clause of the keyword (`"x-clauses": { "maxLength": null }`). */
export function isOnlySent(schema: unknown, keyword: string): boolean {
  const clauses = isObject(schema as Json) ? (schema as JsonObject)['x-clauses'] : undefined
  return isObject(clauses) && clauses[keyword] === null
}

/** Returns only the keywords that have a clause, at each level of the schema. */
export function judgedPart(schema: Json): Schema {
  if (!isObject(schema)) return {}
  const judged = Object.keys(clausesOf(schema)).map((keyword) => [keyword, schema[keyword] ?? null] as const)
  const single = ['items', 'additionalProperties'].flatMap((key) => {
    const inner = schema[key]
    return isObject(inner) ? [[key, judgedPart(inner)] as const] : []
  })
  const maps = ['properties', 'patternProperties'].flatMap((key) => {
    const inner = schema[key]
    if (!isObject(inner) || Object.keys(inner).length === 0) return []
    const parts = Object.entries(inner).map(([name, member]) => [name, judgedPart(member)] as const)
    return [[key, Object.fromEntries(parts)] as const]
  })
  return Object.fromEntries([...judged, ...maps, ...single])
}

export function memberSchemas(schema: JsonObject, name: string): readonly Json[] {
  const { properties, patternProperties, additionalProperties = true } = schema
  const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] ?? true] : []
  const matching = Object.entries(isObject(patternProperties) ? patternProperties : {}).flatMap(
    ([pattern, one]) => (new RegExp(pattern, 'u').test(name) ? [one] : []),
  )
  const known = [...own, ...matching]
  return known.length > 0 ? known : [additionalProperties]
}

export interface OpenProperty {
  readonly point: string
  readonly schema: Schema
  /** Missing if the property is always optional. */
  readonly requiredIn?: 'request' | 'response'
}

export function openPropertyOf(schema: Json | undefined): OpenProperty | null {
  const open = isObject(schema) ? schema['x-open-property'] : undefined
  return isObject(open) && isObject(open.schema) ? (open as unknown as OpenProperty) : null
}

/** Returns undefined if the schema does not describe the member. `*` stands for any array element. */
export function schemaAt(schema: Json | undefined, pointer: string): Schema | undefined {
  const tokens = pointer.split('/').slice(1)
  const found = tokens.reduce((here, token): Json | undefined => {
    const name = nameOf(token)
    const properties = isObject(here) && isObject(here.properties) ? here.properties : {}
    if (Object.hasOwn(properties, name)) return properties[name]
    return isObject(here) && /^(?:\d+|\*)$/.test(token) ? here.items : undefined
  }, schema)
  return isObject(found) ? found : undefined
}

export function eachSchema(schema: Json, visit: (schema: JsonObject) => void): void {
  if (Array.isArray(schema)) for (const item of schema) eachSchema(item, visit)
  if (!isObject(schema)) return
  visit(schema)
  const open = openPropertyOf(schema)
  if (open !== null) eachSchema(open.schema, visit)
  for (const [, inner] of subschemas(schema)) eachSchema(inner, visit)
}

export function subschemas(schema: JsonObject): readonly (readonly [string, Json])[] {
  const single = ['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains']
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
  const maps = ['properties', 'patternProperties', '$defs', 'dependentSchemas']
  return [
    ...single.flatMap((key) => (isObject(schema[key]) ? [[key, schema[key] as Json] as const] : [])),
    ...lists.flatMap((key) =>
      Array.isArray(schema[key])
        ? (schema[key] as readonly Json[]).map((one, index) => [`${key}/${index}`, one] as const)
        : [],
    ),
    ...maps.flatMap((key) =>
      isObject(schema[key])
        ? Object.entries(schema[key] as JsonObject).map(
            ([name, one]) => [`${key}/${tokenOf(name)}`, one] as const,
          )
        : [],
    ),
  ]
}
