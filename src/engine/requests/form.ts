// Writes bodies as forms (URL Standard, 5.1). All values are texts, and nested members need a notation.

import { formType } from '../../base/http/media-type.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Request } from './request.ts'

/** No standard defines a notation for nested members. */
export const notations = ['brackets', 'empty brackets', 'dots', 'brackets and dots', 'JSON'] as const
export type Notation = (typeof notations)[number]

export const textsToDecode = ['1+1=2, 100% a&b=c;d #?[x] %41', 'caf\u00e9 \u6f22 \u{1f642}'] as const

export type Pairs = readonly (readonly [name: string, value: string])[]

export function notationIn(declared: Json | undefined): Notation | null {
  const text = String(declared ?? '')
  if (/\[\]|empty brackets?/i.test(text)) return 'empty brackets'
  const brackets = /bracket|\w\[\w/i.test(text)
  if (/\bdots?\b|\w\.\w|\]\.\w/i.test(text)) return brackets ? 'brackets and dots' : 'dots'
  if (brackets) return 'brackets'
  return /\bjson\b/i.test(text) ? 'JSON' : null
}

export function isNested(value: Json): boolean {
  return Array.isArray(value) || isObject(value)
}

export function flatOf(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isNested(value)))
}

const named: Readonly<
  Record<Exclude<Notation, 'JSON'>, (place: string, key: string, item: boolean) => string>
> = {
  brackets: (place, key) => `${place}[${key}]`,
  'empty brackets': (place, key, item) => `${place}[${item ? '' : key}]`,
  dots: (place, key) => `${place}.${key}`,
  'brackets and dots': (place, key, item) => (item ? `${place}[${key}]` : `${place}.${key}`),
}

export function pairsOf(body: JsonObject, notation: Notation | null): Pairs {
  const pairs: [string, string][] = []
  const add = (place: string, value: Json): void => {
    if (!isNested(value)) pairs.push([place, String(value)])
    else if (notation === 'JSON') pairs.push([place, jsonText(value)])
    else if (notation !== null)
      for (const [key, inner] of Object.entries(value as JsonObject))
        add(named[notation](place, key, Array.isArray(value)), inner)
  }
  for (const [name, value] of Object.entries(body)) add(name, value)
  return pairs
}

export function asForm(request: Request, notation: Notation | null): Request {
  const pairs = isObject(request.body) ? pairsOf(request.body, notation) : []
  return { ...request, mediaType: formType, rawBody: formText(pairs) }
}

export function formText(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()
}

/**
 * Returns the body that a server reads: values are texts, without empty lists and objects. In the notation
 * `JSON`, nested members stay unchanged.
 */
export function readBack(body: JsonObject, notation: Notation | null): JsonObject {
  const members = Object.entries(body).flatMap(([name, value]) => {
    const read = notation === 'JSON' && isNested(value) ? value : asTexts(value)
    return read === undefined ? [] : [[name, read] as const]
  })
  return Object.fromEntries(members)
}

function asTexts(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: Json) => asTexts(item) ?? [])
    return items.length === 0 ? undefined : items
  }
  if (!isObject(value)) return String(value)
  const members = readBack(value, null)
  return Object.keys(members).length === 0 ? undefined : members
}
