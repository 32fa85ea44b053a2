// Recognises the different kinds of invalid tokens (RFC 8725, sections 2 and 3).
import { createHmac, createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { signingKeys } from '../keys/signing-keys.ts'
import { publicKey } from './development-key.ts'

export interface Presented {
  readonly token: string
  readonly error: unknown
  /** The tokens that the tenant issued recently. */
  readonly issued: readonly string[]
}

type Header = Readonly<Record<string, unknown>>

export function isMalformed(kind: string | null): boolean {
  return (
    kind !== null &&
    [
      'not-a-jwt',
      'two-parts',
      'four-parts',
      'five-parts',
      'null-text',
      'null-header',
      'null-payload',
    ].includes(kind)
  )
}

/** Returns the kind of an invalid token, for example "alg-none". Returns null for an unknown kind. */
export function forgeryOf({ token, error, issued }: Presented): string | null {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return byClaim[error.claim] ?? null
  const [head = '', payload = '', signature = '', ...more] = token.split('.')
  const parts = { head, payload, signature }
  if (token === 'null') return 'null-text'
  if (issued.some((one) => one !== token && one.toLowerCase() === token)) return 'lower-case'
  if (jsonOf(head) === null) return 'null-header'
  if (jsonOf(payload) === null) return 'null-payload'
  if (token.split('.').length === 2 && isObject(jsonOf(head))) return 'two-parts'
  try {
    if (more.length === 1) return 'four-parts'
    if (more.length === 2 && isObject(jsonOf(payload))) return 'five-parts'
    if (more.length > 0) return 'not-a-jwt'
    const header: Header = decodeProtectedHeader(token)
    decodeJwt(token)
    if (header.alg === 'HS256') return bySecret(String(header.kid), parts)
    return byAlgorithm(header, parts) ?? byHeader(header) ?? bySignature(parts, issued)
  } catch {
    return 'not-a-jwt'
  }
}

const byClaim: Readonly<Record<string, string>> = {
  aud: 'other-audience',
  nbf: 'not-yet-valid',
  iss: 'other-issuer',
}

interface Parts {
  readonly head: string
  readonly payload: string
  readonly signature: string
}

function byAlgorithm({ alg }: Header, parts: Parts): string | null {
  if (alg === undefined) return 'alg-missing'
  if (alg === null) return 'alg-null'
  if (typeof alg !== 'string') return 'alg-not-text'
  if (alg === '') return 'alg-empty'
  if (alg.toLowerCase() === 'none')
    return parts.signature === '' ? (spellings[alg] ?? null) : 'alg-none-signed'
  if (alg === 'ES256' && /^A+$/.test(parts.signature)) return 'signature-zero'
  if (alg === 'RS256') return null
  if (alg === 'RS384') return 'alg-other'
  return alg.toUpperCase() === 'RS256' ? 'alg-misspelt' : 'alg-unknown'
}

const spellings: Readonly<Record<string, string>> = {
  none: 'alg-none',
  None: 'alg-none-capital',
  NONE: 'alg-none-capitals',
  nOnE: 'alg-none-mixed',
}

const pemOf = (key: JsonObject): string =>
  createPublicKey({ format: 'jwk', key }).export({ type: 'spki', format: 'pem' }).toString()
const pem = pemOf(publicKey)
const pems = signingKeys.map(pemOf)

function bySecret(kid: string, { head, payload, signature }: Parts): string | null {
  const isMadeWith = (secret: string): boolean =>
    createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') === signature
  const [, selected] = /' union select '(\w+)'/i.exec(kid) ?? []
  if (selected !== undefined && isMadeWith(selected)) return 'kid-quote'
  if (kid.endsWith('/dev/null') && isMadeWith('')) return 'kid-path'
  if (isMadeWith(pem)) return 'public-key-secret'
  if (isMadeWith(pem.trim())) return 'public-key-secret-trimmed'
  if (pems.some(isMadeWith)) return 'signing-key-secret'
  if (isMadeWith('')) return 'empty-secret'
  return isMadeWith('secret') ? 'guessable-secret' : null
}

function byHeader({ crit, jwk, jku, kid }: Header): string | null {
  if (crit !== undefined) return 'unknown-crit'
  if (jwk !== undefined) return 'embedded-key'
  if (jku !== undefined) return 'key-address'
  if (kid === undefined) return 'no-kid'
  return kid === publicKey.kid ? null : 'unknown-kid'
}

function bySignature({ head, payload, signature }: Parts, issued: readonly string[]): string {
  const known = issued.map((token) => token.split('.'))
  const signed = known.find((one) => signature !== '' && one[2] === signature)
  if (signed?.[1] === payload) return 'altered-header'
  if (signed !== undefined)
    return known.some((one) => one[1] === payload)
      ? 'swapped-signature'
      : isWidened(payload)
        ? 'widened-payload'
        : 'altered-payload'
  const whole = known.find((one) => one[0] === head && one[1] === payload)?.[2]
  if (signature === '') return 'signature-empty'
  if (whole?.startsWith(signature)) return 'signature-cut'
  if (whole !== undefined && signature.startsWith(whole)) return 'signature-doubled'
  if (whole !== undefined && signature.slice(0, -3) === whole.slice(0, -3)) return 'altered-signature-end'
  if (whole?.slice(1) === signature.slice(1)) return 'altered-signature'
  const claims = jsonOf(payload)
  return isObject(claims) && claims.exp === undefined ? 'no-expiry' : 'other-key'
}

function isWidened(payload: string): boolean {
  const claims = jsonOf(payload)
  return isObject(claims) && claims.admin === true
}

/** Decodes base64url and parses JSON. Returns undefined for invalid JSON. */
function jsonOf(part: string): Json | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
  } catch {
    return undefined
  }
}
