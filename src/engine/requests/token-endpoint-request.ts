// Requests to the origin of the token endpoint: one to be refused, and one for public keys.
import { unguessable } from '../../base/chance.ts'
import { basicOf, type TokenAuthentication } from '../../client/index.ts'
import type { RunConfig } from '../config.ts'
import type { Request } from './request.ts'

/** Sent as the right secret was accepted. */
export function wrongSecretRequest(
  { tokenUrl, audience }: Pick<RunConfig, 'tokenUrl' | 'audience'>,
  clientId: string,
  authentication: TokenAuthentication,
): Request {
  const secret = `not-the-secret-${unguessable(8)}`
  const basic = authentication.wayOf(clientId) === 'basic'
  return {
    operation: 'token',
    method: 'POST',
    path: tokenUrl,
    effect: 'none',
    intent: 'unauthorised',
    mediaType: 'application/x-www-form-urlencoded',
    body: {
      grant_type: 'client_credentials',
      ...(basic ? {} : { client_id: clientId, client_secret: secret }),
      audience,
    },
    ...(basic ? { headers: { authorization: basicOf(clientId, secret) } } : {}),
  }
}

/** The usual address, which no specification fixes. */
export function keySetRequest({ authUrl }: Pick<RunConfig, 'authUrl'>): Request {
  return {
    operation: 'token',
    method: 'GET',
    path: `${authUrl}/.well-known/jwks.json`,
    effect: 'none',
    intent: 'probe',
  }
}
