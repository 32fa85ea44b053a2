// JSON values, as parsed from text, and the few questions that every layer asks of them.
import { ExactNumber, parseExactly } from './numbers/exact-number.ts'

/** A JSON value (RFC 8259). Objects may have any prototype; only own members count. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json
}

/** Whether `value` is a JSON object, that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}

/** A member's name as a token of a JSON pointer (RFC 6901). */
export function tokenOf(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** The member's name that a token of a JSON pointer stands for. */
export function nameOf(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}

/** The value at an RFC 6901 JSON pointer, or undefined where nothing is. */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let here = value
  // Asked several times of every response: the tokens are not split off into a list.
  for (let start = pointer.indexOf('/') + 1; start > 0; ) {
    const end = pointer.indexOf('/', start)
    const key = nameOf(pointer.slice(start, end === -1 ? undefined : end))
    start = end + 1
    if (Array.isArray(here)) here = here[Number(key)]
    else if (isObject(here) && Object.hasOwn(here, key)) here = here[key]
    else return undefined
  }
  return here
}

/** Equality of JSON values: members in any order, array elements in order, numbers by value. */
export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (a instanceof ExactNumber) return b instanceof ExactNumber && a.equals(b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  )
}

/** The outcome of parsing text that came from the wire. */
export type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string }

/** Parses JSON text (RFC 8259) without throwing: what our own files say, where a double is as near as anybody needs. */
export function parse(text: string): Parsed {
  return parsedBy(JSON.parse, text)
}

/** The same with every digit of every number: what a tenant sent, and what is sent to it. */
export function parseExact(text: string): Parsed {
  return parsedBy(parseExactly, text)
}

function parsedBy(read: (text: string) => unknown, text: string): Parsed {
  try {
    return { ok: true, value: read(text) as Json }
  } catch (error) {
    if (text.trim() === '') return { ok: false, message: 'it is empty' }
    return { ok: false, message: error instanceof Error ? error.message : 'not JSON' }
  }
}

/** A number as text, with every digit; a text as it is; undefined for anything else, and for a number that is not written as a whole one. */
export function idTextOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  const text = value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : ''
  return /^-?\d+$/.test(text) ? text : undefined
}

/** What JSON Schema calls the type of a value, a whole number being a "number", too; "undefined" for none. */
export function typeOf(value: Json | undefined): string {
  if (value === null) return 'null'
  if (value instanceof ExactNumber) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}
