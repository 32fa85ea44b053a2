// Finds the id in a body by a link, by the path parameter or by a usual name.
import { type Json, tokenOf } from '../../base/json.ts'
import type { Draft } from './draft.ts'
import { isScalarType, Members } from './facts/members.ts'
import type { Schemas } from './facts/schemas.ts'
import { singularOf, thingOf, wordsOf } from './facts/words.ts'
import { isTarget } from './nested.ts'
import type { Operation } from './operations.ts'

export interface IdParameter {
  readonly name: string
  readonly schema: Json | undefined
}

export function idParameterOf({ item }: Draft): IdParameter | null {
  const last = item?.segments.at(-1)
  const name = last?.kind === 'parameter' ? last.names.at(-1) : undefined
  if (item === null || name === undefined) return null
  const schema = [...item.operations.values()].map(({ parameters }) => parameters.get(name)).find(Boolean)
  return { name, schema }
}

/** Returns a JSON pointer within the envelope, or null if the id is unknown. */
export function idIn(
  schemas: Schemas,
  resource: Json | undefined,
  thing: string,
  parameter: IdParameter | null,
): string | null {
  if (isScalar(schemas, resource)) return ''
  const found = memberWithId(new Members(schemas, resource), thing, parameter)
  if (found !== undefined) return `/${tokenOf(found)}`
  // Kubernetes has ids within the member `metadata`.
  const inner = memberWithId(
    new Members(schemas, schemas.properties(resource).get('metadata')),
    thing,
    parameter,
  )
  return inner === undefined ? null : `/metadata/${tokenOf(inner)}`
}

function isScalar(schemas: Schemas, node: Json | undefined): boolean {
  const types = schemas.types(node)
  return types.size > 0 && [...types].every(isScalarType)
}

function memberWithId(members: Members, thing: string, parameter: IdParameter | null): string | undefined {
  const words = wordsOf(parameter?.name ?? '')
  const last = words.at(-1) ?? ''
  const ids = ['id', `${thingOf(thing)}id`, 'uuid', 'guid']
  const usual = [...ids, 'name', 'key', 'slug', 'login', 'username', 'arn']
  const isNamed = words.length > 1 && !singularOf(wordsOf(thing)).includes(last)
  // A parameter {thing} of type string probably contains the name, and not a numeric id.
  const like = last === 'id' ? undefined : parameter?.schema
  return (
    members.first(words.length === 0 ? [] : [words.join('')]) ??
    members.first(isNamed ? [last] : []) ??
    members.first(usual, like) ??
    members.first(usual) ??
    members.endingIn(last, new Set([...words, ...singularOf(wordsOf(thing))]))
  )
}

/**
 * Accepts "slug" for {thingSlug}, and "name", "key" or "slug" for {thing}. A parameter that ends in "id"
 * gives null.
 */
export function chosenIdIn(
  schemas: Schemas,
  request: Json | undefined,
  thing: string,
  parameter: IdParameter | null,
): string | null {
  const words = wordsOf(parameter?.name ?? '')
  const last = words.at(-1)
  if (last === undefined || last === 'id') return null
  const members = new Members(schemas, request)
  const isNamed = words.length > 1 && !singularOf(wordsOf(thing)).includes(last)
  const isThing = words.join('') === thingOf(thing)
  const names = isNamed ? [last] : isThing ? ['name', 'key', 'slug'] : []
  const found = members.first([words.join('')]) ?? members.first(names, parameter?.schema)
  return found === undefined ? null : `/${tokenOf(found)}`
}

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
