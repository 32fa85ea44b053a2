// Names the principals. A principal stands for the token or the credentials of a request.
import type { ForgeryName } from '../../client/index.ts'

/** `bearer` is the token from the user, if `full` gets its token with client credentials. */
export type ConfiguredPrincipal = 'full' | 'bearer' | 'limited' | 'nonGlobal'

/**
 * Further tokens of the client of `full`: `scope …` has only the named scopes, `fresh` is unused, and `later`
 * was issued after `earlier`.
 */
export type AdditionalPrincipal = `scope ${string}` | WithAllScopes

/** Principals with a valid token. The tenant may refuse the token because of its expiry, scopes or client. */
export type IssuedPrincipal = ConfiguredPrincipal | AdditionalPrincipal

const withAllScopes = ['fresh', 'earlier', 'later'] as const
type WithAllScopes = (typeof withAllScopes)[number]

/** Tokens from the user that a tenant must refuse. The run can also wait until its own token has expired. */
export type InvalidToken = 'expired' | 'other-audience' | 'not-yet-valid' | 'other-issuer'

/** Two expired tokens: one that was used before its expiry, and one that was never sent. */
export type EndedPrincipal = 'ended' | 'ended-unused'

const waysToSpoil = ['without', 'wrong-key', 'wrong-user', 'wrong-password'] as const
type Spoiling = (typeof waysToSpoil)[number]

type SpoiltPrincipal = `${Spoiling} ${string}`

type AlternativePrincipal = `alternative ${number}`

export interface SpoiltCredential {
  readonly how: Spoiling
  readonly scheme: string
}

/** Every tenant must refuse these principals, except `scheme-case`. */
type Unauthorised =
  | 'none'
  | 'wrong-scheme'
  | 'scheme-case'
  | 'scheme-alone'
  | 'scheme-missing'
  | InvalidToken
  | EndedPrincipal
  | ForgeryName
  | SpoiltPrincipal

export type Principal = IssuedPrincipal | AlternativePrincipal | Unauthorised

export function isAlternative(principal: Principal): principal is AlternativePrincipal {
  return alternativeOf(principal) !== null
}

/** Null means the first alternative for which all variables are set. */
export function alternativeOf(principal: Principal): number | null {
  const [, index] = /^alternative (\d+)$/.exec(principal) ?? []
  return index === undefined ? null : Number(index)
}

const configured: readonly string[] = [
  'full',
  'bearer',
  'limited',
  'nonGlobal',
] satisfies ConfiguredPrincipal[]

export function isConfigured(principal: Principal): principal is ConfiguredPrincipal {
  return configured.includes(principal)
}

export function isAdditional(principal: Principal): principal is AdditionalPrincipal {
  return requestedScopeOf(principal) !== null || (withAllScopes as readonly string[]).includes(principal)
}

export function requestedScopeOf(principal: Principal): string | null {
  return principal.startsWith('scope ') ? principal.slice('scope '.length) : null
}

export function isSpoilt(principal: Principal): principal is SpoiltPrincipal {
  return spoiltIn(principal) !== null
}

export function spoiltIn(principal: Principal): SpoiltCredential | null {
  const how = waysToSpoil.find((one) => principal.startsWith(`${one} `))
  return how === undefined ? null : { how, scheme: principal.slice(how.length + 1) }
}

export function isIssued(principal: Principal): principal is IssuedPrincipal {
  return isConfigured(principal) || isAdditional(principal)
}

export const credentialsOf: Readonly<Record<ConfiguredPrincipal, string>> = {
  full: 'TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  bearer: 'TENANT_ACCESS_TOKEN in addition to TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  limited: 'TENANT_LIMITED_ACCESS_TOKEN, or TENANT_LIMITED_CLIENT_ID and TENANT_LIMITED_CLIENT_SECRET',
  nonGlobal:
    'TENANT_NON_GLOBAL_ACCESS_TOKEN, or TENANT_NON_GLOBAL_CLIENT_ID and TENANT_NON_GLOBAL_CLIENT_SECRET',
}

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

export function isEnded(principal: Principal): principal is EndedPrincipal {
  return principal === 'ended' || principal === 'ended-unused'
}

export function isInvalidToken(principal: Principal): principal is InvalidToken {
  return principal in invalidTokens
}
