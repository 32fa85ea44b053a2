// Writes the body of a request as options of curl.
import type { SentRequest } from '../../base/exchange.ts'
import { withoutSlash } from '../../base/uri.ts'
import { isTokenRequest, variablePrefixes } from './credential-variables.ts'
import { quoted } from './shell.ts'
import type { Addresses } from './url.ts'

// Linux allows arguments of up to 128 KiB, and a character can need several bytes.
const argumentCharactersMax = 30_000

export function bodyPart(
  request: SentRequest,
  principal: string,
  { baseUrl, receiver }: Addresses,
  ids: ReadonlyMap<string, string>,
): { before: string; options: string[] } {
  const { body } = request
  if (body === null) return { before: '', options: [] }
  const prefix = variablePrefixes[principal]
  if (prefix !== undefined && isTokenRequest(request) && new URLSearchParams(body).has('client_secret'))
    return {
      before: '',
      options: [...new URLSearchParams(body)].map(([name, value]) => field(name, value, prefix, baseUrl)),
    }
  if (!unprinted.test(body) && body.length <= argumentCharactersMax)
    return { before: '', options: [`--data-raw ${withVariables(quoted(body), receiver?.url, ids)}`] }
  const escaped = body
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replace(new RegExp(unprinted, 'g'), octal)
  return { before: `printf ${quoted(escaped)} | `, options: ['--data-binary @-'] }
}

function withVariables(word: string, url: string | undefined, ids: ReadonlyMap<string, string>): string {
  if (!word.startsWith("'")) return word
  const variables = [...(url === undefined ? [] : [[url, 'RECEIVER'] as const]), ...ids]
  return variables.reduce((all, [text, name]) => all.replaceAll(text, `'"$${name}"'`), word)
}

// Control characters except the line feed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for these characters
const unprinted = /[\0-\x09\x0b-\x1f\x7f]/

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}

function field(name: string, value: string, prefix: string, baseUrl: string): string {
  if (name === 'client_id') return `--data-urlencode "client_id=$${prefix}CLIENT_ID"`
  if (name === 'client_secret') return `--data-urlencode "client_secret=$${prefix}CLIENT_SECRET"`
  // The default audience needs no variable.
  if (name === 'audience' && value === `${withoutSlash(baseUrl)}/`)
    return '--data-urlencode "audience=$TENANT_BASE_URL/"'
  return `--data-urlencode ${quoted(`${name}=${value}`)}`
}
