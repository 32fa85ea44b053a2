// Writes the same JSON in different spellings (RFC 8259): order of members, white space, escapes.

import { isObject, type Json, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Request } from '../requests/request.ts'
import type { Write } from '../under-test/index.ts'

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

export function textOf({ rawBody, body }: Request): string {
  return rawBody ?? (body === undefined ? '' : jsonText(body))
}

export const writing =
  (change: (text: string) => string): Write =>
  (request) =>
    request.body === undefined ? request : { ...request, rawBody: change(textOf(request)) }

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

export function byName(text: string): string {
  const parsed = parseExact(text)
  if (!parsed.ok || !isObject(parsed.value)) return text
  return jsonText(Object.fromEntries(Object.entries(parsed.value).sort().reverse()))
}

export function solidiEscaped(text: string): string {
  return text.replace(/"https?:[^"]*"/g, (address) => address.replaceAll('/', '\\/'))
}

export function spaced(text: string): string {
  return `\r\n\t ${(text.match(tokens) ?? []).join(' \n\t\r ')}\n \t\r\n`
}

export function namesEscaped(text: string): string {
  const all = text.match(tokens) ?? []
  return all.map((token, place) => (all[place + 1] === ':' ? escapedToken(token) : token)).join('')
}

/**
 * Escapes only values with the mark, because other values may be secret, and masking finds no escaped secret.
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
