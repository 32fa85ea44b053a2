// Facts about accepted bodies that the run learnt and that no schema contains.
import { nowMs } from '../../base/clock.ts'
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import type { Resource, Schema } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'

export interface AcceptedBodies {
  readonly without: ReadonlySet<string>
  /** An accepted value for each member of which the tenant refuses other valid values. */
  readonly fixed: JsonObject
  /** True if the tenant accepted times in the future, each start before its end. */
  readonly future: boolean
  /** Index of the accepted form in `nameForms`. */
  readonly nameForm: number
}

export const formOnly = (nameForm: number): AcceptedBodies => ({
  ...{ without: new Set(), fixed: {}, future: false, nameForm },
})

export type BodyFacts = Map<string, AcceptedBodies>

export function asAccepted(body: JsonObject, schema: Schema, facts: AcceptedBodies | undefined): JsonObject {
  if (facts === undefined) return body
  const { without, fixed, future } = facts
  const required = Array.isArray(schema.required) ? schema.required : []
  const left = Object.entries(body).filter(([name]) => !without.has(name) || required.includes(name))
  const held = left.map(([name, value]): [string, Json] => [
    name,
    Object.hasOwn(fixed, name) ? (fixed[name] ?? null) : value,
  ])
  return future ? withFutureTimes(Object.fromEntries(held), schema) : Object.fromEntries(held)
}

export function isHeld(
  { references }: Resource,
  member: string,
  { without, fixed }: AcceptedBodies = formOnly(0),
): boolean {
  return references.has(`/${tokenOf(member)}`) || without.has(member) || Object.hasOwn(fixed, member)
}

const hourMs = 3_600_000

export function withFutureTimes(body: JsonObject, { properties }: Schema, atMs = nowMs()): JsonObject {
  const isTime = (name: string): boolean => {
    const schema = isObject(properties) ? properties[name] : undefined
    return isObject(schema) && schema.format === 'date-time' && typeof body[name] === 'string'
  }
  const names = Object.keys(body).filter(isTime)
  const ordered = names.toSorted((one, other) => rank(one) - rank(other))
  const times = ordered.map((name, index): [string, Json] => [
    name,
    new Date(atMs + (index + 1) * hourMs).toISOString(),
  ])
  return { ...body, ...Object.fromEntries(times) }
}

export function withPlainValues(body: JsonObject, schema: Schema): JsonObject {
  let count = 0
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain)
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
    if (typeof value === 'number') return isUsual(value) ? value : 1
    if (typeof value !== 'string' || /^[\w.:-]+$/.test(value)) return value
    count += 1
    return `word${count}`
  }
  const members = Object.entries(body).map(([name, value]): [string, Json] => {
    const varied = plain(value)
    return [name, conforms(schema, { ...body, [name]: varied }) ? varied : value]
  })
  return Object.fromEntries(members)
}

export function statedExample(schema: JsonObject): Json | undefined {
  const { example, examples } = schema
  const all = [example, ...(Array.isArray(examples) ? examples : [])] as readonly (Json | undefined)[]
  return all.find((one) => one !== undefined && conforms(schema, one))
}

/** Returns the example of the schema, or combines the examples of its parts. Undefined if there are none. */
export function exampleOf(schema: Json | undefined): Json | undefined {
  if (!isObject(schema)) return undefined
  const { properties, items } = schema
  const given = statedExample(schema)
  if (given !== undefined) return given
  const item = exampleOf(items)
  if (item !== undefined) return [item]
  const members = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, member]) => {
    const value = exampleOf(member)
    return value === undefined ? [] : [[name, value] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** Services often store only 32 bits. */
export function greatValues(schema: Json): readonly number[] {
  return [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER].filter(
    (value) => isObject(schema) && schema.type !== undefined && conforms(schema, value),
  )
}

function isUsual(value: number): boolean {
  return Math.abs(value) < 2 ** 31 && (value === 0 || Math.abs(value) > 1e-6)
}

function rank(name: string): number {
  if (/start|begin|from|since|not_?before/i.test(name)) return 0
  return /end|until|expir|deadline|not_?after|to$/i.test(name) ? 2 : 1
}
