// Finds the resource or the list items in a body, also in an envelope.
import { type Json, nameOf, tokenOf } from '../../base/json.ts'
import type { Schemas } from './facts/schemas.ts'
import { lettersOf, thingOf } from './facts/words.ts'

const mostNested = 2

const wrappers = new Set(
  'data result results response payload item value body resource record object entity content'.split(' '),
)
const lists = new Set(
  'items data results value values content entries records list rows elements objects resources members hits'.split(
    ' ',
  ),
)

/** A schema with one of these members is no envelope. */
const own = new Set(['id', 'uuid', 'guid', 'metadata', 'name'])

export function schemaAtPointer(schemas: Schemas, body: Json | undefined, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((node, token) => schemas.properties(node).get(nameOf(token)), body)
}

const isObjectSchema = (schemas: Schemas, node: Json): boolean => {
  const types = schemas.types(node)
  return types.has('object') && types.size === 1
}

export function envelopeOf(schemas: Schemas, body: Json | undefined, thing: string, depth = 0): string {
  const properties = schemas.properties(body)
  const names = [...properties.keys()]
  if (depth === mostNested || names.some((name) => own.has(lettersOf(name)))) return ''
  const objects = names.filter((name) => isObjectSchema(schemas, properties.get(name) ?? null))
  const wrapper =
    objects.find((name) => thingOf(name) === thingOf(thing)) ??
    objects.find((name) => wrappers.has(name.toLowerCase())) ??
    (names.length === 1 ? objects[0] : undefined)
  if (wrapper === undefined) return ''
  return `/${tokenOf(wrapper)}${envelopeOf(schemas, properties.get(wrapper), thing, depth + 1)}`
}

export function itemsOf(schemas: Schemas, body: Json | undefined, thing: string, depth = 0): string | null {
  if (schemas.types(body).has('array')) return ''
  if (depth > mostNested) return null
  const properties = schemas.properties(body)
  const isArray = (name: string): boolean => schemas.types(properties.get(name)).has('array')
  const arrays = [...properties.keys()].filter(isArray)
  const named = itemsNamed(arrays, thing)
  if (named !== undefined) return `/${tokenOf(named)}`
  return nestedItems(schemas, properties, thing, depth) ?? onlyOneOfObjects(schemas, properties, arrays)
}

const itemsNamed = (arrays: readonly string[], thing: string): string | undefined =>
  arrays.find((name) => thingOf(name) === thingOf(thing)) ??
  arrays.find((name) => lists.has(name.toLowerCase()))

export function showsSeveral(schemas: Schemas, body: Json | undefined, thing: string): boolean {
  const shown = resourceSchema(schemas, body, thing)
  if (schemas.types(shown).has('array')) return true
  const properties = schemas.properties(shown)
  const names = [...properties.keys()]
  if (names.some((name) => own.has(lettersOf(name)) || lettersOf(name) === `${thingOf(thing)}id`))
    return false
  return (
    itemsNamed(
      names.filter((name) => schemas.types(properties.get(name)).has('array')),
      thing,
    ) !== undefined
  )
}

function nestedItems(
  schemas: Schemas,
  properties: ReadonlyMap<string, Json>,
  thing: string,
  depth: number,
): string | null {
  for (const [name, member] of properties) {
    if (!wrappers.has(name.toLowerCase()) && name !== '_embedded' && thingOf(name) !== thingOf(thing))
      continue
    const inner = isObjectSchema(schemas, member) ? itemsOf(schemas, member, thing, depth + 1) : null
    if (inner !== null) return `/${tokenOf(name)}${inner}`
  }
  return null
}

function onlyOneOfObjects(
  schemas: Schemas,
  properties: ReadonlyMap<string, Json>,
  arrays: readonly string[],
): string | null {
  if (properties.has('id')) return null
  const [first, second] = arrays.filter((name) =>
    schemas.types(schemas.items(properties.get(name))).has('object'),
  )
  return first !== undefined && second === undefined ? `/${tokenOf(first)}` : null
}

export function resourceSchema(schemas: Schemas, body: Json | undefined, thing: string): Json | undefined {
  return schemaAtPointer(schemas, body, envelopeOf(schemas, body, thing))
}

export function itemSchema(schemas: Schemas, body: Json | undefined, thing: string): Json | undefined {
  const items = itemsOf(schemas, body, thing)
  return items === null ? undefined : schemas.items(schemaAtPointer(schemas, body, items))
}
