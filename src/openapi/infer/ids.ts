// Where a body has the id: links first, then the names that the path parameter suggests, then the usual names.
import { type Json, tokenOf } from '../../base/json.ts'
import type { Draft } from './draft.ts'
import { isTarget } from './nested.ts'
import type { Operation } from './operations.ts'
import type { Schemas } from './schemas.ts'
import { lettersOf, singularOf, thingOf, wordsOf } from './words.ts'

/** The parameter that holds the id in the path of the item. */
export interface IdParameter {
  readonly name: string
  readonly schema: Json | undefined
}

/** Null if no operation takes an id. */
export function idParameterOf({ item }: Draft): IdParameter | null {
  const last = item?.segments.at(-1)
  const name = last?.kind === 'parameter' ? last.names.at(-1) : undefined
  if (item === null || name === undefined) return null
  const schema = [...item.operations.values()].map(({ parameters }) => parameters.get(name)).find(Boolean)
  return { name, schema }
}

/** Pointer into a resource, within its envelope; null if none is known. */
export function idIn(
  schemas: Schemas,
  resource: Json | undefined,
  thing: string,
  parameter: IdParameter | null,
): string | null {
  const types = schemas.types(resource)
  if (types.size > 0 && [...types].every(isScalar)) return ''
  const properties = schemas.properties(resource)
  const wanted = idNames(thing, parameter?.name ?? null)
  const strict = wanted.map((name) => scalarNamed(schemas, properties, name, parameter?.schema))
  const loose = wanted.map((name) => scalarNamed(schemas, properties, name, undefined))
  const found = [...strict, ...loose].find((name) => name !== undefined)
  if (found !== undefined) return `/${tokenOf(found)}`
  return idInMetadata(schemas, properties, wanted)
}

const isScalar = (type: string): boolean => type === 'string' || type === 'integer' || type === 'number'

/** Letters of members that may be the id, the likeliest first. */
function idNames(thing: string, parameter: string | null): readonly string[] {
  const own = `${thingOf(thing)}id`
  const usual = ['id', own, 'uuid', 'guid', 'name', 'key', 'slug']
  if (parameter === null) return usual
  return [lettersOf(parameter), ...withoutThing(parameter, thing), ...usual]
}

// {petName}, {pet_slug}, {resourceGroupName}: the last word; "id" alone for {pet}.
function withoutThing(parameter: string, thing: string): readonly string[] {
  const words = wordsOf(parameter)
  const last = words.at(-1)
  if (last === undefined || singularOf(wordsOf(thing)).includes(last)) return []
  return words.length > 1 ? [last] : []
}

/** @param like schema of the parameter: a text and a number differ; undefined if any type will do */
function scalarNamed(
  schemas: Schemas,
  properties: ReadonlyMap<string, Json>,
  letters: string,
  like: Json | undefined,
): string | undefined {
  return [...properties.keys()].find((name) => {
    if (lettersOf(name) !== letters) return false
    const types = [...schemas.types(properties.get(name))]
    return types.every(isScalar) && isLike(types, [...schemas.types(like)])
  })
}

function isLike(types: readonly string[], others: readonly string[]): boolean {
  const isText = (list: readonly string[]): boolean => list.includes('string')
  return types.length === 0 || others.length === 0 || isText(types) === isText(others)
}

// {"metadata": {"name": …}}, as in Kubernetes.
function idInMetadata(
  schemas: Schemas,
  properties: ReadonlyMap<string, Json>,
  wanted: readonly string[],
): string | null {
  const inner = schemas.properties(properties.get('metadata'))
  const name = wanted
    .map((letters) => scalarNamed(schemas, inner, letters, undefined))
    .find((one) => one !== undefined)
  return name === undefined ? null : `/metadata/${tokenOf(name)}`
}

/** The pointer that a creation's link to an operation of the item names; null if there is none. */
export function linkedId(creation: Operation, { item }: Draft, parameter: IdParameter | null): string | null {
  if (item === null || parameter === null) return null
  const targets = [...item.operations.values()]
  for (const link of creation.links) {
    if (!targets.some((target) => isTarget(link, target))) continue
    const given = link.parameters
    const value = typeof given === 'object' && given !== null ? Object.entries(given) : []
    const [, expression] =
      value.find(([name]) => name === parameter.name || name === `path.${parameter.name}`) ?? []
    if (typeof expression === 'string' && expression.startsWith('$response.body#'))
      return expression.slice('$response.body#'.length)
  }
  return null
}
