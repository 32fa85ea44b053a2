// Builds the credentials of each request from its principal, and renews them.
import { Secret } from '../../base/secret.ts'
import { type CallCredential, type Client, maskToken, type TokenOutcome } from '../../client/index.ts'
import { loginIn } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { AuthorizationHeaders } from './authorization-headers.ts'
import { lifetimesOf } from './credentials.ts'
import { EndingTokens } from './ending-tokens.ts'
import { IssuedTokens } from './issued-tokens.ts'
import { Logins, sentWith } from './logins.ts'
import {
  type AdditionalPrincipal,
  type InvalidToken,
  type IssuedPrincipal,
  isAdditional,
  isConfigured,
  isEnded,
  isInvalidToken,
  type Principal,
} from './principal.ts'
import { SchemeCredentials } from './scheme-credentials.ts'
import { type Addressed, isToken } from './security.ts'
import type { RefusedPrincipal } from './supplied-token.ts'
import { TokenEndpoint } from './token-endpoint.ts'
import { TokenRefusals } from './token-refusals.ts'
import { TokenSources } from './token-sources.ts'

export interface RequestCredentials {
  readonly authorization: string | null
  readonly others: readonly CallCredential[]
  readonly session: { readonly scheme: string; readonly credential: string } | null
}

export function renewablePart({ authorization, session }: RequestCredentials): string | null {
  return session?.credential ?? authorization
}

const tokenOf = (authorization: string): Secret => new Secret(authorization.replace(/^Bearer /, ''))

export class Principals {
  readonly refusals = new TokenRefusals()
  readonly endpoint: TokenEndpoint
  readonly schemes: SchemeCredentials
  readonly logins: Logins
  readonly #config: RunConfig
  readonly #sources: TokenSources
  readonly #ending: EndingTokens
  readonly #issued: IssuedTokens
  readonly #headers: AuthorizationHeaders

  constructor(config: RunConfig, client: Client) {
    this.#config = config
    for (const token of Object.values(config.invalid)) if (token !== null) maskToken(config.mask, token)
    this.#sources = new TokenSources(config, client)
    this.#ending = new EndingTokens(this.#sources)
    this.schemes = new SchemeCredentials(config)
    this.logins = new Logins(config, client)
    this.endpoint = new TokenEndpoint(config, this.#sources)
    this.#issued = new IssuedTokens(config, this.#sources, this.endpoint)
    this.#headers = new AuthorizationHeaders(config, {
      ...{ sources: this.#sources, issued: this.#issued, ending: this.#ending, logins: this.logins },
    })
  }

  /** Forged tokens need only the token of `full`. */
  has(principal: Principal): boolean {
    if (isInvalidToken(principal) && this.supplied(principal) !== null) return true
    if (isInvalidToken(principal)) return principal === 'expired' && this.usesClient
    if (isAdditional(principal)) return this.usesClient
    if (isEnded(principal)) return this.#ending.of(principal) !== null
    return this.#sources.has(isConfigured(principal) ? principal : 'full')
  }

  get usesClient(): boolean {
    return this.#sources.usesClient
  }

  /** @throws NotRun if the principal has no credentials */
  outcome(principal: IssuedPrincipal): Promise<TokenOutcome> {
    return this.#issued.outcome(principal)
  }

  /**
   * Null if the user supplied no such token. For `expired`, the run then waits until its own token expires.
   */
  supplied(principal: InvalidToken): Secret | null {
    return this.#config.invalid[principal]
  }

  unfitness(principal: RefusedPrincipal): Promise<string | null> {
    return this.#headers.unfitness(principal)
  }

  learnKeys(publicKeys: readonly string[]): void {
    this.#headers.learnKeys(publicKeys)
  }

  /** See `EndingTokens.request`. */
  endingSoon(): Promise<number | null> {
    return this.#ending.request()
  }

  /** In whole seconds. */
  lifetimes(): Promise<readonly number[]> {
    return lifetimesOf(this.#sources.all)
  }

  /** True if the tenant may have revoked the user's token, which the run cannot renew. */
  mayBeRevoked(principal: IssuedPrincipal): boolean {
    return this.refusals.endedEarly && principal !== 'nonGlobal' && this.#issued.isGiven(principal)
  }

  mayHaveEnded(principal: IssuedPrincipal, used: string | null, scheme: string | null = null): boolean {
    const source = scheme === null ? this.#issued.sourceOf(principal) : this.logins.of(scheme)
    return used !== null && source?.mayHaveEnded(tokenOf(used)) === true
  }

  async renewed(
    principal: IssuedPrincipal,
    used: RequestCredentials,
    cleaning: boolean,
  ): Promise<RequestCredentials | null> {
    const { session, authorization } = used
    if (session !== null) {
      const outcome = await this.logins.of(session.scheme)?.renew(new Secret(session.credential), cleaning)
      return outcome?.ok ? this.#withSession(used, session.scheme, outcome.token.reveal()) : null
    }
    if (authorization === null) return null
    const outcome = await this.#issued.sourceOf(principal)?.renew(tokenOf(authorization), cleaning)
    return outcome?.ok ? { ...used, authorization: `Bearer ${outcome.token.reveal()}` } : null
  }

  #withSession(credentials: RequestCredentials, scheme: string, credential: string): RequestCredentials {
    const { authorization, credentials: added } = sentWith(this.#config, scheme, credential)
    const names = added.map(({ name }) => name)
    const others = credentials.others.filter(({ name }) => !names.includes(name))
    return {
      authorization: authorization ?? credentials.authorization,
      others: [...others, ...added],
      session: { scheme, credential },
    }
  }

  async issuedAnew(principal: AdditionalPrincipal): Promise<string | null> {
    const outcome = await this.#sources.of(principal)?.renew()
    return outcome?.ok ? this.#headers.bearer(outcome.token.reveal()) : null
  }

  /**
   * Returns the credentials of the first alternative for which all variables are set.
   * @throws NotRun if a credential is missing
   * @throws Inconclusive if the endpoint issues no token
   */
  async credentials(
    principal: Principal,
    addressed: Addressed,
    cleaning = false,
    of: IssuedPrincipal = 'full',
  ): Promise<RequestCredentials> {
    const { authentication } = this.#config.contract
    if (principal === 'none' || authentication === null)
      return { authorization: null, others: [], session: null }
    if (authentication.schemes.size === 0)
      return {
        authorization: await this.authorization(principal, cleaning, of),
        others: [],
        session: null,
      }
    const { token, credentials, login } = this.schemes.applied(principal, addressed)
    const isOfToken = login !== null && isToken(this.#config, login)
    const isOwn = token === 'full'
    const authorization =
      token === null || (isOfToken && isOwn) ? null : await this.authorization(token, cleaning, of, login)
    const plain = { authorization, others: credentials, session: null }
    if (login === null || (isOfToken && !isOwn)) return plain
    const credential = await this.logins.credential(login, cleaning, this.#endsSession(login, addressed))
    return this.#withSession(plain, login, credential)
  }

  /**
   * @throws NotRun if the scheme has no login, or the run has no user for it
   * @throws Inconclusive if the tenant refuses the login
   */
  async ownSession(scheme: string): Promise<RequestCredentials> {
    const credential = await this.logins.credential(scheme, false, true)
    return this.#withSession({ authorization: null, others: [], session: null }, scheme, credential)
  }

  /** A logout must not end the session of other requests. */
  #endsSession(scheme: string, { method, path }: Addressed): boolean {
    const logout = loginIn(this.#config.contract.authentication?.schemes.get(scheme))?.logout
    return logout != null && logout.method === method && logout.path === path.split('?', 1)[0]
  }

  /** See `AuthorizationHeaders.of`. */
  authorization(
    principal: Principal,
    cleaning = false,
    of: IssuedPrincipal = 'full',
    login: string | null = null,
  ): Promise<string | null> {
    return this.#headers.of(principal, cleaning, of, login)
  }

  get authenticationNote(): string | null {
    return this.#issued.authenticationNote
  }
}
