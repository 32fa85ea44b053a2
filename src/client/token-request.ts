// The request of the client credentials grant, as part 5 of the specification and RFC 6749, 4.4.2 describe it.
import { bodyOf } from '../base/exchange.ts'
import type { Secret, SecretMask } from '../base/secret.ts'
import type { Call } from './call.ts'
import { maskTokensIn } from './token-mask.ts'

export interface TokenRequest {
  readonly principal: string
  readonly tokenUrl: string
  readonly audience: string
  readonly clientId: string
  readonly clientSecret: Secret
  readonly mask: SecretMask
}

/** The call, as a form. Tokens in its answer become unprintable before anybody else sees the exchange. */
export function tokenCall(request: TokenRequest): Call {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: request.clientId,
    client_secret: request.clientSecret.reveal(),
    audience: request.audience,
  })
  return {
    method: 'POST',
    path: request.tokenUrl,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    principal: request.principal,
    operation: 'token',
    writes: false,
    beforeReport: (exchange) => {
      const body = bodyOf(exchange)
      maskTokensIn(request.mask, exchange.response?.body ?? '', body.ok ? body.value : undefined)
    },
  }
}
