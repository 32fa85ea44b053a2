// Gets the tokens that the tenant issued: from its token endpoint or from the user.
import { isServerFailure } from '../../base/exchange.ts'
import type { TokenOutcome, TokenSource } from '../../client/index.ts'
import { Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { credentialsOf, type IssuedPrincipal, isAdditional } from './principal.ts'
import type { TokenEndpoint } from './token-endpoint.ts'
import type { TokenSources } from './token-sources.ts'

export class IssuedTokens {
  readonly #config: RunConfig
  readonly #sources: TokenSources
  readonly #endpoint: TokenEndpoint
  /** True if the endpoint issues no token, and the run sends the user's token instead. */
  #standsIn = false

  constructor(config: RunConfig, sources: TokenSources, endpoint: TokenEndpoint) {
    this.#config = config
    this.#sources = sources
    this.#endpoint = endpoint
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

  // Gets the tokens of the main principals first, because the endpoint may issue only a few.
  async #haveOthers(): Promise<void> {
    for (const principal of ['full', 'limited', 'nonGlobal'] as const)
      await this.#sources.of(principal)?.token()
  }

  /**
   * @throws NotRun if the principal has no credentials
   * @throws Inconclusive if the endpoint issues no token
   */
  async token(principal: IssuedPrincipal, cleaning: boolean): Promise<string> {
    const own = await this.outcome(principal, cleaning)
    if (principal === 'full')
      this.#standsIn = !own.ok && this.#sources.has('bearer') && !this.#endpoint.credentialsRefused
    const outcome = this.#standsIn && principal === 'full' ? await this.outcome('bearer', cleaning) : own
    if (!outcome.ok)
      throw new Inconclusive(
        `no token for ${principal}: ${outcome.reason}`,
        outcome.exchange !== null && isServerFailure(outcome.exchange) ? 'failing' : 'user',
      )
    return outcome.token.reveal()
  }

  sourceOf(principal: IssuedPrincipal): TokenSource | undefined {
    return this.#sources.of(principal === 'full' && this.#standsIn ? 'bearer' : principal)
  }

  /** Returns whether the user supplied the token, so that the run cannot renew it. */
  isGiven(principal: IssuedPrincipal): boolean {
    const { full, limited, nonGlobal } = this.#config
    if (isAdditional(principal)) return false
    if (principal === 'bearer') return true
    const { accessToken, client } = { full, limited, nonGlobal }[principal]
    return accessToken !== null && (principal !== 'full' || client === null)
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
}
