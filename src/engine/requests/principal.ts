// Principals: whose token a request carries, genuine or forged.
import { unguessable } from '../../base/chance.ts'
import { nowMs, sleep } from '../../base/clock.ts'
import { bodyOf, statusOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import {
  basicOf,
  type Client,
  type Credentials,
  createTokenSource,
  decodeToken,
  forgeries,
  maskToken,
  TokenAuthentication,
  type TokenOutcome,
  type TokenSource,
} from '../../client/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { PrincipalCredentials, RunConfig } from '../config.ts'
import type { Request } from './request.ts'

/** Principals whose token the tenant issued. `bearer` is the supplied token where `full` uses client credentials. */
export type Genuine = 'full' | 'bearer' | 'limited' | 'nonGlobal'

/** Principals that no tenant may serve. */
export type Unauthorised =
  | 'none'
  | 'wrong-scheme'
  | 'small-scheme'
  | 'expired'
  | 'not-a-jwt'
  | 'altered-signature'
  | 'altered-payload'
  | 'alg-none'
  | 'other-key'

/** A token of the same client as `full` for one scope alone, as far as the token endpoint narrows tokens. */
export type Scoped = `scope ${string}`

export type Principal = Genuine | Unauthorised | Scoped

const isScoped = (principal: Principal): principal is Scoped => principal.startsWith('scope ')

// A token that lives longer is not waited for.
const waitedOutMsMax = 10_000

const tokenOf = (authorization: string): Secret => new Secret(authorization.replace(/^Bearer /, ''))

const genuine: readonly string[] = ['full', 'bearer', 'limited', 'nonGlobal'] satisfies Genuine[]

/** Whether such a principal comes with a token as it was issued, so that only its end or its scopes speak against it. */
export function isIssued(principal: Principal): principal is Genuine | Scoped {
  return isGenuine(principal) || isScoped(principal)
}

export function isGenuine(principal: Principal): principal is Genuine {
  return genuine.includes(principal)
}

/** The environment variables that give a principal its token, for messages. */
const variables: Readonly<Record<Genuine, string>> = {
  full: 'TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  bearer: 'TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
  limited: 'TENANT_LIMITED_ACCESS_TOKEN, or TENANT_LIMITED_CLIENT_ID and TENANT_LIMITED_CLIENT_SECRET',
  nonGlobal:
    'TENANT_NON_GLOBAL_ACCESS_TOKEN, or TENANT_NON_GLOBAL_CLIENT_ID and TENANT_NON_GLOBAL_CLIENT_SECRET',
}

export class Principals {
  readonly #sources = new Map<Genuine | Scoped, TokenSource>()
  readonly #expired: Secret | null
  readonly #config: RunConfig
  readonly #authentication: TokenAuthentication
  readonly #client: Client
  #waitedOut: Promise<Secret | null> | null = null

  constructor(config: RunConfig, client: Client) {
    this.#config = config
    this.#client = client
    const authentication = new TokenAuthentication(config.tokenAuth)
    this.#authentication = authentication
    this.#expired = config.expired
    if (config.expired !== null) maskToken(config.mask, config.expired)
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
    if (principal === 'expired') return this.#expired !== null || this.usesClientCredentials('full')
    if (isScoped(principal)) return this.usesClientCredentials('full')
    return this.#sources.has(isGenuine(principal) ? principal : 'full')
  }

  /** Whether its token comes from the token endpoint. */
  usesClientCredentials(principal: Genuine): boolean {
    return principal === 'full' && byClient(this.#config.full) !== null
  }

  /** The token endpoint's or the supplied token, with what the endpoint answered. Throws NotRun without credentials. */
  async outcome(principal: Genuine | Scoped, cleaning = false): Promise<TokenOutcome> {
    const source = this.#sources.get(principal) ?? this.#scoped(principal)
    if (source === null)
      throw new NotRun(
        `no token for ${principal}: supply ${variables[isScoped(principal) ? 'full' : principal]}`,
      )
    return source.token(cleaning)
  }

  /** Whether the token endpoint refused the client of `full` (RFC 6749, 5.2), which no other request will mend. */
  get credentialsRefused(): boolean {
    const last = this.#sources.get('full')?.exchanges.at(-1)
    return last !== undefined && [400, 401, 403].includes(statusOf(last))
  }

  /** Whether the expired token was supplied. One that was waited out may still be within a tenant's leeway (RFC 7519, 4.1.4). */
  get expiredSupplied(): boolean {
    return this.#expired !== null
  }

  /** Whether the token endpoint and the audience are those of the contract, not the operator's own. */
  get tokenEndpointAsSpecified(): boolean {
    const { authUrl, tokenUrl, audience, contract } = this.#config
    const specified = contract.authentication
    return tokenUrl === `${authUrl}${specified?.tokenPath}` && audience === specified?.audience
  }

  #scoped(principal: Genuine | Scoped): TokenSource | null {
    const credentials = byClient(this.#config.full)
    if (!isScoped(principal) || credentials === null) return null
    const { tokenUrl, audience, mask } = this.#config
    const source = createTokenSource({
      principal,
      credentials,
      tokenUrl,
      audience,
      scope: principal.slice('scope '.length),
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
  async lifetimes(): Promise<readonly number[]> {
    const lifetimes: number[] = []
    for (const source of this.#sources.values()) {
      const issued = source.exchanges.findLast(({ response }) => response?.status === 200)
      const answer = issued === undefined ? null : bodyOf(issued)
      const expiresIn = answer?.ok && isObject(answer.value) ? answer.value.expires_in : undefined
      const token = issued === undefined ? await source.token() : null
      const claims = token?.ok ? decodeToken(token.token.reveal())?.payload : undefined
      const { exp, iat } = claims ?? {}
      const seconds = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : expiresIn
      if (typeof seconds === 'number' && Number.isFinite(seconds)) lifetimes.push(Math.round(seconds))
    }
    return lifetimes
  }

  /** Whether the token of that Authorization header may have ended by now. */
  mayHaveEnded(principal: Genuine | Scoped, used: string | null): boolean {
    return used !== null && this.#sources.get(principal)?.mayHaveEnded(tokenOf(used)) === true
  }

  /** A fresh Authorization header in place of the one that was refused; null where there is none to be had. */
  async renewed(principal: Genuine | Scoped, used: string | null, cleaning: boolean): Promise<string | null> {
    if (used === null) return null
    const outcome = await this.#sources.get(principal)?.renew(tokenOf(used), cleaning)
    return outcome?.ok ? `Bearer ${outcome.token.reveal()}` : null
  }

  /**
   * The value of the Authorization header; null for none.
   * @param cleaning whether it is to clean up: then a token is had even when the run is stopped
   * @throws NotRun without the credential, Inconclusive where the token endpoint gives none
   */
  async authorization(principal: Principal, cleaning = false): Promise<string | null> {
    if (principal === 'none' || this.#config.contract.authentication === null) return null
    if (principal === 'expired') {
      if (this.#expired === null) this.#waitedOut ??= this.#expiredByNow()
      const expired = this.#expired ?? (await this.#waitedOut)
      if (expired === null) throw new NotRun('no expired token: supply TENANT_EXPIRED_ACCESS_TOKEN')
      return `Bearer ${expired.reveal()}`
    }
    const issued = isIssued(principal)
    const token = await this.#token(issued ? principal : 'full', cleaning)
    if (issued) return `Bearer ${token}`
    if (principal === 'wrong-scheme') return `Basic ${token}`
    if (principal === 'small-scheme') return `bearer ${token}`
    const forged = forgeries(token).find(({ name }) => name === principal)
    if (forged === undefined)
      throw new NotRun(`the token of full is not a JWT, so that ${principal} can't be forged from it`)
    this.#config.mask.add(forged.token)
    return `Bearer ${forged.token.reveal()}`
  }

  /** One sentence where the token endpoint takes clients in another way than the body; null where it does not. */
  get authenticationNote(): string | null {
    const { found } = this.#authentication
    if (!found.includes('basic')) return null
    return found.includes('post')
      ? 'The token endpoint takes some clients by HTTP Basic, and others in the body.'
      : 'The token endpoint takes the client by HTTP Basic.'
  }

  /**
   * A token request with a secret that is not the client's, sent in the way in which the right one was accepted; null
   * without client credentials.
   */
  wrongSecretRequest(): Request | null {
    const client = this.#config.full.client
    if (client === null) return null
    const secret = `not-the-secret-${unguessable(8)}`
    const basic = this.#authentication.wayOf(client.id) === 'basic'
    return {
      operation: 'token',
      method: 'POST',
      path: this.#config.tokenUrl,
      effect: 'none',
      intent: 'unauthorised',
      mediaType: 'application/x-www-form-urlencoded',
      body: {
        grant_type: 'client_credentials',
        ...(basic ? {} : { client_id: client.id, client_secret: secret }),
        audience: this.#config.audience,
      },
      ...(basic ? { headers: { authorization: basicOf(client.id, secret) } } : {}),
    }
  }

  async #token(principal: Genuine | Scoped, cleaning: boolean): Promise<string> {
    const outcome = await this.outcome(principal, cleaning)
    if (!outcome.ok) throw new Inconclusive(`no token for ${principal}: ${outcome.reason}`)
    return outcome.token.reveal()
  }
}

function byClient(credentials: PrincipalCredentials): Credentials | null {
  return credentials.client === null
    ? null
    : { clientId: credentials.client.id, clientSecret: credentials.client.secret }
}

function byToken(credentials: PrincipalCredentials): Credentials | null {
  return credentials.accessToken === null ? null : { accessToken: credentials.accessToken }
}
