// Finds query parameters that filter or sort a list.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Filter, Paging, Sorting } from '../../contract/index.ts'
import { followed, membersOf } from './members.ts'
import { type ListOfDocument, parametersIn, type QueryParameter } from './paging.ts'

const sortNames = /^\$?(?:sort|sort_?by|order_?by)$/i
const orderNames = /^(?:order|direction|dir|(?:sort|order)_?(?:order|dir|direction))$/i
/** Parameters with such names often add items to a list, instead of filtering it. */
const widening = /archived|deleted|hidden|disabled|inactive|expired|include|with|all/i
const scalars: readonly string[] = ['string', 'integer', 'number', 'boolean']

interface QueriesOfDocument {
  readonly filters?: Readonly<Record<string, string | Filter>>
  readonly sorting?: readonly Sorting[]
}

export function queriesOf(
  list: ListOfDocument,
  paging: Paging | undefined,
  root: JsonObject,
): QueriesOfDocument {
  const members = new Map(
    membersOf(itemOf(list, root), root).map(([pointer, schema]) => [
      pointer.slice(1),
      spelledOut(schema, root),
    ]),
  )
  const parameters = parametersIn(list.operation)
    .filter(({ name }) => ![paging?.parameter, paging?.size].includes(name))
    .map(({ name, schema }) => ({ name, schema: spelledOut(schema, root) }))
  const sorting = sortingIn(parameters, members)
  const used = sorting.flatMap(({ query }) => Object.keys(query))
  const filters = parameters.flatMap(({ name, schema }): [string, string | Filter][] => {
    const member = members.get(name)
    if (member === undefined || used.includes(name) || sortNames.test(name)) return []
    const value = schema.type === 'array' ? spelledOut(schema.items ?? {}, root) : schema
    if (!isSameKind(value, member) || (value.type === 'boolean' && widening.test(name))) return []
    return [[name, isFreeText(value) ? { member: `/${name}`, match: 'contains' } : `/${name}`]]
  })
  return {
    ...(filters.length === 0 ? {} : { filters: Object.fromEntries(filters) }),
    ...(sorting.length === 0 ? {} : { sorting }),
  }
}

function itemOf({ response, items }: ListOfDocument, root: JsonObject): JsonObject {
  const list =
    items === null
      ? null
      : (items.split('/').slice(1) as readonly string[]).reduce<JsonObject | null>((here, token) => {
          const found =
            here === null ? undefined : membersOf(here, root).find(([pointer]) => pointer === `/${token}`)
          return found === undefined ? null : spelledOut(found[1], root)
        }, response)
  return list === null ? {} : spelledOut(list.items ?? {}, root)
}

function spelledOut(schema: Json, root: JsonObject): JsonObject {
  const target = followed(schema, root)
  if (!isObject(target)) return {}
  const parts = Array.isArray(target.allOf) ? (target.allOf as readonly Json[]) : []
  return Object.assign({}, ...parts.map((part) => spelledOut(part, root)), target) as JsonObject
}

const typeOf = ({ type }: JsonObject): Json | undefined =>
  [type].flat().find((one): one is string => one !== 'null' && one !== undefined)

function isSameKind(value: JsonObject, member: JsonObject): boolean {
  const type = typeOf(value)
  if (type !== typeOf(member) || !scalars.includes(String(type))) return false
  if (!Array.isArray(value.enum)) return !Array.isArray(member.enum)
  const known = Array.isArray(member.enum) ? (member.enum as readonly Json[]) : []
  return (value.enum as readonly Json[]).every((one) => known.some((other) => equal(one, other)))
}

function isFreeText(schema: JsonObject): boolean {
  return typeOf(schema) === 'string' && !['enum', 'const', 'format'].some((keyword) => keyword in schema)
}

function sortingIn(
  parameters: readonly QueryParameter[],
  members: ReadonlyMap<string, JsonObject>,
): readonly Sorting[] {
  const sort = parameters.find(({ name, schema }) => sortNames.test(name) && Array.isArray(schema.enum))
  if (sort === undefined) return []
  const texts = (sort.schema.enum as readonly Json[]).filter((one) => typeof one === 'string')
  const order = parameters.find(({ name }) => name !== sort.name && orderNames.test(name))
  const words = Array.isArray(order?.schema.enum) ? (order.schema.enum as readonly Json[]) : []
  const word = (pattern: RegExp): Json | undefined => words.find((one) => pattern.test(String(one)))
  const [ascending, descending] = [word(/^asc(?:ending)?$/i), word(/^desc(?:ending)?$/i)]
  const isSortable = (name: string): boolean => {
    const member = members.get(name)
    return member !== undefined && isOrdered(member)
  }
  return texts.flatMap((text): Sorting[] => {
    const by = `/${text.replace(/^[-+]/, '')}`
    if (!isSortable(by.slice(1))) return []
    if (order !== undefined && ascending !== undefined && descending !== undefined)
      return text === by.slice(1)
        ? [
            { query: { [sort.name]: text, [order.name]: ascending }, by },
            { query: { [sort.name]: text, [order.name]: descending }, by, descending: true },
          ]
        : []
    if (text.startsWith('-')) return [{ query: { [sort.name]: text }, by, descending: true }]
    // "name" means ascending only if the document also contains "-name".
    return texts.includes(`-${by.slice(1)}`) ? [{ query: { [sort.name]: text }, by }] : []
  })
}

/** An enum can have its own order, for example "low", "medium", "high". */
function isOrdered(schema: JsonObject): boolean {
  return ['string', 'integer', 'number'].includes(String(typeOf(schema))) && !Array.isArray(schema.enum)
}
