// Schemas of the contract: references inlined, and each keyword's clause resolved to its full id.
import { at, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../base/json.ts'

/** A JSON Schema (draft 2020-12) of the contract, free of references. */
export type Schema = JsonObject

/** Keyword -> clause id, as a schema object of the contract carries it in `x-clauses`. */
export function clausesOf(schema: Json | undefined): Readonly<Record<string, string>> {
  const clauses = isObject(schema) ? schema['x-clauses'] : undefined
  return isObject(clauses) ? (clauses as Record<string, string>) : {}
}

/** A property whose name an open point answers: `x-open-property` stands for it where the schema lists properties. */
export interface OpenProperty {
  readonly point: string
  readonly schema: Schema
  /** The side on which it has to be there; absent where it may always be left out. */
  readonly requiredIn?: 'request' | 'response'
}

/** The open property that a schema object speaks of, if it does. */
export function openPropertyOf(schema: Json | undefined): OpenProperty | null {
  const open = isObject(schema) ? schema['x-open-property'] : undefined
  return isObject(open) && isObject(open.schema) ? (open as unknown as OpenProperty) : null
}

/** What is wrong with a reference, and where in the schema it stands. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly pointer: string
  constructor(message: string, pointer: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Where a reference stands, and through which others it was reached. */
interface Within {
  readonly base: JsonObject | null
  readonly open: readonly string[]
  readonly pointer: string
}

/**
 * Inlines every `$ref` of `schema` and turns the local clause names in `x-clauses` into ids of `operation`.
 * @param documents schema documents by `$id`
 * @param base what a reference without a document is of
 * @throws SchemaError where a reference leads nowhere or is recursive (the contract's schemas are trees)
 */
export function resolveSchema(
  schema: Json,
  operation: string,
  documents: ReadonlyMap<string, JsonObject>,
  base: JsonObject | null = null,
): Json {
  const resolve = (one: Json, within: Within): Json => {
    if (Array.isArray(one))
      return one.map((item: Json, index) =>
        resolve(item, { ...within, pointer: `${within.pointer}/${index}` }),
      )
    if (!isObject(one)) return one
    if (typeof one.$ref === 'string') return referred(one.$ref, within)
    return Object.fromEntries(
      Object.entries(one).map(([key, value]) => [
        key,
        key === 'x-clauses' && isObject(value)
          ? Object.fromEntries(
              Object.entries(value).map(([keyword, name]) => [keyword, `${operation}.${name}`]),
            )
          : resolve(value, {
              ...within,
              pointer: `${within.pointer}/${tokenOf(key)}`,
            }),
      ]),
    )
  }
  const referred = (reference: string, { base: root, open, pointer: place }: Within): Json => {
    const [id = '', pointer = ''] = reference.split('#')
    const document = id === '' ? root : documents.get(id)
    const pointed = `${place}/$ref`
    if (document == null)
      throw new SchemaError(
        `${reference} is of no file of the contract: name the $id of one in schemas/resources of this folder, or put it into $defs`,
        pointed,
      )
    const target = at(document, pointer)
    if (target === undefined)
      throw new SchemaError(
        `there is nothing at ${reference}: name a definition that stands in $defs`,
        pointed,
      )
    const known = `${document.$id ?? id}#${pointer}`
    if (open.includes(known))
      throw new SchemaError(
        `${reference} is recursive, without end: the schemas of a contract are trees, so write out the levels that are used, the last one without the required member`,
        pointed,
      )
    return resolve(target, { base: document, open: [...open, known], pointer: place })
  }
  return resolve(schema, { base, open: [], pointer: '' })
}

/** The schema of the member at a JSON pointer, `*` for any element; undefined where the schema does not name it. */
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

/** Calls `visit` for every schema object in `schema`, outermost first. */
export function eachSchema(schema: Json, visit: (schema: JsonObject) => void): void {
  if (Array.isArray(schema)) for (const item of schema) eachSchema(item, visit)
  if (!isObject(schema)) return
  visit(schema)
  const open = openPropertyOf(schema)
  if (open !== null) eachSchema(open.schema, visit)
  for (const [, inner] of below(schema)) eachSchema(inner, visit)
}

/** The schemas within a schema, with their places below it. */
export function below(schema: JsonObject): readonly (readonly [string, Json])[] {
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
