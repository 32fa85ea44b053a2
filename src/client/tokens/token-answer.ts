// Reads responses of the token endpoint (RFC 6749, sections 5.1 and 5.2).
import { bodyOf, describeResponse, type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { counted } from '../../base/text/counted.ts'
import { waitAskedMs, waitInWords } from '../rate/rate-headers.ts'
import { decodeToken } from './jwt.ts'

export type TokenAnswer =
  | {
      readonly ok: true
      readonly token: Secret
      readonly response: JsonObject
      /** Milliseconds from the arrival of the response. Infinity if unknown. */
      readonly lifetimeMs: number
    }
  | { readonly ok: false; readonly reason: string }

/** A common limit of servers for the size of headers. */
export const tokenCharactersMax = 16_384

// RFC 6750, section 2.1, and RFC 6749, appendix A.12. Other characters could end the header.
const tokenSyntax = /^[\x21-\x7e]+$/

export function readTokenAnswer(exchange: Exchange, principal: string, mask: SecretMask): TokenAnswer {
  const body = bodyOf(exchange)
  const response = body.ok && isObject(body.value) ? body.value : null
  const token = response?.access_token
  const accepted = isSuccessful(exchange)
  const unfit = typeof token === 'string' ? unfitnessOf(token) : null
  if (accepted && response !== null && typeof token === 'string' && token !== '' && unfit === null)
    return { ok: true, token: new Secret(token), response, lifetimeMs: lifetimeOf(response, token, exchange) }
  const where = `${exchange.request.method} ${exchange.request.url}`
  const what =
    exchange.response === null
      ? `returned no response: ${describeResponse(exchange)}`
      : accepted && unfit !== null
        ? `returned ${statusOf(exchange)} with an access_token ${unfit}.`
        : `returned ${describeResponse(exchange)}: ${adviceOn(exchange)}`
  return { ok: false, reason: mask.mask(`There is no token for ${principal}, because ${where} ${what}`) }
}

/** Returns the error and its remedy. Null for an empty token, because the caller reports empty tokens. */
function unfitnessOf(token: string): string | null {
  if (token.length > tokenCharactersMax)
    return `of ${counted(token.length, 'character')}: make the tenant issue a token of at most ${tokenCharactersMax}`
  if (token !== '' && !tokenSyntax.test(token))
    return 'with characters other than visible ASCII: make the tenant issue a token that RFC 6750, 2.1 allows'
  return null
}

function adviceOn(exchange: Exchange): string {
  const status = statusOf(exchange)
  const location = exchange.response?.headers.location
  if (status >= 300 && status < 400)
    return `the run follows no redirect with credentials, so set the token URL${location === undefined ? '' : ` to ${location}`}.`
  if (status === 404 || status === 405) return 'check the token URL.'
  if (status === 429) {
    const waitMs = waitAskedMs(exchange)
    return waitMs === null
      ? 'wait until the rate limit of the tenant allows more requests, and run again.'
      : `the tenant asks you to wait ${waitInWords(waitMs)}: run again after that.`
  }
  if (status >= 500) return "look into the tenant's log."
  if (status >= 400)
    return 'check client id, client secret and audience, and that the client may use this grant.'
  return 'an object with a non-empty string access_token was expected (RFC 6749, 5.1), so check the token URL.'
}

/** Measures `exp` from `iat` if possible, because the clocks of tenant and client can differ. */
function lifetimeOf(response: JsonObject, token: string, exchange: Exchange): number {
  const expiresIn = Number(response.expires_in ?? Number.NaN)
  if (response.expires_in !== '' && Number.isFinite(expiresIn) && expiresIn >= 0) return expiresIn * 1000
  const { exp, iat } = decodeToken(token)?.payload ?? {}
  if (typeof exp !== 'number') return Number.POSITIVE_INFINITY
  const issuedAtMs = typeof iat === 'number' ? iat * 1000 : exchange.startedAtMs
  return Math.max(0, exp * 1000 - issuedAtMs)
}
