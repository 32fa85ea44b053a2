// Principals: where each gets its token, and the Authorization header that it sends.
import { nowMs, sleep } from '../../base/clock.ts'
import { statusOf } from '../../base/exchange.ts'
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
  type Further,
  type Genuine,
  type InvalidToken,
  invalidTokens,
  isFurther,
  isGenuine,
  isInvalidToken,
  isIssued,
  type Principal,
} from './principal-name.ts'
import type { Request } from './request.ts'
import { keySetRequest, wrongSecretRequest } from './token-endpoint-request.ts'

// A token that lives longer is not waited for.
const waitedOutMsMax = 10_000

const tokenOf = (authorization: string): Secret => new Secret(authorization.replace(/^Bearer /, ''))

export class Principals {
  readonly #sources = new Map<Genuine | Further, TokenSource>()
  readonly #config: RunConfig
  readonly #authentication: TokenAuthentication
  readonly #client: Client
  /** Of issued tokens, by these: a token is long, and sent with nearly every request. */
  readonly #headers = new Map<string, string>()
  #waitedOut: Promise<Secret | null> | null = null
  #publicKeys: readonly string[] = []
  #endedEarly = false
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

  /** Whether a credential was supplied for it. Forged ones derive from `full`. */
  has(principal: Principal): boolean {
    if (isInvalidToken(principal) && this.supplied(principal) !== null) return true
    if (isInvalidToken(principal)) return principal === 'expired' && this.usesClientCredentials('full')
    if (isFurther(principal)) return this.usesClientCredentials('full')
    return this.#sources.has(isGenuine(principal) ? principal : 'full')
  }

  /** Whether its token comes from the token endpoint. */
  usesClientCredentials(principal: Genuine): boolean {
    return principal === 'full' && byClient(this.#config.full) !== null
  }

  /** The token endpoint's or the supplied token, with what the endpoint answered. Throws NotRun without credentials. */
  async outcome(principal: Genuine | Further, cleaning = false): Promise<TokenOutcome> {
    const source = this.#sources.get(principal) ?? this.#further(principal)
    if (source === null)
      throw new NotRun(
        `no token for ${principal}: supply ${credentialsOf[isFurther(principal) ? 'full' : principal]}`,
      )
    return source.token(cleaning)
  }

  /** Whether the token endpoint refused the client of `full` (RFC 6749, 5.2), which no other request will mend. */
  get credentialsRefused(): boolean {
    const last = this.#sources.get('full')?.exchanges.at(-1)
    return last !== undefined && [400, 401, 403].includes(statusOf(last))
  }

  /** The token that was supplied; null where there is none. An expired one may be waited out, and still be within a tenant's leeway (RFC 7519, 4.1.4). */
  supplied(principal: InvalidToken): Secret | null {
    return this.#config.invalid[principal]
  }

  /** Told of public keys that the tenant shows, in PEM: a forged token may be signed as if they were secrets (RFC 8725, 2.1). */
  learnKeys(publicKeys: readonly string[]): void {
    this.#publicKeys = publicKeys
  }

  /** Whether the token endpoint and the audience are those of the contract, not the operator's own. */
  get tokenEndpointAsSpecified(): boolean {
    const { authUrl, tokenUrl, audience, contract } = this.#config
    const specified = contract.authentication
    return tokenUrl === `${authUrl}${specified?.tokenPath}` && audience === specified?.audience
  }

  #further(principal: Genuine | Further): TokenSource | null {
    const credentials = byClient(this.#config.full)
    if (!isFurther(principal) || credentials === null) return null
    const { tokenUrl, audience, mask } = this.#config
    const source = createTokenSource({
      principal,
      credentials,
      tokenUrl,
      audience,
      ...(principal === 'fresh' ? {} : { scope: principal.slice('scope '.length) }),
      authentication: this.#authentication,
      client: this.#client,
      mask,
    })
    this.#sources.set(principal, source)
    return source
  }

  // A token of a client that ends soon enough is waited out.
  async #expiredByNow(): Promise<Secret | null> {
    const outcome = this.usesClientCredentials('full') ? await this.outcome('full') : null
    if (outcome === null || !outcome.ok || outcome.expiresAtMs === null) return null
    const leftMs = outcome.expiresAtMs - nowMs()
    if (leftMs > waitedOutMsMax) return null
    await sleep(leftMs + 1_000)
    return outcome.token
  }

  /** How long the tokens are valid that the endpoint gave out or that were supplied, in whole seconds. */
  lifetimes(): Promise<readonly number[]> {
    return lifetimesOf([...this.#sources.values()])
  }

  /** Told of a request under a token that is none, which got 401. */
  noteRefused(request: Request): void {
    this.#refusedAtFirst ??= request
  }

  /** The first such request of the run; null where there was none. */
  get refusedAtFirst(): Request | null {
    return this.#refusedAtFirst
  }

  /** Whether a token was refused that had not ended: a tenant may end those of a client that it gives another one. */
  get endedEarly(): boolean {
    return this.#endedEarly
  }

  /** Whether the token of that Authorization header may have ended by now. */
  mayHaveEnded(principal: Genuine | Further, used: string | null): boolean {
    return used !== null && this.#sources.get(principal)?.mayHaveEnded(tokenOf(used)) === true
  }

  /** A fresh Authorization header in place of the one that was refused; null where there is none to be had. */
  async renewed(
    principal: Genuine | Further,
    used: string | null,
    cleaning: boolean,
  ): Promise<string | null> {
    if (used === null) return null
    if (!this.mayHaveEnded(principal, used)) this.#endedEarly = true
    const outcome = await this.#sources.get(principal)?.renew(tokenOf(used), cleaning)
    return outcome?.ok ? `Bearer ${outcome.token.reveal()}` : null
  }

  /**
   * The value of the Authorization header; null for none.
   * @param cleaning whether it is to clean up: then a token is had even when the run is stopped
   * @param of whose token a forged one is derived from
   * @throws NotRun without the credential, Inconclusive where the token endpoint gives none
   */
  async authorization(
    principal: Principal,
    cleaning = false,
    of: Genuine | Further = 'full',
  ): Promise<string | null> {
    if (principal === 'none' || this.#config.contract.authentication === null) return null
    if (isInvalidToken(principal)) return `Bearer ${(await this.#invalid(principal)).reveal()}`
    const issued = isIssued(principal)
    const token = await this.#token(issued ? principal : of, cleaning)
    if (issued) return this.#headerOf(token)
    if (principal === 'wrong-scheme') return `Basic ${token}`
    if (principal === 'scheme-case') return `bEARER  ${token}`
    if (principal === 'scheme-alone') return 'Bearer'
    if (principal === 'scheme-missing') return token
    const other = principal === 'swapped-signature' ? await this.#signatureOfAnother(token) : null
    const forged = forgedToken(principal, token, { publicKeys: this.#publicKeys, other })
    if (forged === null) throw new NotRun(`${principal} can't be forged from the token of ${of}`)
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

  /** A token that is not `token`, of whomever the tenant issued one to. */
  async #signatureOfAnother(token: string): Promise<string | null> {
    for (const principal of ['limited', 'nonGlobal', 'bearer', 'full'] as const) {
      const outcome = await this.#sources.get(principal)?.token()
      const other = outcome?.ok ? outcome.token.reveal() : token
      if (other !== token && isJwt(other)) return other
    }
    return null
  }

  /** One sentence where the token endpoint takes clients in another way than the body; null where it does not. */
  get authenticationNote(): string | null {
    const { found } = this.#authentication
    if (!found.includes('basic')) return null
    return found.includes('post')
      ? 'The token endpoint takes some clients by HTTP Basic, and others in the body.'
      : 'The token endpoint takes the client by HTTP Basic.'
  }

  /** A token request with a wrong secret, sent in the way in which the right one was accepted; null without client credentials. */
  wrongSecretRequest(): Request | null {
    const { client } = this.#config.full
    return client === null ? null : wrongSecretRequest(this.#config, client.id, this.#authentication)
  }

  /** A request for the key set that the tokens may be signed by. */
  keySetRequest(): Request {
    return keySetRequest(this.#config)
  }

  async #token(principal: Genuine | Further, cleaning: boolean): Promise<string> {
    const outcome = await this.outcome(principal, cleaning)
    if (!outcome.ok) throw new Inconclusive(`no token for ${principal}: ${outcome.reason}`)
    return outcome.token.reveal()
  }
}
