// Principals: whose token a request carries, genuine or forged.
import { unguessable } from '../base/chance.ts'
import { bodyOf } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { Secret } from '../base/secret.ts'
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
} from '../client/index.ts'
import { Inconclusive, NotRun } from '../oracle/index.ts'
import type { PrincipalCredentials, RunConfig } from './config.ts'
import type { Request } from './request.ts'

/** Principals whose token the tenant issued. `bearer` is the supplied token where `full` uses client credentials. */
export type Genuine = 'full' | 'bearer' | 'limited' | 'nonGlobal'

/** Principals that no tenant may serve. */
export type Unauthorised =
  | 'none'
  | 'wrong-scheme'
  | 'expired'
  | 'not-a-jwt'
  | 'altered-signature'
  | 'altered-payload'
  | 'alg-none'
  | 'other-key'

export type Principal = Genuine | Unauthorised

const genuine: readonly string[] = ['full', 'bearer', 'limited', 'nonGlobal'] satisfies Genuine[]

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
  readonly #sources = new Map<Genuine, TokenSource>()
  readonly #expired: Secret | null
  readonly #config: RunConfig
  readonly #authentication: TokenAuthentication

  constructor(config: RunConfig, client: Client) {
    this.#config = config
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
    if (principal === 'expired') return this.#expired !== null
    return this.#sources.has(isGenuine(principal) ? principal : 'full')
  }

  /** Whether its token comes from the token endpoint. */
  usesClientCredentials(principal: Genuine): boolean {
    return principal === 'full' && byClient(this.#config.full) !== null
  }

  /** The token endpoint's or the supplied token, with what the endpoint answered. Throws NotRun without credentials. */
  async outcome(principal: Genuine, cleaning = false): Promise<TokenOutcome> {
    const source = this.#sources.get(principal)
    if (source === undefined) throw new NotRun(`no token for ${principal}: supply ${variables[principal]}`)
    return source.token(cleaning)
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

  /** A fresh Authorization header in place of the one that got 401; null where there is none to be had. */
  async renewed(principal: Genuine, used: string | null, cleaning: boolean): Promise<string | null> {
    if (used === null) return null
    const outcome = await this.#sources
      .get(principal)
      ?.renew(new Secret(used.replace(/^Bearer /, '')), cleaning)
    return outcome?.ok ? `Bearer ${outcome.token.reveal()}` : null
  }

  /**
   * The value of the Authorization header; null for none.
   * @param cleaning whether it is to clean up: then a token is had even when the run is stopped
   * @throws NotRun without the credential, Inconclusive where the token endpoint gives none
   */
  async authorization(principal: Principal, cleaning = false): Promise<string | null> {
    if (principal === 'none') return null
    if (principal === 'expired') {
      if (this.#expired === null) throw new NotRun('no expired token: supply TENANT_EXPIRED_ACCESS_TOKEN')
      return `Bearer ${this.#expired.reveal()}`
    }
    const token = await this.#token(isGenuine(principal) ? principal : 'full', cleaning)
    if (isGenuine(principal)) return `Bearer ${token}`
    if (principal === 'wrong-scheme') return `Basic ${token}`
    const forged = forgeries(token).find(({ name }) => name === principal)
    if (forged === undefined)
      throw new NotRun(`the token of full is no JWT, so that ${principal} can't be forged from it`)
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

  async #token(principal: Genuine, cleaning: boolean): Promise<string> {
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
