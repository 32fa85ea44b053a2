// The request of the client credentials grant, as RFC 6749, 4.4.2 describes it.
import { bodyOf } from '../../base/exchange.ts'
import type { Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Call } from '../wire/call.ts'
import { basicOf, type ClientAuth } from './token-authentication.ts'
import { maskTokensIn } from './token-mask.ts'

/** The largest answer of a token endpoint that is read: of every secret in it each piece is made unprintable. */
export const tokenAnswerBytesMax = 65_536

/** The client that asks for a token. */
export interface TokenClient {
  readonly clientId: string
  readonly clientSecret: Secret
}

interface TokenRequest extends TokenClient {
  readonly principal: string
  readonly tokenUrl: string
  readonly audience: string
  /** Scopes to ask for; absent for what the client has. */
  readonly scope?: string
  /** How the client proves itself. */
  readonly way: ClientAuth
  readonly mask: SecretMask
}

/** The call, as a form. Tokens in its answer become unprintable before anybody else sees the exchange. */
export function tokenCall(request: TokenRequest): Call {
  const { clientId, clientSecret, way } = request
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(way === 'post' ? { client_id: clientId, client_secret: clientSecret.reveal() } : {}),
    audience: request.audience,
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  })
  return {
    method: 'POST',
    path: request.tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      // Not as `authorization`, which keeps tokens at the tenant's origin: the token endpoint may have another one.
      ...(way === 'basic' ? { authorization: basicOf(clientId, clientSecret) } : {}),
    },
    body: form.toString(),
    principal: request.principal,
    operation: 'token',
    writes: false,
    // The tokens in hand may be good for long.
    dispensable: true,
    bodyBytesMax: tokenAnswerBytesMax,
    beforeReport: (exchange) => {
      const body = bodyOf(exchange)
      maskTokensIn(request.mask, exchange.response?.body ?? '', body.ok ? body.value : undefined)
    },
  }
}
