// Writes a URL as a word of the shell, with variables for the base URL and ids.
import { withoutSlash } from '../../base/uri.ts'
import { quoted } from './shell.ts'

export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly receiver?: { readonly url: string; readonly setting: string } | null
}

export function urlOf(
  url: string,
  { baseUrl, authUrl }: Addresses,
  ids: ReadonlyMap<string, string>,
): string {
  const rest = restOf(url, baseUrl)
  if (rest === null) {
    const atAuth = restOf(url, authUrl)
    return atAuth === null || !plain.test(atAuth) ? quoted(url) : `"${authOf(baseUrl, authUrl)}${atAuth}"`
  }
  if (!plain.test(rest)) return `"$TENANT_BASE_URL"${quoted(rest)}`
  const path = rest.replace(/[^/?]+/g, (segment) => segmentOf(segment, ids))
  return `"$TENANT_BASE_URL${path}"`
}

const plain = /^[\w/.~%?=&:,;@+-]*$/

function restOf(url: string, base: string): string | null {
  const start = withoutSlash(base)
  const rest = url.slice(start.length)
  return url.startsWith(start) && /^([/?]|$)/.test(rest) ? rest : null
}

function authOf(baseUrl: string, authUrl: string): string {
  const base = new URL(baseUrl)
  if (base.origin !== new URL(authUrl).origin) return '$TENANT_AUTH_URL'
  const path = withoutSlash(base.pathname)
  return path === ''
    ? `\${TENANT_AUTH_URL:-$TENANT_BASE_URL}`
    : `\${TENANT_AUTH_URL:-\${TENANT_BASE_URL%${path}}}`
}

// Shorter texts can match by chance.
const pieceCharactersMin = 4
const sharedShareMin = 2 / 3

/** Returns whether the path segment is the id, or a changed id, for example in upper case. */
export function isOfId(segment: string, id: string): boolean {
  return (
    segment.includes(id) ||
    segment.toLowerCase() === id.toLowerCase() ||
    (segment.length >= pieceCharactersMin && id.endsWith(segment)) ||
    sharedCharacters(segment, id) >= Math.max(pieceCharactersMin, id.length * sharedShareMin)
  )
}

function sharedCharacters(one: string, other: string): number {
  const place = [...one].findIndex((character, index) => character !== other[index])
  return place < 0 ? one.length : place
}

function segmentOf(segment: string, ids: ReadonlyMap<string, string>): string {
  const [id, name] = [...ids].findLast(([one]) => isOfId(segment, one)) ?? []
  if (id === undefined || name === undefined) return segment
  if (segment === id) return `$${name}`
  if (segment.includes(id)) return segment.replace(id, `\${${name}}`)
  const rest = '?'.repeat(Math.max(0, id.length - segment.length))
  if (id.endsWith(segment)) return `\${${name}#${rest}}`
  if (segment === id.toUpperCase()) return `$(printf %s "$${name}" | tr a-z A-Z)`
  if (segment === id.toLowerCase()) return `$(printf %s "$${name}" | tr A-Z a-z)`
  const shared = sharedCharacters(segment, id)
  return shared < pieceCharactersMin
    ? segment
    : `\${${name}%${'?'.repeat(id.length - shared)}}${segment.slice(shared)}`
}
