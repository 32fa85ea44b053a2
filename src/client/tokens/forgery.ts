// Forged tokens, derived from a genuine one: each differs in one point that must be noticed (RFC 7519, 7.2).
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { unguessable } from '../../base/chance.ts'
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import { decodeToken, encryptedParts, type Jwt } from './jwt.ts'

export type ForgeryName =
  | 'not-a-jwt'
  | 'random'
  | 'altered-signature'
  | 'altered-payload'
  | 'alg-none'
  | 'other-key'

export interface Forgery {
  readonly name: ForgeryName
  readonly token: Secret
}

/**
 * All forgeries that `token` allows: of an opaque one only those that need no claims. The same ones each time it is
 * asked for the same token, so that a mask to which they are added does not grow with every request.
 */
export function forgeries(token: Secret | string): readonly Forgery[] {
  const text = token instanceof Secret ? token.reveal() : token
  if (latest?.token !== text) latest = { token: text, made: forge(text) }
  return latest.made
}

let latest: { readonly token: string; readonly made: readonly Forgery[] } | null = null

function forge(text: string): readonly Forgery[] {
  return madeFrom(text).map(([name, forged]) => ({ name, token: new Secret(forged) }))
}

function madeFrom(text: string): readonly (readonly [ForgeryName, string])[] {
  const jwt = decodeToken(text)
  if (jwt !== null)
    return [
      ['not-a-jwt', notAJwt()],
      ...(jwt.parts[2] === '' ? [] : [['altered-signature', alteredSignature(jwt)] as const]),
      ['altered-payload', alteredPayload(jwt)],
      ['alg-none', algNone(jwt)],
      ['other-key', otherKey(jwt)],
    ]
  const encrypted = encryptedParts(text)
  if (encrypted === null)
    return [
      ['not-a-jwt', notAJwt()],
      ['random', sameLength(text)],
    ]
  // What an encrypted token claims can't be seen: the unsigned and the strangely signed one claim what any would.
  const claims = madeUp()
  return [
    ['not-a-jwt', notAJwt()],
    ['altered-signature', alteredPart(encrypted, tagPart)],
    ['altered-payload', alteredPart(encrypted, ciphertextPart)],
    ['alg-none', algNone(claims)],
    ['other-key', otherKey(claims)],
  ]
}

// RFC 7516, 7.1: header, encrypted key, initialisation vector, ciphertext, authentication tag.
const ciphertextPart = 3
const tagPart = 4

/** An encrypted token of which one part begins with another character. */
function alteredPart(parts: readonly string[], index: number): string {
  return parts.map((part, place) => (place === index ? otherStart(part) : part)).join('.')
}

function madeUp(): Jwt {
  const header = { typ: 'JWT', alg: 'RS256' }
  const iat = Math.floor(nowMs() / 1000)
  const payload = { sub: 'tenant-conformance-forged', iat, exp: iat + 3600 }
  return { header, payload, parts: [encoded(header), encoded(payload), 'AAAA'] }
}

function otherStart(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}

/** A value that no tenant can have issued. */
export function notAJwt(): string {
  return `not-a-jwt-${unguessable()}`
}

/** The same token with another signature: its first character is changed, since the last may carry no bits that count. */
export function alteredSignature({ parts: [header, payload, signature] }: Jwt): string {
  return `${header}.${payload}.${otherStart(signature)}`
}

/** The same header and signature over claims that promise more: another subject, and a scope more where there is one. */
export function alteredPayload({ parts: [header, , signature], payload }: Jwt): string {
  const subject = typeof payload.sub === 'string' ? payload.sub : ''
  const scope = typeof payload.scope === 'string' ? { scope: `${payload.scope} forged:scope`.trim() } : {}
  return `${header}.${encoded({ ...payload, sub: `${subject}-forged`, ...scope })}.${signature}`
}

/** The same claims, said to need no signature (RFC 7519, 6; refusing it is asked for by RFC 8725, 3.2). */
export function algNone({ parts: [, payload], header }: Jwt): string {
  return `${encoded({ ...header, alg: 'none' })}.${payload}.`
}

/** The same claims and key id, well signed (RS256), by a key that is not the tenant's. */
export function otherKey({ parts: [, payload], header }: Jwt): string {
  strangersKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const input = `${encoded({ ...header, alg: 'RS256' })}.${payload}`
  return `${input}.${sign('sha256', Buffer.from(input), strangersKey).toString('base64url')}`
}

// Made once for the process: it takes some hundred milliseconds.
let strangersKey: KeyObject | null = null

/** An opaque token of the same length that nobody issued. */
export function sameLength(token: string): string {
  return unguessable(Math.ceil(token.length / 2) + 1).slice(0, token.length)
}

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
