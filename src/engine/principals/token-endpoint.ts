// Builds token requests and the request for the public keys, and evaluates responses of the token endpoint.
import { unguessable } from '../../base/chance.ts'
import { bodyOf, statusOf } from '../../base/exchange.ts'
import { formType } from '../../base/http/media-type.ts'
import { at } from '../../base/json.ts'
import { basicOf } from '../../client/index.ts'
import type { RunConfig } from '../config.ts'
import type { Request } from '../requests/request.ts'
import type { TokenSources } from './token-sources.ts'

export class TokenEndpoint {
  readonly #config: RunConfig
  readonly #sources: TokenSources

  constructor(config: RunConfig, sources: TokenSources) {
    this.#config = config
    this.#sources = sources
  }

  /** If true, further requests cannot help (RFC 6749, 5.2). */
  get credentialsRefused(): boolean {
    const last = this.#sources.of('full')?.exchanges.at(-1)
    return last !== undefined && !this.requestRefused && [400, 401, 403].includes(statusOf(last))
  }

  /**
   * True if the specified endpoint refused the grant type or the media type (RFC 6749, 5.2), and the user
   * also supplied a token.
   */
  get requestRefused(): boolean {
    const last = this.#sources.of('full')?.exchanges.at(-1)
    if (last === undefined || !this.#sources.has('bearer') || !this.isAsSpecified) return false
    const body = bodyOf(last)
    const error = body.ok ? at(body.value, '/error') : undefined
    return statusOf(last) === 415 || (statusOf(last) === 400 && error === 'unsupported_grant_type')
  }

  get isAsSpecified(): boolean {
    const { authUrl, tokenUrl, audience, contract } = this.#config
    const specified = contract.authentication
    return tokenUrl === `${authUrl}${specified?.tokenPath}` && audience === specified?.audience
  }

  wrongSecretRequest(): Request | null {
    const { full, tokenUrl, audience } = this.#config
    if (full.client === null) return null
    const { id } = full.client
    const secret = `not-the-secret-${unguessable(8)}`
    const basic = this.#sources.authentication.wayOf(id) === 'basic'
    return {
      operation: 'token',
      method: 'POST',
      path: tokenUrl,
      effect: 'none',
      intent: 'unauthorised',
      mediaType: formType,
      body: {
        grant_type: 'client_credentials',
        ...(basic ? {} : { client_id: id, client_secret: secret }),
        ...(audience === '' ? {} : { audience }),
      },
      ...(basic ? { headers: { authorization: basicOf(id, secret) } } : {}),
    }
  }

  /** No specification defines this usual address of public keys. */
  keySetRequest(): Request {
    return {
      operation: 'token',
      method: 'GET',
      path: `${this.#config.authUrl}/.well-known/jwks.json`,
      effect: 'none',
      intent: 'probe',
    }
  }
}
