// Writes the headers of a request as options of curl.
import type { SentRequest } from '../../base/exchange.ts'
import { isTokenRequest, tokenVariable, variablePrefixes } from './credential-variables.ts'
import { harmlessPrincipals } from './forged-token.ts'
import { quoted } from './shell.ts'

// Encodes client id and secret for HTTP Basic (RFC 6749, section 2.3.1).
const basicOfClient = `node -p 'Buffer.from(process.argv.slice(1).map(encodeURIComponent).join(":")).toString("base64")' --`

// curl itself or other options add these headers.
const impliedHeaders: readonly string[] = [
  ...['host', 'user-agent', 'accept-encoding', 'authorization', 'content-length'],
]

// With these methods, undici sends "content-length: 0" if there is no body, but curl does not.
const methodsWithBody: readonly string[] = ['POST', 'PUT', 'PATCH']

export function headersOf(request: SentRequest, principal: string): string[] {
  const { authorization, ...others } = request.headers
  const cookies = (request.credentials ?? []).some((one) => one.in === 'cookie')
  const written = (name: string): string => (request.headerCase === 'upper' ? name.toUpperCase() : name)
  const options = Object.entries(others)
    .filter(([name]) => !impliedHeaders.includes(name) && !(cookies && name === 'cookie'))
    .map(
      ([name, value]) =>
        `-H ${quoted(value.trim() === '' ? `${written(name)};` : `${written(name)}: ${value}`)}`,
    )
  // By default, curl accepts any media type.
  if (others.accept === undefined) options.push("-H 'accept:'")
  // By default, curl sends the media type of a form.
  if (request.body !== null && others['content-type'] === undefined) options.push("-H 'content-type:'")
  if (
    request.body === null &&
    methodsWithBody.includes(request.method) &&
    others['transfer-encoding'] === undefined
  )
    options.push("-H 'content-length: 0'")
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
  // A single short word is the name of a scheme, and no secret.
  const isScheme = principal !== 'scheme-missing' && /^\S{0,16}\s*$/.test(value)
  const harmless = harmlessPrincipals.includes(principal) || isScheme
  if (harmless) return quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)
  const scheme = /^[A-Za-z-]{1,16}\s+/.exec(value)?.[0] ?? ''
  return `"${name}: ${scheme}$${tokenVariable(principal)}"`
}
