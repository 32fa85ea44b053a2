// Builds requests of the client credentials grant (RFC 6749, section 4.4.2).
import { bodyOf } from '../../base/exchange.ts'
import type { Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Call } from '../wire/call.ts'
import { basicOf, type ClientAuth } from './token-authentication.ts'
import { maskTokensIn } from './token-mask.ts'

/** Low, because the mask keeps all tokens of a response. */
export const tokenAnswerBytesMax = 65_536

export interface TokenClient {
  readonly clientId: string
  readonly clientSecret: Secret
}

interface TokenRequest extends TokenClient {
  readonly principal: string
  readonly tokenUrl: string
  readonly audience: string
  readonly scope?: string
  readonly way: ClientAuth
  readonly mask: SecretMask
}

/** Masks the tokens of the response before the client reports the exchange. */
export function tokenCall(request: TokenRequest): Call {
  const { clientId, clientSecret, way } = request
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(way === 'post' ? { client_id: clientId, client_secret: clientSecret.reveal() } : {}),
    ...(request.audience === '' ? {} : { audience: request.audience }),
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  })
  return {
    method: 'POST',
    path: request.tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      // The client sends `Call.authorization` only to the tenant, not to the token endpoint.
      ...(way === 'basic' ? { authorization: basicOf(clientId, clientSecret) } : {}),
    },
    body: form.toString(),
    principal: request.principal,
    operation: 'token',
    writes: false,
    // A failed token request need not stop the run, because the current token can still be valid.
    dispensable: true,
    bodyBytesMax: tokenAnswerBytesMax,
    beforeReport: (exchange) => {
      const body = bodyOf(exchange)
      maskTokensIn(request.mask, exchange.response?.body ?? '', body.ok ? body.value : undefined)
    },
  }
}
