// Stores the token source of each principal: a token from the user, or the token endpoint.
import {
  type Client,
  type Credentials,
  createTokenSource,
  TokenAuthentication,
  type TokenSource,
} from '../../client/index.ts'
import { NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { byClient, byToken } from './credentials.ts'
import {
  type ConfiguredPrincipal,
  type EndedPrincipal,
  type IssuedPrincipal,
  isAdditional,
  requestedScopeOf,
} from './principal.ts'

export class TokenSources {
  readonly authentication: TokenAuthentication
  readonly #known = new Map<IssuedPrincipal, TokenSource>()
  readonly #config: RunConfig
  readonly #client: Client

  constructor(config: RunConfig, client: Client) {
    this.#config = config
    this.#client = client
    this.authentication = new TokenAuthentication(config.tokenAuth)
    const { full, limited, nonGlobal } = config
    const add = (principal: ConfiguredPrincipal, credentials: Credentials | null): void => {
      if (credentials !== null) this.#known.set(principal, this.#create(principal, credentials))
    }
    add('full', byClient(full) ?? byToken(full))
    add('bearer', byClient(full) === null ? null : byToken(full))
    add('limited', byToken(limited) ?? byClient(limited))
    add('nonGlobal', byToken(nonGlobal) ?? byClient(nonGlobal))
  }

  get all(): readonly TokenSource[] {
    return [...this.#known.values()]
  }

  get usesClient(): boolean {
    return byClient(this.#config.full) !== null
  }

  has(principal: ConfiguredPrincipal): boolean {
    return this.#known.has(principal)
  }

  of(principal: IssuedPrincipal): TokenSource | undefined {
    const known = this.#known.get(principal)
    const credentials = byClient(this.#config.full)
    if (known !== undefined || !isAdditional(principal) || credentials === null) return known
    const scope = requestedScopeOf(principal)
    const source = this.#create(principal, credentials, scope === null ? {} : { scope })
    this.#known.set(principal, source)
    return source
  }

  /** @throws NotRun if the user provided no client */
  unshared(principal: EndedPrincipal): TokenSource {
    const credentials = byClient(this.#config.full)
    if (credentials === null)
      throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET', 'user')
    return this.#create(principal, credentials)
  }

  #create(
    principal: IssuedPrincipal | EndedPrincipal,
    credentials: Credentials,
    options: { readonly scope?: string } = {},
  ): TokenSource {
    const { tokenUrl, audience, mask } = this.#config
    return createTokenSource({
      ...{ principal, credentials, tokenUrl, audience, mask, ...options },
      authentication: this.authentication,
      client: this.#client,
    })
  }
}
