// Gets the token of each principal, and builds the Authorization header.
import { isServerFailure } from '../../base/exchange.ts'
import { Secret } from '../../base/secret.ts'
import {
  type CallCredential,
  type Client,
  forgedToken,
  isDerived,
  isJwt,
  maskToken,
  type TokenOutcome,
  type TokenSource,
} from '../../client/index.ts'
import { loginIn } from '../../contract/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { lifetimesOf } from './credentials.ts'
import { EndingTokens } from './ending-tokens.ts'
import { Logins, sentWith } from './logins.ts'
import {
  type AdditionalPrincipal,
  credentialsOf,
  type InvalidToken,
  type IssuedPrincipal,
  invalidTokens,
  isAdditional,
  isAlternative,
  isConfigured,
  isEnded,
  isInvalidToken,
  isIssued,
  isSpoilt,
  type Principal,
} from './principal.ts'
import { SchemeCredentials } from './scheme-credentials.ts'
import { type Addressed, isToken } from './security.ts'
import { isRefusedPrincipal, type RefusedPrincipal, unfitnessOf, variableOf } from './supplied-token.ts'
import { TokenEndpoint } from './token-endpoint.ts'
import { TokenRefusals } from './token-refusals.ts'
import { TokenSources } from './token-sources.ts'

export interface RequestCredentials {
  readonly authorization: string | null
  readonly others: readonly CallCredential[]
  /** The session that is part of the credentials. Null if the request uses no login. */
  readonly session: { readonly scheme: string; readonly credential: string } | null
}

/**
 * Returns the part of the credentials that a renewal replaces: the session or the token. Null if there
 * is neither.
 */
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
  /** Headers by token. They are cached, because tokens are long and many requests carry the same token. */
  readonly #headers = new Map<string, string>()
  readonly #unfitness = new Map<RefusedPrincipal, Promise<string | null>>()
  #publicKeys: readonly string[] = []
  /**
   * True if the run sends the user's token in place of the client's, because the endpoint issues no
   * token.
   */
  #standsIn = false

  constructor(config: RunConfig, client: Client) {
    this.#config = config
    for (const token of Object.values(config.invalid)) if (token !== null) maskToken(config.mask, token)
    this.#sources = new TokenSources(config, client)
    this.#ending = new EndingTokens(this.#sources)
    this.schemes = new SchemeCredentials(config)
    this.logins = new Logins(config, client)
    this.endpoint = new TokenEndpoint(config, this.#sources)
  }

  /**
   * Returns true if the run can send requests as this principal. Forged tokens need only the token of
   * `full`.
   */
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
  async outcome(principal: IssuedPrincipal, cleaning = false): Promise<TokenOutcome> {
    if (isAdditional(principal)) await this.#haveOthers()
    const source = this.#sources.of(principal)
    if (source === undefined)
      throw new NotRun(
        `no token for ${principal}: supply ${credentialsOf[isAdditional(principal) ? 'full' : principal]}`,
      )
    return source.token(cleaning)
  }

  /**
   * Returns the token from the user, or null. Without it, the run waits until its own token expires,
   * and the tenant may accept this token a little longer (RFC 7519, 4.1.4).
   */
  supplied(principal: InvalidToken): Secret | null {
    return this.#config.invalid[principal]
  }

  /** Returns the reason why a refusal of the token would prove nothing. Null if the token is suitable. */
  unfitness(principal: RefusedPrincipal): Promise<string | null> {
    const known = this.#unfitness.get(principal)
    if (known !== undefined) return known
    const found = this.#unfitnessOf(principal)
    this.#unfitness.set(principal, found)
    return found
  }

  async #unfitnessOf(principal: RefusedPrincipal): Promise<string | null> {
    const token = isInvalidToken(principal) ? this.supplied(principal) : this.#config[principal].accessToken
    if (token === null) return null
    const served: string[] = []
    for (const one of ['full', 'bearer'] as const) {
      const outcome = await this.#sources.of(one)?.token()
      if (outcome?.ok) served.push(outcome.token.reveal())
    }
    const why = unfitnessOf(principal, token.reveal(), served)
    return why === null
      ? null
      : `${variableOf(principal)} ${why}, so the refusal of this token proves nothing`
  }

  /**
   * Stores the tenant's public keys in PEM. Forged tokens are signed with them as HMAC secrets (RFC
   * 8725, 2.1).
   */
  learnKeys(publicKeys: readonly string[]): void {
    this.#publicKeys = publicKeys
  }

  // These principals get their tokens first, because the endpoint may issue only a few.
  async #haveOthers(): Promise<void> {
    for (const principal of ['full', 'limited', 'nonGlobal'] as const)
      await this.#sources.of(principal)?.token()
  }

  /**
   * @returns the time at which both tokens have expired, in milliseconds since the epoch. Null if the
   * tokens live too long, or if both are the same token
   */
  endingSoon(): Promise<number | null> {
    return this.#ending.request()
  }

  /** Returns the lifetimes of the tokens in whole seconds. */
  lifetimes(): Promise<readonly number[]> {
    return lifetimesOf(this.#sources.all)
  }

  /** Returns true if the tenant may have revoked the user's token, which the run cannot renew. */
  mayBeRevoked(principal: IssuedPrincipal): boolean {
    return this.refusals.endedEarly && principal !== 'nonGlobal' && this.#isGiven(principal)
  }

  #isGiven(principal: IssuedPrincipal): boolean {
    const { full, limited, nonGlobal } = this.#config
    if (isAdditional(principal)) return false
    if (principal === 'bearer') return true
    const { accessToken, client } = { full, limited, nonGlobal }[principal]
    return accessToken !== null && (principal !== 'full' || client === null)
  }

  #sourceOf(principal: IssuedPrincipal): TokenSource | undefined {
    return this.#sources.of(principal === 'full' && this.#standsIn ? 'bearer' : principal)
  }

  /** @param used an Authorization header, or the credential of a session */
  mayHaveEnded(principal: IssuedPrincipal, used: string | null, scheme: string | null = null): boolean {
    const source = scheme === null ? this.#sourceOf(principal) : this.logins.of(scheme)
    return used !== null && source?.mayHaveEnded(tokenOf(used)) === true
  }

  /** Returns null if there is no new token or session. */
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
    const outcome = await this.#sourceOf(principal)?.renew(tokenOf(authorization), cleaning)
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
    return outcome?.ok ? this.#headerOf(outcome.token.reveal()) : null
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
    const credential = await this.#session(login, cleaning, this.#endsSession(login, addressed))
    return this.#withSession(plain, login, credential)
  }

  /**
   * Returns the credentials of a session that no other request uses.
   * @throws NotRun if the scheme has no login
   * @throws Inconclusive if the tenant refuses the login
   */
  async ownSession(scheme: string): Promise<RequestCredentials> {
    const credential = await this.#session(scheme, false, true)
    return this.#withSession({ authorization: null, others: [], session: null }, scheme, credential)
  }

  /**
   * Returns true if the request is the logout of the scheme. A logout must not end the session of other
   * requests.
   */
  #endsSession(scheme: string, { method, path }: Addressed): boolean {
    const logout = loginIn(this.#config.contract.authentication?.schemes.get(scheme))?.logout
    return logout != null && logout.method === method && logout.path === path.split('?', 1)[0]
  }

  async #session(scheme: string, cleaning: boolean, isUnshared = false): Promise<string> {
    const outcome = isUnshared
      ? await this.logins.unshared(scheme)
      : await this.logins.of(scheme)?.token(cleaning)
    if (outcome?.ok) return outcome.token.reveal()
    if (outcome === undefined) this.logins.call(scheme)
    const { reason = `no login of the scheme "${scheme}"`, exchange = null } = outcome ?? {}
    throw new Inconclusive(reason, exchange !== null && isServerFailure(exchange) ? 'failing' : 'user')
  }

  /**
   * @param cleaning true if the token is needed even after the run was interrupted
   * @param of the owner of the token from which a forged token derives
   * @param login the scheme with the login that issues the token of `full`
   * @throws NotRun if the credential is missing
   * @throws Inconclusive if the endpoint issues no token
   */
  async authorization(
    principal: Principal,
    cleaning = false,
    of: IssuedPrincipal = 'full',
    login: string | null = null,
  ): Promise<string | null> {
    if (principal === 'none' || this.#config.contract.authentication === null) return null
    const unfit = isRefusedPrincipal(principal) ? await this.unfitness(principal) : null
    if (unfit !== null) throw new Inconclusive(unfit, 'user')
    if (isInvalidToken(principal)) return `Bearer ${(await this.#invalid(principal)).reveal()}`
    if (isEnded(principal)) {
      const ended = this.#ending.of(principal)
      if (ended === null)
        throw new NotRun('the tenant issued no token that ends during the run', 'specification')
      return `Bearer ${ended.reveal()}`
    }
    const issued = isIssued(principal)
    const owner = issued ? principal : of
    const token =
      login !== null && isToken(this.#config, login) && owner === 'full'
        ? await this.#session(login, cleaning)
        : await this.#token(owner, cleaning)
    if (issued) return this.#headerOf(token)
    if (principal === 'wrong-scheme') return `Basic ${token}`
    if (principal === 'scheme-case') return `bEARER  ${token}`
    if (principal === 'scheme-alone') return 'Bearer'
    if (principal === 'scheme-missing') return token
    if (isSpoilt(principal) || isAlternative(principal)) throw new Error(`${principal} has no separate token`)
    const other = principal === 'swapped-signature' ? await this.#signatureOfAnother(token) : null
    const forged = forgedToken(principal, token, { publicKeys: this.#publicKeys, other })
    if (forged === null)
      throw new NotRun(`${principal} can't be forged from the token of ${of}`, 'specification')
    if (isDerived(principal)) this.#config.mask.add(forged)
    return `Bearer ${forged.reveal()}`
  }

  #headerOf(token: string): string {
    const known = this.#headers.get(token)
    if (known !== undefined) return known
    const header = `Bearer ${token}`
    this.#headers.set(token, header)
    return header
  }

  async #invalid(principal: InvalidToken): Promise<Secret> {
    const supplied = this.supplied(principal)
    if (supplied !== null) return supplied
    const expired = principal === 'expired' ? await this.#ending.waitedOut() : null
    if (expired !== null) return expired
    const { title, variable } = invalidTokens[principal]
    throw new NotRun(`no ${title}: supply ${variable}`)
  }

  async #signatureOfAnother(token: string): Promise<string | null> {
    for (const principal of ['limited', 'nonGlobal', 'bearer', 'full'] as const) {
      const outcome = await this.#sources.of(principal)?.token()
      const other = outcome?.ok ? outcome.token.reveal() : token
      if (other !== token && isJwt(other)) return other
    }
    return null
  }

  get authenticationNote(): string | null {
    if (this.#standsIn)
      return 'The token endpoint issues no token: the run sends TENANT_ACCESS_TOKEN instead.'
    const { found } = this.#sources.authentication
    if (!found.includes('basic')) return null
    return found.includes('post')
      ? 'The token endpoint accepts some clients by HTTP Basic, and others in the body.'
      : 'The token endpoint accepts the client by HTTP Basic.'
  }

  async #token(principal: IssuedPrincipal, cleaning: boolean): Promise<string> {
    const own = await this.outcome(principal, cleaning)
    if (principal === 'full')
      this.#standsIn = !own.ok && this.has('bearer') && !this.endpoint.credentialsRefused
    const outcome = this.#standsIn && principal === 'full' ? await this.outcome('bearer', cleaning) : own
    if (!outcome.ok)
      throw new Inconclusive(
        `no token for ${principal}: ${outcome.reason}`,
        outcome.exchange !== null && isServerFailure(outcome.exchange) ? 'failing' : 'user',
      )
    return outcome.token.reveal()
  }
}
