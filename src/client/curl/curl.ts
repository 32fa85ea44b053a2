// A request as a shell line that sends it again with curl; secrets appear as environment variables.
import type { SentRequest } from '../../base/exchange.ts'
import { forgedTokenLines, harmlessPrincipals } from './forged-token.ts'
import { quoted } from './shell.ts'

/** Where the requests of a run went, without a slash at the end. */
export interface Addresses {
  readonly baseUrl: string
  /** The token endpoint's origin. */
  readonly authUrl: string
  /** Where the run received what the API delivers, and the variable that says it; null or absent where it did not. */
  readonly receiver?: { readonly url: string; readonly setting: string } | null
}

export interface CurlOptions extends Addresses {
  /** Whose token the request carried; as in the exchange. */
  readonly principal: string
  /** Name of the shell variable that keeps the id of what the request creates, as `newId` finds it. */
  readonly keepIdAs?: string | undefined
  /** Shell variables that stand for ids in the URL and in the body, by id. */
  readonly ids?: ReadonlyMap<string, string>
  /** Whether `api` stands in the script: the beginning of most requests. */
  readonly withApi?: boolean
  /** Whether `forge` stands in the script. */
  readonly withForge?: boolean
  /** How often the request is sent, many at a time, to be refused for its rate: shown is one of these refusals. */
  readonly times?: number | undefined
  /** Takes what is secret out of a part of the request: what is cut out of a finished line leaves its quotes open. */
  readonly redact?: ((text: string) => string) | undefined
}

const begin = 'curl -sS -i --globoff --path-as-is'

// A whole response at once, which `-D -` is not: it writes line by line, so that those of many responses mix.
const beginOfMany = "curl -s -i -w '\\n' --globoff --path-as-is"

const headOfFirst429 = "awk '/^HTTP\\/[0-9.]* 429/ { on = 1 } on; on && /^\\r?$/ { exit }'"

// What most requests have, whatever they ask for.
const usual = ['-H "Authorization: Bearer $TENANT_ACCESS_TOKEN"', "-H 'accept: application/json'"] as const

/** Shell function: a request with the usual headers. */
export const api = `api() { ${begin} ${usual.join(' ')} "$@"; }`

/** Shell function: shows the answer that it is given, and prints the id in it, of a number every digit. */
export const newId = `new_id() { node -e 'const t=require("fs").readFileSync(0,"utf8"),b=t.split("\\r\\n\\r\\n").pop(),{id}=JSON.parse(b);process.stderr.write(t+"\\n");process.stdout.write(typeof id=="number"?[...b.matchAll(/"id"\\s*:\\s*(-?\\d+)/g)].find(m=>+m[1]===id)[1]:id)'; }`

// HTTP Basic of a client: id and secret form-encoded before they are joined (RFC 6749, 2.3.1).
const basicOfClient = `node -p 'Buffer.from(process.argv.slice(1).map(encodeURIComponent).join(":")).toString("base64")' --`

// The variables of `.env` that hold a principal's token and client, by the principal's name.
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
// curl adds them itself, from the URL and the body. A body in a coding would not be readable.
const impliedHeaders: readonly string[] = [
  ...['host', 'user-agent', 'accept-encoding', 'authorization', 'content-length'],
]
// Linux limits one argument to 128 KiB.
const argumentCharactersMax = 30_000

/**
 * Shell lines (POSIX sh) that send `request` again, with `$TENANT_BASE_URL` for the base URL and, for the token,
 * `$TENANT_ACCESS_TOKEN`, the variable of another principal, or `$FORGED_TOKEN`, which a line before makes.
 * What the shell could read otherwise is quoted, whatever bytes it holds.
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

/** Whether a request has the usual headers, so that `api` begins it. */
export function isUsual(request: SentRequest, principal: string): boolean {
  return beginUsually(headersOf(request, principal))
}

function beginUsually(headers: readonly string[]): boolean {
  return usual.every((option, index) => headers[index] === option)
}

// What makes nothing and changes nothing, however often it is sent, and counts as any other request does.
function harmless(request: SentRequest): SentRequest {
  return request.body === null ? request : { ...request, body: '{}' }
}

// Of the header that carries a token most lines show no more than its scheme.
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

/** What of the URL follows the base; null where it lies elsewhere. */
function below(url: string, base: string): string | null {
  const start = withoutSlash(base)
  const rest = url.slice(start.length)
  return url.startsWith(start) && /^([/?]|$)/.test(rest) ? rest : null
}

// As the settings have it: where nothing else is set, it is the base URL's origin.
function authOf(baseUrl: string, authUrl: string): string {
  const base = new URL(baseUrl)
  if (base.origin !== new URL(authUrl).origin) return '$TENANT_AUTH_URL'
  const path = withoutSlash(base.pathname)
  return path === ''
    ? `\${TENANT_AUTH_URL:-$TENANT_BASE_URL}`
    : `\${TENANT_AUTH_URL:-\${TENANT_BASE_URL%${path}}}`
}

// Shorter pieces may stand in an id by chance.
const pieceCharactersMin = 4
// Ids of one kind may begin alike.
const sharedShareMin = 2 / 3

/** Whether a segment of a path is an id, or one that was made of it. */
export function isOfId(segment: string, id: string): boolean {
  return (
    segment.includes(id) ||
    segment.toLowerCase() === id.toLowerCase() ||
    (segment.length >= pieceCharactersMin && id.endsWith(segment)) ||
    sharedCharacters(segment, id) >= Math.max(pieceCharactersMin, id.length * sharedShareMin)
  )
}

/** How many characters both begin with. */
function sharedCharacters(one: string, other: string): number {
  const place = [...one].findIndex((character, index) => character !== other[index])
  return place < 0 ? one.length : place
}

/** A segment of a path in double quotes, made of the variable of the id that it is made of. */
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
  // curl would ask for any media type by itself.
  if (others.accept === undefined) options.push("-H 'accept:'")
  // curl would call a body a form by itself.
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
  // A NUL cannot stand in an argument, a long body is none either, and what a terminal would obey reads better in one piece.
  if (!unprinted.test(body) && body.length <= argumentCharactersMax)
    return { before: '', options: [`--data-raw ${withVariables(quoted(body), receiver?.url, ids)}`] }
  const escaped = body
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replace(new RegExp(unprinted, 'g'), octal)
  return { before: `printf ${quoted(escaped)} | `, options: ['--data-binary @-'] }
}

/** Shell words that listen where the script is pasted as the run did, and show what is delivered there. */
export const receiverLines = (setting: string): readonly string[] => [
  `PORT=\${RECEIVER_PORT:-$((20000+$$%12000))} RECEIVER=\${${setting}:-http://127.0.0.1:$PORT}`,
  `node -e 'require("http").createServer((q,s)=>{let b="";q.on("data",d=>b+=d).on("end",()=>{process.stdout.write(["\\nDELIVERED",q.url,q.headers.authorization,b].join(" ")+"\\n");s.end()})}).listen(process.argv[1])' $PORT & sleep 1`,
]

/** Waits for deliveries, and ends the receiver. */
export const receiverEnd = 'sleep 4; kill $!'

// A quoted word in which the address of the receiver, and ids of what the script makes, are those of the script.
function withVariables(word: string, url: string | undefined, ids: ReadonlyMap<string, string>): string {
  if (!word.startsWith("'")) return word
  const variables = [...(url === undefined ? [] : [[url, 'RECEIVER'] as const]), ...ids]
  return variables.reduce((all, [text, name]) => all.replaceAll(text, `'"$${name}"'`), word)
}

// Line feeds aside.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprinted = /[\0-\x09\x0b-\x1f\x7f]/

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}

/** One field of the token request; what identifies the client comes from the environment. */
function field(name: string, value: string, prefix: string, baseUrl: string): string {
  if (name === 'client_id') return `--data-urlencode "client_id=$${prefix}CLIENT_ID"`
  if (name === 'client_secret') return `--data-urlencode "client_secret=$${prefix}CLIENT_SECRET"`
  // The API's address by default: where the lines are pasted, it may be another one.
  if (name === 'audience' && value === `${withoutSlash(baseUrl)}/`)
    return '--data-urlencode "audience=$TENANT_BASE_URL/"'
  return `--data-urlencode ${quoted(`${name}=${value}`)}`
}
