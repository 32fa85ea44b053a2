// Makes response bodies that follow the contract's schemas.
import { at, isObject, type Json, type JsonObject, tokenOf, withMember, withoutMember } from '../base/json.ts'
import { type Contract, idInItem, operationOf, type Resource, type Schema } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import type { Entry } from './entries/store.ts'
import type { StubPage } from './list.ts'
import type { StubRequest } from './message.ts'
import { drawn } from './value.ts'

export function entryBody(entry: Entry, schema: Schema, resource: Resource, contract: Contract): Json {
  const held = resource.secret.reduce(withoutMember, entry.body)
  const named = propertiesOf(schema)
  if (named.size === 0) return held
  const settable = settableMembers(resource, contract)
  const required = requiredOf(schema)
  return Object.fromEntries(
    [...named].flatMap(([name, member]): [string, Json][] => {
      const value = held[name]
      if (value !== undefined) return [[name, completed(value, member)]]
      if (resource.secret.includes(`/${tokenOf(name)}`)) return []
      if (settable.has(name))
        return required.has(name) ? [[name, conforms(member, null) ? null : drawn(member)]] : []
      return [[name, drawn(member)]]
    }),
  )
}

export function itemBody(entry: Entry, schema: Schema, resource: Resource, contract: Contract): Json {
  const id = at(entry.body, resource.id) ?? entry.id
  const place = idInItem(resource)
  const { type } = schema
  if (type === 'integer' || type === 'number') return Number(id)
  if (place === '' || type === 'string') return String(id)
  const body = entryBody(entry, schema, resource, contract)
  return place === resource.id ? body : withMember(body as JsonObject, place, id)
}

export function inEnvelope(
  body: Json,
  { operation, resource }: Pick<StubRequest, 'operation' | 'resource'>,
  entry: Entry | null,
): Json {
  const { envelope, wholeResponse, act, name } = operation
  if (act === 'list' || !isObject(body)) return body
  const whole =
    envelope.response === ''
      ? body
      : withMember(asObject(drawn(wholeResponse ?? {})), envelope.response, body)
  const told = resource.idsAt.get(name)
  const id = at(entry?.body, resource.id)
  return told === undefined || id === undefined ? whole : withMember(whole, told, id)
}

const asObject = (value: Json): JsonObject => (isObject(value) ? value : {})

export function listBody(
  { items, total, next: nextPage }: Pick<StubPage, 'items' | 'total' | 'next'>,
  schema: Schema,
  { items: itemsAt, total: totalAt, next }: Resource,
): Json {
  const filled = (node: Json, pointer: string): Json => {
    if (pointer === itemsAt) return items
    if (pointer === totalAt) return total
    if (pointer === next) return nextPage
    if (!isObject(node)) return null
    const within = [...propertiesOf(node)].filter(([name]) => {
      const below = `${pointer}/${tokenOf(name)}`
      const shown = [itemsAt, totalAt, ...(nextPage === null ? [] : [next])]
      const leads = shown.some((one) => one !== null && `${one}/`.startsWith(`${below}/`))
      if (below === next) return nextPage !== null || conforms(propertiesOf(node).get(name) ?? {}, null)
      return leads || requiredOf(node).has(name)
    })
    if (within.length === 0) return drawn(node)
    return Object.fromEntries(
      within.map(([name, member]) => [name, filled(member, `${pointer}/${tokenOf(name)}`)]),
    )
  }
  return filled(schema, '')
}

export function settableMembers({ life }: Resource, contract: Contract): ReadonlySet<string> {
  const names = [life.create, life.update, life.replace].filter((name) => name !== undefined)
  return new Set(names.flatMap((name) => [...propertiesOf(operationOf(contract, name).request ?? {}).keys()]))
}

/** Includes the properties in `allOf`. */
export function propertiesOf(schema: Json): ReadonlyMap<string, Json> {
  if (!isObject(schema)) return new Map()
  const all = Array.isArray(schema.allOf) ? (schema.allOf as readonly Json[]) : []
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return new Map([...all.flatMap((branch) => [...propertiesOf(branch)]), ...own])
}

function requiredOf(schema: Json): ReadonlySet<string> {
  if (!isObject(schema)) return new Set()
  const all = Array.isArray(schema.allOf) ? (schema.allOf as readonly Json[]) : []
  const own = Array.isArray(schema.required) ? (schema.required as readonly string[]) : []
  return new Set([...all.flatMap((branch) => [...requiredOf(branch)]), ...own])
}

function completed(value: Json, schema: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => completed(item, at(schema, '/items') ?? true))
  if (!isObject(value)) return value
  const branch = branchOf(schema)
  const missing = [...requiredOf(branch)].filter((name) => !(name in value))
  const members: JsonObject = {
    ...value,
    ...Object.fromEntries(missing.map((name) => [name, drawn(propertiesOf(branch).get(name) ?? true)])),
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      completed(member, propertiesOf(branch).get(name) ?? true),
    ]),
  )
}

// Returns the object schema of a choice, for example of "an object, or null".
function branchOf(schema: Json): Json {
  if (!isObject(schema)) return schema
  const branches = ['anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as Json[]) : [],
  )
  return branches.find((one) => propertiesOf(one).size > 0) ?? schema
}
