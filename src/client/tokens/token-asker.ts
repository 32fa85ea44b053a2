// Requests tokens. If the tenant rejects the client authentication, tries the other method.
import { describeResponse, type Exchange, isClientError, statusOf } from '../../base/exchange.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Client } from '../client.ts'
import { readTokenAnswer, type TokenAnswer } from './token-answer.ts'
import { type ClientAuth, spellingsOf, type TokenAuthentication } from './token-authentication.ts'
import { type TokenClient, tokenCall } from './token-request.ts'

export interface TokenAskerOptions {
  readonly principal: string
  /**
   * Address of the token endpoint, for example `https://login.example/oauth/token` (RFC 6749, section 3.2).
   */
  readonly tokenUrl: string
  readonly audience: string
  /** Scopes, separated by blanks (RFC 6749, section 3.3). By default, the tenant chooses the scopes. */
  readonly scope?: string
  /** All principals share this object, so the run searches for the client authentication only once. */
  readonly authentication: TokenAuthentication
  readonly client: Client
  readonly mask: SecretMask
}

export type Asked = TokenAnswer & { readonly exchange: Exchange }

const wordsOf: Readonly<Record<ClientAuth, string>> = {
  post: 'With client id and secret in the body,',
  basic: 'With client id and secret by HTTP Basic,',
}

// Limited, because short-lived tokens cause many exchanges.
const exchangesKeptMax = 20

/**
 * Maximum size, in characters, of the token responses of one principal. The mask keeps each token, so tokens
 * could fill the memory.
 */
export const tokenAnswersBytesMax = 524_288

/** After this number of consecutive timeouts, no more requests are sent. */
export const silentMax = 2

export class TokenAsker {
  readonly exchanges: Exchange[] = []
  readonly #options: TokenAskerOptions
  readonly #client: TokenClient
  #bothRefused = false
  // Separate counts, so that checks cannot block the clean-up.
  readonly #answeredBytes = { checks: 0, cleanUp: 0 }
  readonly #silent = { checks: 0, cleanUp: 0 }

  constructor(options: TokenAskerOptions, client: TokenClient) {
    this.#options = options
    this.#client = client
    options.mask.add(client.clientSecret)
    for (const spelling of spellingsOf(client.clientId, client.clientSecret)) options.mask.add(spelling)
  }

  async ask(cleanUp: boolean): Promise<Asked> {
    const { authentication, mask, principal, tokenUrl } = this.#options
    const { clientId } = this.#client
    const part = cleanUp ? 'cleanUp' : 'checks'
    const latest = this.exchanges.at(-1)
    if (latest !== undefined && this.#silent[part] >= silentMax)
      return { ...readTokenAnswer(latest, principal, mask), exchange: latest }
    if (latest !== undefined && this.#answeredBytes[part] > tokenAnswersBytesMax) {
      const reason = `${tokenUrl} returned more than ${tokenAnswersBytesMax} bytes for ${principal}: make the tokens shorter, or valid for a longer time.`
      return { ok: false, reason, exchange: latest }
    }
    const way = authentication.wayOf(clientId)
    const first = await this.#askBy(way, cleanUp)
    const other = first.ok || this.#bothRefused ? null : authentication.otherWayOf(clientId, way)
    if (first.ok || other === null || !maybeForItsWay(first)) return first
    const second = await this.#askBy(other, cleanUp)
    if (second.ok) return second
    this.#bothRefused = refused(second)
    const told = `${wordsOf[other]} the token endpoint returned ${describeResponse(second.exchange)}`
    return { ...first, reason: `${first.reason} ${mask.mask(told)}` }
  }

  async #askBy(way: ClientAuth, cleanUp: boolean): Promise<Asked> {
    const { client, mask, principal, authentication } = this.#options
    const exchange = await client.send({ ...tokenCall({ ...this.#options, ...this.#client, way }), cleanUp })
    const part = cleanUp ? 'cleanUp' : 'checks'
    this.#answeredBytes[part] += exchange.response?.body.length ?? 0
    if (exchange.failure?.kind === 'timeout') this.#silent[part] += 1
    else this.#silent.checks = this.#silent.cleanUp = 0
    this.exchanges.push(exchange)
    if (this.exchanges.length > exchangesKeptMax) this.exchanges.shift()
    const answer = readTokenAnswer(exchange, principal, mask)
    if (answer.ok) authentication.worked(this.#client.clientId, way)
    return { ...answer, exchange }
  }
}

// RFC 6749, section 5.2: the status is 401 or 400 if the client authentication failed.
function maybeForItsWay({ exchange }: Asked): boolean {
  return [400, 401].includes(statusOf(exchange))
}

function refused({ exchange }: Asked): boolean {
  return isClientError(exchange) && statusOf(exchange) !== 429
}
