// Gets the token of each principal, and builds its Authorization header.
import { nowMs, sleep } from '../../base/clock.ts'
import { bodyOf, isServerFailure, statusOf } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import {
  type Client,
  type Credentials,
  createTokenSource,
  forgedToken,
  isDerived,
  isJwt,
  maskToken,
  TokenAuthentication,
  type TokenOutcome,
  type TokenSource,
} from '../../client/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { byClient, byToken, lifetimesOf } from './credentials.ts'
import {
  credentialsOf,
  type Ended,
  type Further,
  type Genuine,
  type InvalidToken,
  invalidTokens,
  isEnded,
  isFurther,
  isGenuine,
  isInvalidToken,
  isIssued,
  type Principal,
  scopeOf,
} from './principal-name.ts'
import type { Request } from './request.ts'
import { isRefusedPrincipal, type RefusedPrincipal, unfitnessOf, variableOf } from './supplied-token.ts'
import { keySetRequest, wrongSecretRequest } from './token-endpoint-request.ts'

// Tokens that live longer are not waited for.
const waitedOutMsMax = 10_000
// New tokens in a row that others may have ended before use.
const endedAtOnceMax = 5

const endsSoon = (
  outcome: TokenOutcome,
): outcome is Extract<TokenOutcome, { ok: true }> & { readonly expiresAtMs: number } =>
  outcome.ok && outcome.expiresAtMs !== null && outcome.expiresAtMs - nowMs() <= waitedOutMsMax

const tokenOf = (authorization: string): Secret => new Secret(authorization.replace(/^Bearer /, ''))

export class Principals {
  readonly #sources = new Map<Genuine | Further, TokenSource>()
  readonly #config: RunConfig
  readonly #authentication: TokenAuthentication
  readonly #client: Client
  /** Cached: tokens are long, and sent with nearly every request. */
  readonly #headers = new Map<string, string>()
  readonly #unfitness = new Map<RefusedPrincipal, Promise<string | null>>()
  #waitedOut: Promise<Secret | null> | null = null
  #ending: Readonly<Record<Ended, Secret>> | null = null
  #publicKeys: readonly string[] = []
  /** Renewed tokens that were refused too, and how many in a row. */
  readonly #refusedAnew = new Map<Principal, { readonly token: string | null; readonly inARow: number }>()
  #endedEarly = false
  /** The supplied token replaces the client's, as the endpoint gives none. */
  #standsIn = false
  #refusedAtFirst: Request | null = null

  constructor(config: RunConfig, client: Client) {
    this.#config = config
    this.#client = client
    const authentication = new TokenAuthentication(config.tokenAuth)
    this.#authentication = authentication
    for (const token of Object.values(config.invalid)) if (token !== null) maskToken(config.mask, token)
    const add = (principal: Genuine, credentials: Credentials | null): void => {
      if (credentials === null) return
      const { tokenUrl, audience, mask } = config
      this.#sources.set(
        principal,
        createTokenSource({ principal, credentials, tokenUrl, audience, authentication, client, mask }),
      )
    }
    add('full', byClient(config.full) ?? byToken(config.full))
    add('bearer', byClient(config.full) === null ? null : byToken(config.full))
    add('limited', byToken(config.limited) ?? byClient(config.limited))
    add('nonGlobal', byToken(config.nonGlobal) ?? byClient(config.nonGlobal))
  }

  /** Forged tokens derive from `full`. */
  has(principal: Principal): boolean {
    if (isInvalidToken(principal) && this.supplied(principal) !== null) return true
    if (isInvalidToken(principal)) return principal === 'expired' && this.usesClientCredentials('full')
    if (isFurther(principal)) return this.usesClientCredentials('full')
    if (isEnded(principal)) return this.#ending !== null
    return this.#sources.has(isGenuine(principal) ? principal : 'full')
  }

  usesClientCredentials(principal: Genuine): boolean {
    return principal === 'full' && byClient(this.#config.full) !== null
  }

  /** @throws NotRun without credentials */
  async outcome(principal: Genuine | Further, cleaning = false): Promise<TokenOutcome> {
    if (isFurther(principal)) await this.#haveOthers()
    const source = this.#sources.get(principal) ?? this.#further(principal)
    if (source === null)
      throw new NotRun(
        `no token for ${principal}: supply ${credentialsOf[isFurther(principal) ? 'full' : principal]}`,
      )
    return source.token(cleaning)
  }

  /** Whether the endpoint refused the client of `full` (RFC 6749, 5.2), so retries can't help. */
  get credentialsRefused(): boolean {
    const last = this.#sources.get('full')?.exchanges.at(-1)
    return last !== undefined && !this.tokenRequestRefused && [400, 401, 403].includes(statusOf(last))
  }

  /**
   * Whether the endpoint refused the request by 415 or unsupported_grant_type (RFC 6749, 5.2), not the client, while
   * another token is at hand.
   */
  get tokenRequestRefused(): boolean {
    const last = this.#sources.get('full')?.exchanges.at(-1)
    if (last === undefined || !this.has('bearer') || !this.tokenEndpointAsSpecified) return false
    const body = bodyOf(last)
    const error = body.ok ? at(body.value, '/error') : undefined
    return statusOf(last) === 415 || (statusOf(last) === 400 && error === 'unsupported_grant_type')
  }

  /** An expired one may come from waiting, and be within the tenant's leeway (RFC 7519, 4.1.4). */
  supplied(principal: InvalidToken): Secret | null {
    return this.#config.invalid[principal]
  }

  /** Why its refusal would show nothing. */
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
      const outcome = await this.#sources.get(one)?.token()
      if (outcome?.ok) served.push(outcome.token.reveal())
    }
    const why = unfitnessOf(principal, token.reveal(), served)
    return why === null ? null : `${variableOf(principal)} ${why}, so that its refusal shows nothing`
  }

  /** In PEM; forged tokens use them as secrets (RFC 8725, 2.1). */
  learnKeys(publicKeys: readonly string[]): void {
    this.#publicKeys = publicKeys
  }

  get tokenEndpointAsSpecified(): boolean {
    const { authUrl, tokenUrl, audience, contract } = this.#config
    const specified = contract.authentication
    return tokenUrl === `${authUrl}${specified?.tokenPath}` && audience === specified?.audience
  }

  // The endpoint may give out few tokens, and the run needs these too.
  async #haveOthers(): Promise<void> {
    for (const principal of ['full', 'limited', 'nonGlobal'] as const)
      await this.#sources.get(principal)?.token()
  }

  #further(principal: Genuine | Further): TokenSource | null {
    const credentials = byClient(this.#config.full)
    if (!isFurther(principal) || credentials === null) return null
    const { tokenUrl, audience, mask } = this.#config
    const scope = scopeOf(principal)
    const source = createTokenSource({
      principal,
      credentials,
      tokenUrl,
      audience,
      ...(scope === null ? {} : { scope }),
      authentication: this.#authentication,
      client: this.#client,
      mask,
    })
    this.#sources.set(principal, source)
    return source
  }

  async #expiredByNow(): Promise<Secret | null> {
    const outcome = this.usesClientCredentials('full') ? await this.outcome('full') : null
    if (outcome === null || !outcome.ok || outcome.expiresAtMs === null) return null
    const leftMs = outcome.expiresAtMs - nowMs()
    if (leftMs > waitedOutMsMax) return null
    await sleep(leftMs + 1_000)
    return outcome.token
  }

  /** @returns when both have ended, in milliseconds since the epoch; null if tokens live longer or are equal */
  async endingSoon(): Promise<number | null> {
    if (!this.usesClientCredentials('full')) return null
    const present = await this.outcome('full')
    if (!endsSoon(present)) return null
    const [used, unused] = [await this.#another('ended'), await this.#another('ended-unused')]
    if (!endsSoon(used) || !endsSoon(unused) || used.token.reveal() === unused.token.reveal()) return null
    this.#ending = { ended: used.token, 'ended-unused': unused.token }
    return Math.max(used.expiresAtMs, unused.expiresAtMs)
  }

  #another(principal: Ended): Promise<TokenOutcome> {
    const credentials = byClient(this.#config.full)
    if (credentials === null) throw new NotRun('no client is given', 'user')
    const { tokenUrl, audience, mask } = this.#config
    return createTokenSource({
      ...{ principal, credentials, tokenUrl, audience, mask },
      authentication: this.#authentication,
      client: this.#client,
    }).token()
  }

  /** In whole seconds. */
  lifetimes(): Promise<readonly number[]> {
    return lifetimesOf([...this.#sources.values()])
  }

  /** Records a request whose malformed token got 401. */
  noteRefused(request: Request): void {
    this.#refusedAtFirst ??= request
  }

  get refusedAtFirst(): Request | null {
    return this.#refusedAtFirst
  }

  /** Whether an unexpired token was refused: a tenant may end a client's tokens when it issues another. */
  get endedEarly(): boolean {
    return this.#endedEarly
  }

  /** @param replacing what became of the token before */
  noteAnswer(
    principal: Genuine | Further,
    used: string | null,
    status: number,
    replacing: 'ended' | 'refused' | null,
  ): void {
    const known = this.#refusedAnew.get(principal)
    // Several requests may carry one token.
    if (status === 401 && replacing !== null && known?.token !== used)
      this.#refusedAnew.set(principal, { token: used, inARow: (known?.inARow ?? 0) + 1 })
    if (status === 401 || status === 0 || status === 429 || status >= 500) return
    this.#refusedAnew.delete(principal)
    if (replacing === 'refused') this.#endedEarly = true
  }

  /**
   * A refused token's replacement was refused too, so age is no reason. If new tokens end earlier ones, another check
   * may have ended it.
   */
  isRefusedAnew(principal: Genuine | Further, used: string | null): boolean {
    const refused = this.#refusedAnew.get(principal)
    return (
      used !== null && refused?.token === used && refused.inARow >= (this.#endedEarly ? endedAtOnceMax : 1)
    )
  }

  /** Whether a supplied token, which can't be renewed, may have ended early. */
  mayBeRevoked(principal: Genuine | Further): boolean {
    return this.#endedEarly && principal !== 'nonGlobal' && this.#isGiven(principal)
  }

  #isGiven(principal: Genuine | Further): boolean {
    const { full, limited, nonGlobal } = this.#config
    if (isFurther(principal)) return false
    if (principal === 'bearer') return true
    const { accessToken, client } = { full, limited, nonGlobal }[principal]
    return accessToken !== null && (principal !== 'full' || client === null)
  }

  #sourceOf(principal: Genuine | Further): TokenSource | undefined {
    return this.#sources.get(principal === 'full' && this.#standsIn ? 'bearer' : principal)
  }

  mayHaveEnded(principal: Genuine | Further, used: string | null): boolean {
    return used !== null && this.#sourceOf(principal)?.mayHaveEnded(tokenOf(used)) === true
  }

  async renewed(
    principal: Genuine | Further,
    used: string | null,
    cleaning: boolean,
  ): Promise<string | null> {
    if (used === null) return null
    const outcome = await this.#sourceOf(principal)?.renew(tokenOf(used), cleaning)
    return outcome?.ok ? `Bearer ${outcome.token.reveal()}` : null
  }

  async issuedAnew(principal: Further): Promise<string | null> {
    const source = this.#sources.get(principal) ?? this.#further(principal)
    const outcome = await source?.renew()
    return outcome?.ok ? this.#headerOf(outcome.token.reveal()) : null
  }

  /**
   * @param cleaning gets a token even if the run was stopped
   * @param of whose token a forged one derives from
   * @throws NotRun without the credential, Inconclusive if the endpoint gives no token
   */
  async authorization(
    principal: Principal,
    cleaning = false,
    of: Genuine | Further = 'full',
  ): Promise<string | null> {
    if (principal === 'none' || this.#config.contract.authentication === null) return null
    const unfit = isRefusedPrincipal(principal) ? await this.unfitness(principal) : null
    if (unfit !== null) throw new Inconclusive(unfit, 'user')
    if (isInvalidToken(principal)) return `Bearer ${(await this.#invalid(principal)).reveal()}`
    if (isEnded(principal)) {
      if (this.#ending === null) throw new NotRun('no token ends soon', 'specification')
      return `Bearer ${this.#ending[principal].reveal()}`
    }
    const issued = isIssued(principal)
    const token = await this.#token(issued ? principal : of, cleaning)
    if (issued) return this.#headerOf(token)
    if (principal === 'wrong-scheme') return `Basic ${token}`
    if (principal === 'scheme-case') return `bEARER  ${token}`
    if (principal === 'scheme-alone') return 'Bearer'
    if (principal === 'scheme-missing') return token
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
    if (principal === 'expired') this.#waitedOut ??= this.#expiredByNow()
    const expired = principal === 'expired' ? await this.#waitedOut : null
    if (expired !== null) return expired
    const { title, variable } = invalidTokens[principal]
    throw new NotRun(`no ${title}: supply ${variable}`)
  }

  async #signatureOfAnother(token: string): Promise<string | null> {
    for (const principal of ['limited', 'nonGlobal', 'bearer', 'full'] as const) {
      const outcome = await this.#sources.get(principal)?.token()
      const other = outcome?.ok ? outcome.token.reveal() : token
      if (other !== token && isJwt(other)) return other
    }
    return null
  }

  /** A note if tokens come otherwise than by a client in the body. */
  get authenticationNote(): string | null {
    if (this.#standsIn)
      return 'The token endpoint gives no token: TENANT_ACCESS_TOKEN was sent in place of one of the client.'
    const { found } = this.#authentication
    if (!found.includes('basic')) return null
    return found.includes('post')
      ? 'The token endpoint takes some clients by HTTP Basic, and others in the body.'
      : 'The token endpoint takes the client by HTTP Basic.'
  }

  /** Sent as the right secret was accepted. */
  wrongSecretRequest(): Request | null {
    const { client } = this.#config.full
    return client === null ? null : wrongSecretRequest(this.#config, client.id, this.#authentication)
  }

  keySetRequest(): Request {
    return keySetRequest(this.#config)
  }

  async #token(principal: Genuine | Further, cleaning: boolean): Promise<string> {
    const own = await this.outcome(principal, cleaning)
    if (principal === 'full') this.#standsIn = !own.ok && this.has('bearer') && !this.credentialsRefused
    const outcome = this.#standsIn && principal === 'full' ? await this.outcome('bearer', cleaning) : own
    if (!outcome.ok)
      throw new Inconclusive(
        `no token for ${principal}: ${outcome.reason}`,
        outcome.exchange !== null && isServerFailure(outcome.exchange) ? 'failing' : 'user',
      )
    return outcome.token.reveal()
  }
}
