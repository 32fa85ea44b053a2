// Makes the API keys and HTTP Basic credentials of the contract's schemes: valid, missing and wrong.
import { unguessable } from '../../base/chance.ts'
import type { CallCredential } from '../../client/index.ts'
import type { SecurityRequirement } from '../../contract/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import { selfContainedForgeries } from './forgeries.ts'
import { alternativeOf, type Principal, type SpoiltCredential, spoiltIn } from './principal.ts'
import {
  type Addressed,
  alternativeToSpoil,
  availableAlternative,
  isToken,
  limitedAlternative,
  missingVariables,
  type SecurityConfig,
  securityOf,
  usesLogin,
} from './security.ts'

interface SecuredOperation {
  readonly security: readonly SecurityRequirement[]
}

export interface Applied {
  readonly token: Principal | null
  readonly credentials: readonly CallCredential[]
  readonly login: string | null
}

export class SchemeCredentials {
  readonly #config: SecurityConfig
  /** Constant during a run, so that all parts of a report show the same wrong values. */
  readonly #madeUp = {
    key: `not-the-key-${unguessable(8)}`,
    user: `nobody-${unguessable(8)}`,
    password: `not-the-password-${unguessable(8)}`,
  }

  constructor(config: SecurityConfig) {
    this.#config = config
  }

  /** @throws NotRun if the variables of the credentials are not set */
  applied(principal: Principal, addressed: Addressed): Applied {
    const { operation } = addressed
    const security = securityOf(this.#config, addressed)
    const spoilt = spoiltIn(principal)
    const limited =
      principal === 'limited' && availableAlternative(this.#config, security, { withToken: true }) === null
        ? limitedAlternative(this.#config, security)
        : null
    const chosen = alternativeOf(principal)
    const alternative =
      limited !== null
        ? limited.alternative
        : chosen !== null
          ? (security[chosen] ?? null)
          : spoilt === null
            ? this.#alternativeFor(principal, security, operation)
            : alternativeToSpoil(this.#config, security, spoilt.scheme)
    if (alternative === null) throw new NotRun(`${operation} can't be sent as ${principal}`, 'specification')
    const schemes = Object.keys(alternative).filter(
      (scheme) => spoilt?.how !== 'without' || scheme !== spoilt.scheme,
    )
    const token = schemes.some((scheme) => isToken(this.#config, scheme))
    const isSpoilt = (scheme: string): boolean => spoilt?.scheme === scheme
    const login = schemes.find((scheme) => usesLogin(this.#config, scheme) && !isSpoilt(scheme)) ?? null
    return {
      token: token ? (spoilt === null && chosen === null && limited === null ? principal : 'full') : null,
      credentials: schemes.flatMap((scheme) =>
        scheme === login ? [] : (this.#credentialOf(scheme, spoilt, scheme === limited?.scheme) ?? []),
      ),
      login,
    }
  }

  #alternativeFor(
    principal: Principal,
    security: readonly SecurityRequirement[],
    operation: string,
  ): SecurityRequirement | null {
    if (security.length === 0) return {}
    const found = availableAlternative(this.#config, security, { withToken: principal !== 'full' })
    if (found === null && principal === 'full')
      throw new NotRun(`no credentials for ${operation}: set ${missingVariables(this.#config, security)}`)
    return found
  }

  /** Returns `none`, and principals that omit one of several schemes that an operation requires together. */
  missing({ security }: SecuredOperation): readonly Principal[] {
    const combined = security.filter((one) => Object.keys(one).length > 1).flatMap(Object.keys)
    const parts = [...new Set(combined)].filter((scheme) => this.#alternativeWith(scheme, security, 2))
    return ['none', ...parts.map((scheme): Principal => `without ${scheme}`)]
  }

  wrong({ security }: SecuredOperation): readonly Principal[] {
    return [...new Set(security.flatMap(Object.keys))].flatMap((scheme): readonly Principal[] => {
      if (!this.#alternativeWith(scheme, security, 1)) return []
      const declared = this.#config.contract.authentication?.schemes.get(scheme)
      if (declared?.type === 'apiKey') return [`wrong-key ${scheme}`]
      if (declared === undefined || !('tokens' in declared)) {
        const isKnown = this.#config.schemes.get(scheme)?.parts[0] != null
        return isKnown ? [`wrong-password ${scheme}`, `wrong-user ${scheme}`] : [`wrong-user ${scheme}`]
      }
      const sends = availableAlternative(this.#config, security, { withToken: true })
      if (sends === null || !(scheme in sends)) return []
      return declared.tokens === 'jwt' ? selfContainedForgeries : ['not-a-jwt']
    })
  }

  others({
    security,
  }: SecuredOperation): readonly { readonly principal: Principal; readonly schemes: string }[] {
    const first = availableAlternative(this.#config, security)
    return security.flatMap((one, index) =>
      one === first || Object.keys(one).length === 0 || availableAlternative(this.#config, [one]) === null
        ? []
        : [{ principal: `alternative ${index}` as const, schemes: Object.keys(one).join(' with ') }],
    )
  }

  isKnownValid(principal: Principal, { security }: SecuredOperation): boolean {
    const values = (alternative: SecurityRequirement | null | undefined): string =>
      Object.keys(alternative ?? {})
        .flatMap((scheme) => this.#config.schemes.get(scheme)?.parts ?? [])
        .map((part) => part?.reveal() ?? '')
        .sort()
        .join('\n')
    const own = values(security[alternativeOf(principal) ?? -1])
    return own !== '' && own === values(availableAlternative(this.#config, security))
  }

  #alternativeWith(scheme: string, security: readonly SecurityRequirement[], schemesMin: number): boolean {
    const found = alternativeToSpoil(this.#config, security, scheme)
    return found !== null && Object.keys(found).length >= schemesMin
  }

  #credentialOf(scheme: string, spoilt: SpoiltCredential | null, isLimited = false): CallCredential | null {
    const declared = this.#config.contract.authentication?.schemes.get(scheme)
    const { variables, parts } = this.#config.schemes.get(scheme) ?? { variables: [], parts: [] }
    const wrong = spoilt?.scheme === scheme ? spoilt.how : null
    const part = (index: number, spoiltBy: boolean, madeUp: string): readonly [string, string] => {
      const given = parts[index] ?? null
      return spoiltBy || given === null ? [madeUp, madeUp] : [given.reveal(), `$${variables[index]}`]
    }
    if (declared?.type === 'apiKey' && isLimited) {
      const value = this.#config.schemes.get(scheme)?.limited?.reveal() ?? ''
      const variable = variables[0]?.replace('TENANT_', 'TENANT_LIMITED_')
      if (value === parts[0]?.reveal())
        throw new Inconclusive(
          `${variable} contains the key that has the scopes, so the refusal of this key proves nothing`,
          'user',
        )
      return { in: declared.in, name: declared.name, value, shown: `$${variable}` }
    }
    if (declared?.type === 'apiKey') {
      const [value, shown] = part(0, wrong === 'wrong-key', this.#madeUp.key)
      return { in: declared.in, name: declared.name, value, shown }
    }
    if (declared?.type !== 'http' || declared.scheme !== 'basic') return null
    const [user, shownUser] = part(0, wrong === 'wrong-user', this.#madeUp.user)
    const [password, shownPassword] = part(1, wrong === 'wrong-password', this.#madeUp.password)
    const value = basicHeader(user, password)
    return { in: 'basic', name: 'authorization', value, shown: `${shownUser}:${shownPassword}` }
  }
}

/** Encodes user and password in UTF-8 (RFC 7617). */
export function basicHeader(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
