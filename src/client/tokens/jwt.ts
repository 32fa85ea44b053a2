// Decodes JWTs without verifying their signatures (RFC 7519; RFC 7515, section 3.1).
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { decodeJwt } from 'jose/jwt/decode'
import { isObject, type JsonObject } from '../../base/json.ts'

export interface Jwt {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly parts: readonly [header: string, payload: string, signature: string]
}

export function decodeToken(token: string): Jwt | null {
  const [first, second, third, ...more] = token.split('.')
  if (first === undefined || second === undefined || third === undefined || more.length > 0) return null
  try {
    const header: unknown = decodeProtectedHeader(token)
    const payload: unknown = decodeJwt(token)
    return isObject(header) && isObject(payload) ? { header, payload, parts: [first, second, third] } : null
  } catch {
    return null
  }
}

/** Returns the five parts of an encrypted token, or null (RFC 7516, section 7.1). */
export function encryptedParts(token: string): readonly string[] | null {
  const parts = token.split('.')
  if (parts.length !== 5) return null
  try {
    const header: unknown = decodeProtectedHeader(token)
    return isObject(header) && typeof header.enc === 'string' ? parts : null
  } catch {
    return null
  }
}

/** Returns whether the token is a signed or encrypted JWT (RFC 7519, section 3). */
export function isJwt(token: string): boolean {
  return decodeToken(token) !== null || encryptedParts(token) !== null
}

/** Returns milliseconds since the epoch, or null if the expiry is unknown. */
export function expiryOf(token: string): number | null {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp === 'number' ? exp * 1000 : null
}

/** Returns the end of a sentence, or null for a well-formed token (RFC 6750, section 2.1). */
export function malformationOf(token: string): string | null {
  if (/^bearer(?:\s|$)/i.test(token)) return 'begins with the word Bearer, which is not part of a token'
  if (/^["'`\u2018-\u201f]|["'`\u2018-\u201f]$/.test(token)) return 'is in quotation marks'
  return /^[\x21-\x7e]*$/.test(token)
    ? null
    : 'contains blanks or non-ASCII characters, which no token may contain'
}
