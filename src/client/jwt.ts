// A JSON Web Token read, not verified (RFC 7519; RFC 7515, 3.1).
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { isObject, type JsonObject } from '../base/json.ts'

export interface Jwt {
  readonly header: JsonObject
  readonly payload: JsonObject
  /** The three parts as they stand in the token, base64url-encoded. */
  readonly parts: readonly [header: string, payload: string, signature: string]
}

/** Header and claims of a signed JWT in its compact form; null where `token` is none. The signature is not verified. */
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

/** The claim `exp` in milliseconds since the epoch; null where the token is no JWT or does not say when it ends. */
export function expiryOf(token: string): number | null {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp === 'number' ? exp * 1000 : null
}
