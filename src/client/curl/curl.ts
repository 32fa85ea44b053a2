// Writes a request as a curl command, with environment variables instead of secrets.
import type { SentRequest } from '../../base/exchange.ts'
import { bodyPart } from './body.ts'
import { credentialOptions } from './credential-options.ts'
import { tokenOwner } from './credential-variables.ts'
import { forgedTokenLines, harmlessPrincipals } from './forged-token.ts'
import { headersOf } from './headers.ts'
import { quoted } from './shell.ts'
import { type Addresses, urlOf } from './url.ts'

interface CurlOptions extends Addresses {
  readonly principal: string
  /** The variable for the new id, and the function that reads it. */
  readonly keepId?: { readonly as: string; readonly by: string } | undefined
  readonly ids?: ReadonlyMap<string, string>
  readonly withApi?: boolean
  readonly withForge?: boolean
  readonly times?: number | undefined
  /** Removes secrets before the text is quoted. Later, a removal could leave a quotation mark open. */
  readonly redact?: ((text: string) => string) | undefined
}

const begin = 'curl -sS -i --globoff --path-as-is'

// For parallel requests, curl prints no error messages, and prints a line break after each response.
const beginOfMany = "curl -s -i -w '\\n' --globoff --path-as-is"

const headOfFirst429 = "awk '/^HTTP\\/[0-9.]* 429/ { on = 1 } on; on && /^\\r?$/ { exit }'"

const usual = ['-H "Authorization: Bearer $TENANT_ACCESS_TOKEN"', "-H 'accept: application/json'"] as const

export const api = `api() { ${begin} ${usual.join(' ')} "$@"; }`

export function curlOf(sent: SentRequest, options: CurlOptions): string {
  const { keepId, times, redact = (text: string): string => text } = options
  const principal = tokenOwner(options.principal)
  const ids = options.ids ?? new Map<string, string>()
  const request = redacted(times === undefined ? sent : harmless(sent), principal, redact)
  const forged =
    request.headers.authorization === undefined ? null : forgedTokenLines(principal, options.withForge)
  const body = bodyPart(request, principal, options, ids)
  const headers = headersOf(request, principal)
  const short = options.withApi === true && times === undefined && beginUsually(headers)
  const curl = [
    `${body.before}${short ? 'api' : times === undefined ? begin : beginOfMany}`,
    request.method === 'HEAD' ? '--head' : `-X ${quoted(request.method)}`,
    urlOf(request.url, options, ids),
    ...(short ? headers.slice(usual.length) : headers),
    ...credentialOptions(request),
    ...body.options,
  ].join(' ')
  const repeated = `seq ${times} | xargs -P 20 -I_N_ ${curl} | ${headOfFirst429}`
  const once = keepId === undefined ? curl : `${keepId.as}=$(${curl} | ${keepId.by})`
  const command = times === undefined ? once : repeated
  return forged === null ? command : `${forged}\n${command}`
}

export function isUsual(request: SentRequest, principal: string): boolean {
  return beginUsually(headersOf(request, tokenOwner(principal)))
}

function beginUsually(headers: readonly string[]): boolean {
  return usual.every((option, index) => headers[index] === option)
}

// An invalid request creates nothing, but the rate limit still counts it.
function harmless(request: SentRequest): SentRequest {
  return request.body === null ? request : { ...request, body: '{}' }
}

function redacted(
  { method, url, headers, headerCase, body, credentials }: SentRequest,
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
    ...(credentials === undefined ? {} : { credentials }),
  }
}
