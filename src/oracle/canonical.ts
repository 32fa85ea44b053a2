// Converts members to a normal form for comparison.

import { nowMs } from '../base/clock.ts'
import { isObject, type Json, tokenOf } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import { parsedUrl } from '../base/uri.ts'
import { type Comparison, normalForm, type Pointer, type Resource, type Schema } from '../contract/index.ts'
import { conforms } from './shape.ts'
import { instantOf } from './timestamp.ts'

/** Returns undefined for a value that is ignored or violates its schema. */
export type Canonical = (member: string, value: Json | undefined) => Json | undefined

export function canonicalOf(
  schema: Schema,
  { compare, normalises }: Pick<Resource, 'compare' | 'normalises'>,
): Canonical {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return (member, value) => {
    const own = Object.hasOwn(properties, member) ? properties[member] : undefined
    if (value === undefined || own === undefined) return value
    const pointer = `/${tokenOf(member)}`
    // With `not-past`, a service replaces a past time by the current time. Here, all past times become the
    // end of the current hour, so they are equal.
    const listed = listedOf(own, normalForm(value, pointer, normalises, wholeHour(nowMs())))
    return conforms(own, listed) ? comparable(listed, pointer, compare) : undefined
  }
}

/** Returns the pointers of the value and of all inner values. `*` stands for any array element. */
export function pointersOf(canonical: Json, pointer: Pointer): readonly Pointer[] {
  const within = Array.isArray(canonical)
    ? canonical.flatMap((item: Json) => pointersOf(item, `${pointer}/*`))
    : isObject(canonical)
      ? Object.entries(canonical).flatMap(([name, value]) => pointersOf(value, `${pointer}/${tokenOf(name)}`))
      : []
  return [...new Set([pointer, ...within])]
}

const hourMs = 3_600_000
const wholeHour = (ms: number): number => Math.ceil(ms / hourMs) * hourMs

function listedOf(schema: Json, value: Json): Json {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return value.map((item: Json) => listedOf(schema.items ?? true, item))
  if (!isObject(value) || !isObject(schema.properties)) return value
  const { properties, required = [] } = schema
  const isRequired = (name: string): boolean => (required as readonly Json[]).includes(name)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => Object.hasOwn(properties, name) && (member !== null || isRequired(name)))
      .map(([name, member]) => [name, listedOf(properties[name] ?? true, member)]),
  )
}

function comparable(
  value: Json,
  pointer: Pointer,
  compare: ReadonlyMap<Pointer, Comparison>,
): Json | undefined {
  const inside = Array.isArray(value)
    ? value.map((item: Json) => comparable(item, `${pointer}/*`, compare) ?? null)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, member]) => {
            const form = comparable(member, `${pointer}/${tokenOf(name)}`, compare)
            return form === undefined ? [] : [[name, form]]
          }),
        )
      : value
  const how = compare.get(pointer)
  return how === 'ignore' ? undefined : formOf(inside, how)
}

export function formOf(value: Json, how: Comparison | undefined): Json {
  if (how === 'set') return Array.isArray(value) ? sorted(value as readonly Json[]) : value
  if (typeof value !== 'string') return value
  if (how === 'url') return parsedUrl(value)?.href ?? value
  if (how === 'instant') return instantOf(value) ?? value
  // A service may remove the fraction of the second.
  if (how === 'second') return instantOf(value)?.replace(/\d*$/, '') ?? value
  return how === 'ignore-case' ? value.toLowerCase() : value
}

function sorted(items: readonly Json[]): Json {
  return [...items].sort((a, b) => {
    const [one, other] = [textOf(a), textOf(b)]
    return one < other ? -1 : one > other ? 1 : 0
  })
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (!isObject(value)) return jsonText(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${jsonText(name)}:${textOf(member)}`).join()}}`
}
