// Writes a request as a curl command, with secrets in environment variables.
import type { SentRequest } from '../../base/exchange.ts'
import { forgedTokenLines, harmlessPrincipals } from './forged-token.ts'
import { quoted } from './shell.ts'

/** Without a trailing slash. */
export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  /** The run's receiver and the variable that sets it. */
  readonly receiver?: { readonly url: string; readonly setting: string } | null
}

export interface CurlOptions extends Addresses {
  readonly principal: string
  /** Shell variable for the created id. */
  readonly keepIdAs?: string | undefined
  /** Shell variables by id. */
  readonly ids?: ReadonlyMap<string, string>
  /** The script defines `api`. */
  readonly withApi?: boolean
  /** The script defines `forge`. */
  readonly withForge?: boolean
  /** Concurrent repetitions to provoke a 429; shows the first. */
  readonly times?: number | undefined
  /** Removes secrets from a part of the request. Later removal would leave quotes open. */
  readonly redact?: ((text: string) => string) | undefined
}

const begin = 'curl -sS -i --globoff --path-as-is'

// Writes whole responses. `-D -` writes single lines, which mixes concurrent responses.
const beginOfMany = "curl -s -i -w '\\n' --globoff --path-as-is"

const headOfFirst429 = "awk '/^HTTP\\/[0-9.]* 429/ { on = 1 } on; on && /^\\r?$/ { exit }'"

const usual = ['-H "Authorization: Bearer $TENANT_ACCESS_TOKEN"', "-H 'accept: application/json'"] as const

/** Shell function with the usual headers. */
export const api = `api() { ${begin} ${usual.join(' ')} "$@"; }`

/** Shell function that shows a response and prints its id with every digit. */
export const newId = `new_id() { node -e 'const t=require("fs").readFileSync(0,"utf8"),b=t.split("\\r\\n\\r\\n").pop(),{id}=JSON.parse(b);process.stderr.write(t+"\\n");process.stdout.write(typeof id=="number"?[...b.matchAll(/"id"\\s*:\\s*(-?\\d+)/g)].find(m=>+m[1]===id)[1]:id)'; }`

// Form-encoded HTTP Basic (RFC 6749, 2.3.1).
const basicOfClient = `node -p 'Buffer.from(process.argv.slice(1).map(encodeURIComponent).join(":")).toString("base64")' --`

// Prefixes of variables in `.env`, by principal.
const variablePrefixes: Readonly<Record<string, string>> = {
  full: 'TENANT_',
  fresh: 'TENANT_',
  'scheme-case': 'TENANT_',
  bearer: 'TENANT_',
  'wrong-scheme': 'TENANT_',
  'scheme-missing': 'TENANT_',
  limited: 'TENANT_LIMITED_',
  nonGlobal: 'TENANT_NON_GLOBAL_',
  expired: 'TENANT_EXPIRED_',
  'other-audience': 'TENANT_OTHER_AUDIENCE_',
  'not-yet-valid': 'TENANT_NOT_YET_VALID_',
  'other-issuer': 'TENANT_OTHER_ISSUER_',
}
// curl derives these. A compressed response would be unreadable.
const impliedHeaders: readonly string[] = [
  ...['host', 'user-agent', 'accept-encoding', 'authorization', 'content-length'],
]
// Linux allows 128 KiB.
const argumentCharactersMax = 30_000

/**
 * Returns POSIX shell lines that repeat `request`. The token is `$TENANT_ACCESS_TOKEN`, another principal's variable, or `$FORGED_TOKEN`, which
 * a previous line makes.
 */
export function curlOf(sent: SentRequest, options: CurlOptions): string {
  const { principal, keepIdAs, times, redact = (text: string): string => text } = options
  const request = redacted(times === undefined ? sent : harmless(sent), principal, redact)
  const forged =
    request.headers.authorization === undefined ? null : forgedTokenLines(principal, options.withForge)
  const body = bodyPart(request, options)
  const headers = headersOf(request, principal)
  const short = options.withApi === true && times === undefined && beginUsually(headers)
  const curl = [
    `${body.before}${short ? 'api' : times === undefined ? begin : beginOfMany}`,
    request.method === 'HEAD' ? '--head' : `-X ${quoted(request.method)}`,
    urlOf(request.url, options),
    ...(short ? headers.slice(usual.length) : headers),
    ...body.options,
  ].join(' ')
  const repeated = `seq ${times} | xargs -P 20 -I_N_ ${curl} | ${headOfFirst429}`
  const once = keepIdAs === undefined ? curl : `${keepIdAs}=$(${curl} | new_id)`
  const command = times === undefined ? once : repeated
  return forged === null ? command : `${forged}\n${command}`
}

/** Returns whether `api` can send the request. */
export function isUsual(request: SentRequest, principal: string): boolean {
  return beginUsually(headersOf(request, principal))
}

function beginUsually(headers: readonly string[]): boolean {
  return usual.every((option, index) => headers[index] === option)
}

// Changes nothing, but counts as a request.
function harmless(request: SentRequest): SentRequest {
  return request.body === null ? request : { ...request, body: '{}' }
}

// Most lines show only the token's scheme.
function redacted(
  { method, url, headers, headerCase, body }: SentRequest,
  principal: string,
  redact: (text: string) => string,
): SentRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    redact(name),
    name === 'authorization' && !harmlessPrincipals.includes(principal) ? value : redact(value),
  ])
  return {
    method,
    url: redact(url),
    headers: Object.fromEntries(shown),
    ...(headerCase === undefined ? {} : { headerCase }),
    body: body === null ? null : redact(body),
  }
}

function urlOf(url: string, { baseUrl, authUrl, ids = new Map() }: CurlOptions): string {
  const rest = below(url, baseUrl)
  if (rest === null) {
    const atAuth = below(url, authUrl)
    return atAuth === null || !plain.test(atAuth) ? quoted(url) : `"${authOf(baseUrl, authUrl)}${atAuth}"`
  }
  if (!plain.test(rest)) return `"$TENANT_BASE_URL"${quoted(rest)}`
  const path = rest.replace(/[^/?]+/g, (segment) => segmentOf(segment, ids))
  return `"$TENANT_BASE_URL${path}"`
}

const plain = /^[\w/.~%?=&:,;@+-]*$/

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Returns the rest of the URL, or null. */
function below(url: string, base: string): string | null {
  const start = withoutSlash(base)
  const rest = url.slice(start.length)
  return url.startsWith(start) && /^([/?]|$)/.test(rest) ? rest : null
}

// Defaults to the base URL's origin, like the settings.
function authOf(baseUrl: string, authUrl: string): string {
  const base = new URL(baseUrl)
  if (base.origin !== new URL(authUrl).origin) return '$TENANT_AUTH_URL'
  const path = withoutSlash(base.pathname)
  return path === ''
    ? `\${TENANT_AUTH_URL:-$TENANT_BASE_URL}`
    : `\${TENANT_AUTH_URL:-\${TENANT_BASE_URL%${path}}}`
}

// Shorter pieces may match by chance.
const pieceCharactersMin = 4
// Ids may share a prefix.
const sharedShareMin = 2 / 3

/** Returns whether the segment is an id or a variation of it. */
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

/** Writes the segment for double quotes, with the id's variable. */
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

function headersOf(request: SentRequest, principal: string): string[] {
  const { authorization, ...others } = request.headers
  const written = (name: string): string => (request.headerCase === 'upper' ? name.toUpperCase() : name)
  const options = Object.entries(others)
    .filter(([name]) => !impliedHeaders.includes(name))
    .map(
      ([name, value]) =>
        `-H ${quoted(value.trim() === '' ? `${written(name)};` : `${written(name)}: ${value}`)}`,
    )
  // Without it, curl accepts any media type.
  if (others.accept === undefined) options.push("-H 'accept:'")
  // Without it, curl sends a form type.
  if (request.body !== null && others['content-type'] === undefined) options.push("-H 'content-type:'")
  const client = isTokenRequest(request) ? variablePrefixes[principal] : undefined
  if (authorization !== undefined)
    options.unshift(
      client === undefined
        ? `-H ${authorizationOf(authorization, principal, written('Authorization'))}`
        : `-H "Authorization: Basic $(${basicOfClient} "$${client}CLIENT_ID" "$${client}CLIENT_SECRET")"`,
    )
  return options
}

function authorizationOf(value: string, principal: string, name: string): string {
  // A short word alone is a scheme without a token.
  const isScheme = principal !== 'scheme-missing' && /^\S{0,16}\s*$/.test(value)
  const harmless = harmlessPrincipals.includes(principal) || isScheme
  if (harmless) return quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)
  const scheme = /^[A-Za-z-]{1,16}\s+/.exec(value)?.[0] ?? ''
  return `"${name}: ${scheme}$${tokenVariable(principal)}"`
}

function tokenVariable(principal: string): string {
  const prefix = variablePrefixes[principal]
  return prefix === undefined ? 'FORGED_TOKEN' : `${prefix}ACCESS_TOKEN`
}

function isTokenRequest({ body, headers }: SentRequest): boolean {
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return form && body !== null && new URLSearchParams(body).get('grant_type') === 'client_credentials'
}

function bodyPart(
  request: SentRequest,
  { principal, baseUrl, receiver, ids = new Map() }: CurlOptions,
): { before: string; options: string[] } {
  const { body } = request
  if (body === null) return { before: '', options: [] }
  const prefix = variablePrefixes[principal]
  if (prefix !== undefined && isTokenRequest(request) && new URLSearchParams(body).has('client_secret'))
    return {
      before: '',
      options: [...new URLSearchParams(body)].map(([name, value]) => field(name, value, prefix, baseUrl)),
    }
  // Arguments cannot contain NUL or long bodies; control characters read better with `printf`.
  if (!unprinted.test(body) && body.length <= argumentCharactersMax)
    return { before: '', options: [`--data-raw ${withVariables(quoted(body), receiver?.url, ids)}`] }
  const escaped = body
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replace(new RegExp(unprinted, 'g'), octal)
  return { before: `printf ${quoted(escaped)} | `, options: ['--data-binary @-'] }
}

/** Listens as the run did and prints deliveries. */
export const receiverLines = (setting: string): readonly string[] => [
  `PORT=\${RECEIVER_PORT:-$((20000+$$%12000))} RECEIVER=\${${setting}:-http://127.0.0.1:$PORT}`,
  `node -e 'require("http").createServer((q,s)=>{let b="";q.on("data",d=>b+=d).on("end",()=>{process.stdout.write(["\\nDELIVERED",q.url,q.headers.authorization,b].join(" ")+"\\n");s.end()})}).listen(process.argv[1])' $PORT & sleep 1`,
]

/** Waits for deliveries and stops the receiver. */
export const receiverEnd = 'sleep 4; kill $!'

// Inserts variables for the receiver's address and ids.
function withVariables(word: string, url: string | undefined, ids: ReadonlyMap<string, string>): string {
  if (!word.startsWith("'")) return word
  const variables = [...(url === undefined ? [] : [[url, 'RECEIVER'] as const]), ...ids]
  return variables.reduce((all, [text, name]) => all.replaceAll(text, `'"$${name}"'`), word)
}

// Excludes line feeds.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprinted = /[\0-\x09\x0b-\x1f\x7f]/

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}

/** Reads the client's identity from the environment. */
function field(name: string, value: string, prefix: string, baseUrl: string): string {
  if (name === 'client_id') return `--data-urlencode "client_id=$${prefix}CLIENT_ID"`
  if (name === 'client_secret') return `--data-urlencode "client_secret=$${prefix}CLIENT_SECRET"`
  // The default audience follows the base URL.
  if (name === 'audience' && value === `${withoutSlash(baseUrl)}/`)
    return '--data-urlencode "audience=$TENANT_BASE_URL/"'
  return `--data-urlencode ${quoted(`${name}=${value}`)}`
}
