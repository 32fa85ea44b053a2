// JSON values: parsing, access and comparison.
import { ExactNumber, parseExactly } from './numbers/exact-number.ts'

/** A JSON value (RFC 8259). Inherited members of objects do not count. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [member: string]: Json
}

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function tokenOf(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

export function nameOf(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}

/** Returns the value at a JSON pointer (RFC 6901). */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let here = value
  // A run calls this function very often, and a loop is faster than `split`.
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

/** Returns a copy with the value at the JSON pointer. Creates missing objects, but no elements of arrays. */
export function withMember(body: JsonObject, pointer: string, value: Json): JsonObject {
  const put = (here: Json | undefined, [head, ...rest]: readonly string[]): Json => {
    if (head === undefined) return value
    if (Array.isArray(here))
      return here.map((item: Json, index) => (String(index) === head ? put(item, rest) : item))
    const [object, name] = [isObject(here) ? here : {}, nameOf(head)]
    return { ...object, [name]: put(object[name], rest) }
  }
  return put(body, pointer.split('/').slice(1)) as JsonObject
}

export function withoutMember(body: JsonObject, pointer: string): JsonObject {
  const [name, inner] = headOf(pointer)
  const entries = Object.entries(body).flatMap(([one, value]): [string, Json][] => {
    if (one !== name) return [[one, value]]
    if (inner === '') return []
    return [[one, isObject(value) ? withoutMember(value, inner) : value]]
  })
  return Object.fromEntries(entries)
}

function headOf(pointer: string): readonly [name: string, inner: string] {
  const [, head = '', ...rest] = pointer.split('/')
  return [nameOf(head), rest.map((token) => `/${token}`).join('')]
}

/** Returns for example "owner.name" for "/owner/name". */
export function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.')
}

/** Compares numbers by value, and ignores the order of members. */
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

export type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string }

/** Parses JSON with doubles, so long numbers lose digits. Never throws. */
export function parse(text: string): Parsed {
  return parsedBy(JSON.parse, text)
}

/** Keeps every digit of every number. Never throws. */
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

/** A number with a fraction or an exponent is no id. */
export function idTextOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  const text = value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : ''
  return /^-?\d+$/.test(text) ? text : undefined
}

/** Returns the JSON Schema type. Integers get "number", a missing value gets "undefined". */
export function typeOf(value: Json | undefined): string {
  if (value === null) return 'null'
  if (value instanceof ExactNumber) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}
