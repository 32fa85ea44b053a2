// A request as a shell line that sends it again with curl; secrets appear as environment variables.
import type { SentRequest } from '../../base/exchange.ts'
import { forgedTokenLines, harmlessPrincipals } from './forged-token.ts'
import { quoted } from './shell.ts'

export interface CurlOptions {
  readonly baseUrl: string
  /** Whose token the request carried; as in the exchange. */
  readonly principal: string
  /** Name of the shell variable that keeps the id of what the request creates; the body is shown without its headers. */
  readonly keepIdAs?: string
  /** Shell variables that stand for ids in the URL, by id. */
  readonly ids?: ReadonlyMap<string, string>
  /** Takes what is secret out of a part of the request: what is cut out of a finished line leaves its quotes open. */
  readonly redact?: ((text: string) => string) | undefined
}

// Tells what was received, and gives its id to the shell.
const idOfAnswer = `node -e 'const t=require("fs").readFileSync(0,"utf8");process.stderr.write(t+"\\n");process.stdout.write(JSON.parse(t).id)'`

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
// curl adds them itself, from the URL and the body.
const impliedHeaders: readonly string[] = ['host', 'user-agent', 'authorization', 'content-length']
// Linux limits one argument to 128 KiB.
const argumentCharactersMax = 30_000

/**
 * Shell lines (POSIX sh) that send `request` again, with `$TENANT_BASE_URL` for the base URL and, for the token,
 * `$TENANT_ACCESS_TOKEN`, the variable of another principal, or `$FORGED_TOKEN` with a comment on how it is made.
 * What the shell could read otherwise is quoted, whatever bytes it holds.
 */
export function curlOf(sent: SentRequest, options: CurlOptions): string {
  const { baseUrl, principal, keepIdAs, redact = (text: string): string => text } = options
  const request = redacted(sent, principal, redact)
  const note = request.headers.authorization === undefined ? null : forgedTokenLines(principal)
  const body = bodyPart(request, principal)
  const curl = [
    `${body.before}curl -sS ${keepIdAs === undefined ? '-i ' : ''}--globoff --path-as-is`,
    request.method === 'HEAD' ? '--head' : `-X ${quoted(request.method)}`,
    urlOf(request.url, baseUrl, options.ids ?? new Map()),
    ...headersOf(request, principal),
    ...body.options,
  ].join(' ')
  const command = keepIdAs === undefined ? curl : `${keepIdAs}=$(${curl} | ${idOfAnswer})`
  return note === null ? command : `${note}\n${command}`
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

function urlOf(url: string, baseUrl: string, ids: ReadonlyMap<string, string>): string {
  const base = baseUrl.replace(/\/+$/, '')
  const rest = url.slice(base.length)
  if (!url.startsWith(base) || !/^([/?]|$)/.test(rest)) return quoted(url)
  if (!/^[\w/.~%?=&:,;@+-]*$/.test(rest)) return `"$TENANT_BASE_URL"${quoted(rest)}`
  const path = rest.replace(/[^/?]+/g, (segment) => {
    const variable = ids.get(segment)
    return variable === undefined ? segment : `$${variable}`
  })
  return `"$TENANT_BASE_URL${path}"`
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

function bodyPart(request: SentRequest, principal: string): { before: string; options: string[] } {
  const { body } = request
  if (body === null) return { before: '', options: [] }
  const prefix = variablePrefixes[principal]
  if (prefix !== undefined && isTokenRequest(request) && new URLSearchParams(body).has('client_secret'))
    return {
      before: '',
      options: [...new URLSearchParams(body)].map(([name, value]) => field(name, value, prefix)),
    }
  // A NUL cannot stand in an argument, and a long body is none either.
  if (!body.includes('\0') && body.length <= argumentCharactersMax)
    return { before: '', options: [`--data-raw ${quoted(body)}`] }
  const format = quoted(body.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\0', '\\000'))
  return { before: `printf ${format} | `, options: ['--data-binary @-'] }
}

/** One field of the token request; what identifies the client comes from the environment. */
function field(name: string, value: string, prefix: string): string {
  if (name === 'client_id') return `--data-urlencode "client_id=$${prefix}CLIENT_ID"`
  if (name === 'client_secret') return `--data-urlencode "client_secret=$${prefix}CLIENT_SECRET"`
  return `--data-urlencode ${quoted(`${name}=${value}`)}`
}
