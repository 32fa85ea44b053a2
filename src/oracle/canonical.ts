// The canonical form of a member of a resource: what of it can be compared, without what the contract leaves open.

import { isObject, type Json, tokenOf } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import { parsedUrl } from '../base/uri.ts'
import type { Comparison, Pointer, Resource, Schema } from '../contract/index.ts'
import { conforms } from './shape.ts'
import { timestampNs } from './timestamp.ts'

/**
 * The comparable form of the member of that name, or undefined where the value is not of the form that its schema asks for:
 * that is the matter of the member's own clause, and comparing it would blame a second one. A member that the schema does not
 * list is compared as it is.
 */
export type Canonical = (member: string, value: Json | undefined) => Json | undefined

/**
 * Canonical forms of the members of a resource.
 * @param schema of a response that shows it, with the overlay applied
 */
export function canonicalOf(schema: Schema, { compare }: Pick<Resource, 'compare'>): Canonical {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return (member, value) => {
    const own = Object.hasOwn(properties, member) ? properties[member] : undefined
    if (value === undefined || own === undefined) return value
    const listed = listedOf(own, value)
    return conforms(own, listed) ? comparable(listed, `/${tokenOf(member)}`, compare) : undefined
  }
}

/** JSON pointers of a canonical form and of all that it holds, `*` for any element: the members that a comparison decides by. */
export function pointersOf(canonical: Json, pointer: Pointer): readonly Pointer[] {
  const within = Array.isArray(canonical)
    ? canonical.flatMap((item: Json) => pointersOf(item, `${pointer}/*`))
    : isObject(canonical)
      ? Object.entries(canonical).flatMap(([name, value]) => pointersOf(value, `${pointer}/${tokenOf(name)}`))
      : []
  return [...new Set([pointer, ...within])]
}

// Without members that the schema does not list, which a service may add, and without a null for one that may be left out.
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

/** The form of a value in which it is held against others that are compared in that way. */
export function formOf(value: Json, how: Comparison | undefined): Json {
  if (how === 'set') return Array.isArray(value) ? sorted(value as readonly Json[]) : value
  if (typeof value !== 'string') return value
  if (how === 'url') return parsedUrl(value)?.href ?? value
  if (how === 'instant') return instantOf(value) ?? value
  return how === 'ignore-case' ? value.toLowerCase() : value
}

/** The moment that a time stamp names, in nanoseconds since 1970; null where it is none. */
function instantOf(text: string): string | null {
  const ns = timestampNs(text)
  if (ns !== null) return ns.toString()
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : (BigInt(ms) * 1_000_000n).toString()
}

// By their text, with the members of objects in one order.
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
