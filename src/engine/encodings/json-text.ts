// The same JSON text written otherwise: members in another order, white space, escapes (RFC 8259, 2, 4 and 7).

import { isObject, type Json, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Request } from '../requests/request.ts'
import type { Write } from '../subjects/index.ts'

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

/** The text of the request's body, as it is written so far. */
export function textOf({ rawBody, body }: Request): string {
  return rawBody ?? (body === undefined ? '' : jsonText(body))
}

/** Writes the text of the body anew. */
export const writing =
  (change: (text: string) => string): Write =>
  (request) =>
    request.body === undefined ? request : { ...request, rawBody: change(textOf(request)) }

/** The last member first, in each object. */
export function reversed(text: string): string {
  const parsed = parseExact(text)
  return parsed.ok ? jsonText(backwards(parsed.value)) : text
}

function backwards(value: Json): Json {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, backwards(member)] as const)
      .reverse(),
  )
}

/** By name, the last one first: another order than the last member first. */
export function byName(text: string): string {
  const parsed = parseExact(text)
  if (!parsed.ok || !isObject(parsed.value)) return text
  return jsonText(Object.fromEntries(Object.entries(parsed.value).sort().reverse()))
}

/** Every solidus of an address as an escape. */
export function solidiEscaped(text: string): string {
  return text.replace(/"https?:[^"]*"/g, (address) => address.replaceAll('/', '\\/'))
}

/** White space of every kind before, between and after all tokens. */
export function spaced(text: string): string {
  return `\r\n\t ${(text.match(tokens) ?? []).join(' \n\t\r ')}\n \t\r\n`
}

/** Every character of the names of members as an escape. */
export function namesEscaped(text: string): string {
  const all = text.match(tokens) ?? []
  return all.map((token, place) => (all[place + 1] === ':' ? escapedToken(token) : token)).join('')
}

/**
 * Every character of the values in which `mark` stands as an escape, a solidus as the short one, but for a last word beyond ASCII: what
 * stands there as it is can be broken, too. Other values may hold what is secret, which has to be known where it is written down.
 */
export function valuesEscaped(text: string, mark: string): string {
  const all = text.match(tokens) ?? []
  return all
    .map((token, place) => (token.includes(mark) && all[place + 1] !== ':' ? firstEscaped(token) : token))
    .join('')
}

function escapedToken(token: string): string {
  const parsed = parseExact(token)
  return parsed.ok && typeof parsed.value === 'string' ? `"${escaped(parsed.value)}"` : token
}

function firstEscaped(token: string): string {
  const parsed = parseExact(token)
  if (!parsed.ok || typeof parsed.value !== 'string') return token
  const last = /(?<= )[^ \p{ASCII}]+$/u.exec(parsed.value)?.[0] ?? ''
  const first = parsed.value.slice(0, parsed.value.length - last.length)
  return `"${escaped(first)}${last}"`
}

function escaped(text: string): string {
  return text
    .split('')
    .map((unit, place) => {
      if (unit === '/') return '\\/'
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${place % 2 === 0 ? hex : hex.toUpperCase()}`
    })
    .join('')
}
