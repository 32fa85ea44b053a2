// The token endpoint for OAuth 2.0 client credentials (part 5 of the specification; RFC 6749).
import { timingSafeEqual } from 'node:crypto'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { parseBody } from '../http/body.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Variation } from '../variations/variation.ts'
import type { Client } from './clients.ts'
import { isApiAudience, type Tokens } from './tokens.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'any-secret-accepted': ['any.token-wrong-secret', 'A token is issued for a wrong client secret.'],
      'wrong-secret-repeated': [
        'any.token-wrong-secret',
        'The response to a wrong client secret repeats the secret.',
      ],
      'wrong-secret-500': ['any.token-wrong-secret', 'A token request with a wrong client secret gets 500.'],
      'wrong-secret-200': [
        'any.token-wrong-secret',
        'A token request with a wrong client secret gets 200 with an error in the body.',
      ],
      'token-type-missing': ['any.token-response', 'The response of the token endpoint lacks token_type.'],
      'tokens-cached': ['any.token-response', 'The response of the token endpoint allows caching.'],
      'opaque-tokens': ['any.token-is-jwt', 'The token endpoint issues opaque tokens.'],
      'unknown-scope-granted': ['any.token-scopes', 'The token endpoint grants a scope that does not exist.'],
      'unknown-verb-granted': [
        'any.token-scopes',
        'The token endpoint grants a scope whose verb does not exist for its resource.',
      ],
      'token-form-unread': [
        'any.client-credentials',
        'The token endpoint does not read forms, and responds that the grant is unsupported.',
      ],
      'token-form-refused': ['any.client-credentials', 'The token endpoint rejects a form with 415.'],
      'issued-tokens-for-another-audience': [
        ['any.client-credentials', 'any.either-scheme'],
        'The token endpoint issues tokens that the API does not accept.',
      ],
    },
  },
]

export interface TokenAnswer {
  readonly status: number
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string>>
}

export interface TokenEndpointContext {
  readonly clients: readonly Client[]
  readonly tokens: Tokens
  readonly lifetimeS: number
  readonly clientAuth: Variation['tokenAuth']
  readonly faulty: Faulty
}

// Caches must not store tokens (RFC 6749, section 5.1).
const headers = { 'cache-control': 'no-store', pragma: 'no-cache' }

export async function answerTokenRequest(
  body: Uint8Array,
  contentType: string | undefined,
  authorization: string | undefined,
  context: TokenEndpointContext,
): Promise<TokenAnswer> {
  try {
    const parameters = readParameters(body, contentType)
    const isForm = contentType?.includes('form') === true
    if (isForm && context.faulty('token-form-unread'))
      throw wrong('unsupported_grant_type', 'Only client_credentials is supported')
    if (isForm && context.faulty('token-form-refused'))
      throw new Refusal(415, 'invalid_request', 'The body must be JSON')
    const granted = await grant(parameters, authorization, context)
    return { status: 200, body: granted, headers: context.faulty('tokens-cached') ? {} : headers }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = { error: error.code, error_description: error.message }
    return { status: error.status, body: refused, headers: { ...headers, ...error.headers } }
  }
}

async function grant(
  parameters: JsonObject,
  authorization: string | undefined,
  context: TokenEndpointContext,
): Promise<JsonObject> {
  const { tokens, lifetimeS, faulty } = context
  const client = authenticateClient(parameters, authorization, context)
  if (parameters.grant_type === undefined)
    throw wrong('invalid_request', 'The parameter grant_type is missing')
  if (parameters.grant_type !== 'client_credentials')
    throw wrong('unsupported_grant_type', 'Only client_credentials is supported')
  const { audience, scope } = parameters
  if (typeof audience !== 'string') throw wrong('invalid_request', 'The parameter audience is missing')
  // The error code for an unknown audience comes from RFC 8707, section 2.
  if (!isApiAudience(audience)) throw wrong('invalid_target', `There is no API ${audience}`)
  const held = typeof scope === 'string' && scope !== '' ? narrowed(client, scope) : client.scopes
  const granted = [
    ...held,
    ...(faulty('unknown-scope-granted') ? ['manage:everything'] : []),
    ...(faulty('unknown-verb-granted') ? ['delete:tenant_settings'] : []),
  ]
  const claimed = faulty('issued-tokens-for-another-audience') ? 'https://elsewhere.example/' : audience
  const kept = scope === undefined ? tokens.kept(client.id) : null
  const token = kept ?? (await tokens.issue(client, claimed, lifetimeS, granted))
  tokens.handOut(client.id, token)
  return {
    access_token: faulty('opaque-tokens') ? tokens.disguise(token) : token,
    ...(faulty('token-type-missing') ? {} : { token_type: 'Bearer' }),
    expires_in: lifetimeS,
    scope: granted.join(' '),
  }
}

function narrowed(client: Client, scope: string): readonly string[] {
  const asked = scope.split(' ')
  const granted = client.scopes.filter((held) => asked.includes(held))
  if (granted.length === 0) throw wrong('invalid_scope', 'The client has none of these scopes')
  return granted
}

function readParameters(body: Uint8Array, contentType: string | undefined): JsonObject {
  try {
    const { value } = parseBody(body, contentType)
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof Invalid) && !(error instanceof Refusal)) throw error
  }
  throw wrong('invalid_request', 'The body must be a form or a JSON object')
}

function authenticateClient(
  parameters: JsonObject,
  authorization: string | undefined,
  { clients, clientAuth, faulty }: TokenEndpointContext,
): Client {
  const basic = basicCredentials(authorization)
  if (basic !== null && parameters.client_secret !== undefined)
    throw wrong('invalid_request', 'A client must not authenticate in two ways')
  const { id, secret } = basic ?? { id: parameters.client_id, secret: parameters.client_secret }
  const way = basic === null ? 'post' : 'basic'
  const refusal = new Refusal(
    401,
    'invalid_client',
    faulty('wrong-secret-repeated') ? `${secret} is wrong` : 'Client authentication failed',
    way === 'basic' || clientAuth === 'basic' ? { 'www-authenticate': 'Basic realm="tenant"' } : {},
  )
  if (clientAuth !== 'any' && clientAuth !== way) throw refusal
  const client = clients.find((candidate) => candidate.id === id)
  if (client !== undefined && typeof secret === 'string' && sameText(client.secret, secret)) return client
  if (client !== undefined && faulty('any-secret-accepted')) return client
  if (faulty('wrong-secret-500')) throw new Refusal(500, 'server_error', 'No such client')
  if (faulty('wrong-secret-200')) throw new Refusal(200, 'invalid_client', 'Client authentication failed')
  throw refusal
}

// The client form-encodes its id and its secret before it joins them (RFC 6749, section 2.3.1).
function basicCredentials(authorization: string | undefined): { id: string; secret: string } | null {
  const [, encoded] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  const decode = (text: string): string => new URLSearchParams(`v=${text}`).get('v') ?? ''
  return { id: decode(id), secret: decode(rest.join(':')) }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function wrong(code: string, message: string): Refusal {
  return new Refusal(400, code, message)
}
