// Verifies that a token from the user has only the intended fault, for example an expiry (RFC 7519, 4.1).
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { decodeToken, isJwt, malformationOf } from '../../client/index.ts'
import { type InvalidToken, invalidTokens, isInvalidToken, type Principal } from './principal.ts'

export type RefusedPrincipal = InvalidToken | 'limited' | 'nonGlobal'

export function isRefusedPrincipal(principal: Principal): principal is RefusedPrincipal {
  return principal in wantedOf
}

export function variableOf(principal: RefusedPrincipal): string {
  if (isInvalidToken(principal)) return invalidTokens[principal].variable
  return principal === 'limited' ? 'TENANT_LIMITED_ACCESS_TOKEN' : 'TENANT_NON_GLOBAL_ACCESS_TOKEN'
}

/**
 * Returns text that follows the name of the variable. Null if the token is suitable.
 * @param accepted tokens that the tenant accepts; the first is the best for a comparison
 */
export function unfitnessOf(
  principal: RefusedPrincipal,
  token: string,
  accepted: readonly string[],
): string | null {
  const malformed = malformationOf(token)
  if (malformed !== null) return malformed
  if (accepted.includes(token)) return 'contains a token that the tenant accepts'
  const [other] = accepted
  const own = decodeToken(token)?.payload
  if (own === undefined) {
    if (other === undefined || !isJwt(other)) return null
    if (!isJwt(token)) return 'contains no JWT, although the tenant accepts JWTs'
    return decodeToken(other) === null ? null : 'contains an encrypted JWT, whose claims cannot be read'
  }
  const served = other === undefined ? undefined : decodeToken(other)?.payload
  const wrong = (Object.keys(deviations) as readonly Deviation[]).filter((one) =>
    deviations[one].has(own, served),
  )
  const wanted = wantedOf[principal]
  const isSeen = served !== undefined || (wanted !== 'audience' && wanted !== 'issuer')
  if (wanted !== null && isSeen && !wrong.includes(wanted))
    return `contains a token that ${deviations[wanted].not}`
  const besides = wrong.find((one) => one !== wanted)
  return besides === undefined
    ? null
    : `contains a token that ${deviations[besides].is}${wanted === null ? '' : ' as well'}`
}

const wantedOf: Readonly<Record<RefusedPrincipal, Deviation | null>> = {
  expired: 'ended',
  'other-audience': 'audience',
  'not-yet-valid': 'early',
  'other-issuer': 'issuer',
  limited: null,
  nonGlobal: null,
}

interface Deviating {
  readonly has: (own: JsonObject, served: JsonObject | undefined) => boolean
  readonly is: string
  readonly not: string
}

const deviations = {
  ended: {
    has: ({ exp }) => typeof exp === 'number' && exp * 1000 <= nowMs(),
    is: 'has expired',
    not: 'has not expired according to its claim exp',
  },
  early: {
    has: ({ nbf }) => typeof nbf === 'number' && nbf * 1000 > nowMs(),
    is: 'is not valid yet',
    not: 'is already valid according to its claim nbf',
  },
  audience: {
    has: ({ aud }, served) => served !== undefined && !shares(aud, served.aud),
    is: 'has another audience than accepted tokens',
    not: 'has the audience of accepted tokens',
  },
  issuer: {
    has: ({ iss }, served) => served !== undefined && iss !== served.iss,
    is: 'has another issuer than accepted tokens',
    not: 'has the issuer of accepted tokens',
  },
} as const satisfies Readonly<Record<string, Deviating>>

type Deviation = keyof typeof deviations

function shares(one: unknown, other: unknown): boolean {
  const [own, others] = [one ?? [], other ?? []].map((aud) => [aud].flat())
  return own?.length === 0 ? others?.length === 0 : own?.some((aud) => others?.includes(aud)) === true
}
