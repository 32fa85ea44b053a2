// The names of principals: whose token a request carries, genuine or forged.
import type { ForgeryName } from '../../client/index.ts'

/** Principals whose token the operator gave, or the tenant for what he gave. `bearer` is the supplied token where `full` uses client credentials. */
export type Genuine = 'full' | 'bearer' | 'limited' | 'nonGlobal'

/**
 * A further token of the same client as `full`: for one scope alone, as far as the token endpoint narrows tokens, one that no request has
 * carried yet, or one of two that are issued one after the other.
 */
export type Further = `scope ${string}` | WithAllScopes

const withAllScopes = ['fresh', 'earlier', 'later'] as const
type WithAllScopes = (typeof withAllScopes)[number]

/** Principals with a token that the tenant may have issued, and must not accept: only an operator can have one. */
export type InvalidToken = 'expired' | 'other-audience' | 'not-yet-valid' | 'other-issuer'

/** A token of the client of `full` that has ended: one that the run used before its end, and one that no request has carried. */
export type Ended = 'ended' | 'ended-unused'

/** Principals that no tenant may serve, but for `scheme-case`. */
type Unauthorised =
  | 'none'
  | 'wrong-scheme'
  | 'scheme-case'
  | 'scheme-alone'
  | 'scheme-missing'
  | InvalidToken
  | Ended
  | ForgeryName

export type Principal = Genuine | Further | Unauthorised

const genuine: readonly string[] = ['full', 'bearer', 'limited', 'nonGlobal'] satisfies Genuine[]

export function isGenuine(principal: Principal): principal is Genuine {
  return genuine.includes(principal)
}

export function isFurther(principal: Principal): principal is Further {
  return scopeOf(principal) !== null || (withAllScopes as readonly string[]).includes(principal)
}

/** The scope that the token of such a principal is asked for; null for all that its client has. */
export function scopeOf(principal: Principal): string | null {
  return principal.startsWith('scope ') ? principal.slice('scope '.length) : null
}

/** Whether such a principal comes with a token as it was issued, so that only its end or its scopes speak against it. */
export function isIssued(principal: Principal): principal is Genuine | Further {
  return isGenuine(principal) || isFurther(principal)
}

/** The environment variables by which a principal gets its token, for messages. */
export const credentialsOf: Readonly<Record<Genuine, string>> = {
  full: 'TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  bearer: 'TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  limited: 'TENANT_LIMITED_ACCESS_TOKEN, or TENANT_LIMITED_CLIENT_ID and TENANT_LIMITED_CLIENT_SECRET',
  nonGlobal:
    'TENANT_NON_GLOBAL_ACCESS_TOKEN, or TENANT_NON_GLOBAL_CLIENT_ID and TENANT_NON_GLOBAL_CLIENT_SECRET',
}

/** The environment variables that give a token which no tenant accepts, and what that token is. */
export const invalidTokens: Readonly<
  Record<InvalidToken, { readonly variable: string; readonly title: string }>
> = {
  expired: { variable: 'TENANT_EXPIRED_ACCESS_TOKEN', title: 'expired token' },
  'other-audience': {
    variable: 'TENANT_OTHER_AUDIENCE_ACCESS_TOKEN',
    title: 'token for another audience',
  },
  'not-yet-valid': {
    variable: 'TENANT_NOT_YET_VALID_ACCESS_TOKEN',
    title: 'token that is not yet valid',
  },
  'other-issuer': { variable: 'TENANT_OTHER_ISSUER_ACCESS_TOKEN', title: 'token of another issuer' },
}

export function isEnded(principal: Principal): principal is Ended {
  return principal === 'ended' || principal === 'ended-unused'
}

export function isInvalidToken(principal: Principal): principal is InvalidToken {
  return principal in invalidTokens
}
