// Names of principals, whose token a request carries.
import type { ForgeryName } from '../../client/index.ts'

/** `bearer` is the supplied token if `full` uses client credentials. */
export type ConfiguredPrincipal = 'full' | 'bearer' | 'limited' | 'nonGlobal'

/** Of the client of `full`: for one scope, unused, or one of two issued in turn. */
export type AdditionalPrincipal = `scope ${string}` | WithAllScopes

/** Only its end or scopes can explain the refusal of its token. */
export type IssuedPrincipal = ConfiguredPrincipal | AdditionalPrincipal

const withAllScopes = ['fresh', 'earlier', 'later'] as const
type WithAllScopes = (typeof withAllScopes)[number]

/** A tenant must refuse these; only an operator can supply them. */
export type InvalidToken = 'expired' | 'other-audience' | 'not-yet-valid' | 'other-issuer'

/** One used before its end, and one never sent. */
export type EndedPrincipal = 'ended' | 'ended-unused'

const waysToSpoil = ['without', 'wrong-key', 'wrong-user', 'wrong-password'] as const
type Spoiling = (typeof waysToSpoil)[number]

type SpoiltPrincipal = `${Spoiling} ${string}`

/** By its index in the operation's security. */
type AlternativePrincipal = `alternative ${number}`

export interface SpoiltCredential {
  readonly how: Spoiling
  readonly scheme: string
}

/** No tenant may serve these, except `scheme-case`. */
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

/** Null for principals that use the first alternative whose variables are set. */
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

/** The scope to request; null for all. */
export function requestedScopeOf(principal: Principal): string | null {
  return principal.startsWith('scope ') ? principal.slice('scope '.length) : null
}

export function isSpoilt(principal: Principal): principal is SpoiltPrincipal {
  return spoiltIn(principal) !== null
}

/** Null for whole credentials, and for tokens. */
export function spoiltIn(principal: Principal): SpoiltCredential | null {
  const how = waysToSpoil.find((one) => principal.startsWith(`${one} `))
  return how === undefined ? null : { how, scheme: principal.slice(how.length + 1) }
}

export function isIssued(principal: Principal): principal is IssuedPrincipal {
  return isConfigured(principal) || isAdditional(principal)
}

export const credentialsOf: Readonly<Record<ConfiguredPrincipal, string>> = {
  full: 'TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  bearer: 'TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
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
