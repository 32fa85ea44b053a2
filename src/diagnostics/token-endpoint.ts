// Checks the token endpoint: its address, the client authentication (RFC 6749, section 2.3.1) and the
// audience.
import { clip } from '../base/clip.ts'
import { bodyOf, describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import type { Secret } from '../base/secret.ts'
import { createTokenSource, TokenAuthentication, type TokenOutcome } from '../client/index.ts'
import type { RunConfig } from '../engine/index.ts'
import { type Finding, question, splitRemedy } from './finding.ts'
import type { Probe } from './probe.ts'

const shownMax = 160
const about = question('token-endpoint', 'Does the token endpoint issue a token?')

export interface Obtained {
  readonly finding: Finding
  readonly token: Secret | null
  readonly response: JsonObject | null
}

export async function tokenOf(probe: Probe, config: RunConfig, audienceGiven: boolean): Promise<Obtained> {
  const { client } = config.full
  if (client === null) throw new Error('no client for the token request')
  const authentication = new TokenAuthentication(config.tokenAuth)
  const ask = (audience: string): Promise<TokenOutcome> =>
    createTokenSource({
      principal: 'full',
      credentials: { clientId: client.id, clientSecret: client.secret },
      tokenUrl: config.tokenUrl,
      audience,
      authentication,
      client: probe.client,
      mask: config.mask,
    }).token()
  const elsewhere = await movedTo(probe, config.tokenUrl)
  if (elsewhere !== null) return { finding: elsewhere, token: null, response: null }
  const first = await ask(config.audience)
  if (first.ok)
    return {
      ...had(first),
      finding: about.ok(
        `${config.tokenUrl} issues a token${byBasic(authentication)}`,
        ways(authentication, config),
      ),
    }
  const other = `${config.baseUrl}/`
  // With these statuses, the endpoint may have accepted the client, but not the audience.
  const status = first.exchange === null ? 0 : statusOf(first.exchange)
  if (!audienceGiven && config.audience !== other && [400, 401, 403].includes(status)) {
    const second = await ask(other)
    if (second.ok)
      return {
        ...had(second),
        finding: about.problem(
          'configuration',
          `${config.tokenUrl} issues a token for the audience ${other}, but not for ${config.audience}`,
          `Set TENANT_AUDIENCE=${other}.`,
          { sets: { TENANT_AUDIENCE: other, ...ways(authentication, config).sets } },
        ),
      }
  }
  return { finding: refusalOf(first, config), token: null, response: null }
}

function refusalOf(
  { reason, exchange }: TokenOutcome & { readonly ok: false },
  { tokenUrl }: RunConfig,
): Finding {
  const status = exchange === null ? 0 : statusOf(exchange)
  if (exchange === null || status === 0)
    return about.problem(
      'tenant',
      ...splitRemedy(exchange?.failure?.message ?? reason, 'Check TENANT_TOKEN_URL.'),
    )
  const location = exchange.response?.headers.location
  const what = location === undefined ? describeResponse(exchange) : `${status}, to ${location}`
  return about.problem('tenant', `${tokenUrl} returns ${clip(what, shownMax)}`, remedyFor(status))
}

function remedyFor(status: number): string {
  if (status < 400) return 'Set TENANT_TOKEN_URL to the token endpoint: the current address issues no tokens.'
  if (status === 404 || status === 405) return 'Correct TENANT_TOKEN_URL, or TENANT_AUTH_URL.'
  if (status === 429) return "Wait until the endpoint's rate limit allows more requests."
  if (status >= 500) return "Read the tenant's log."
  return 'Check the id and the secret of the client, and whether it may use the grant client_credentials for TENANT_AUDIENCE.'
}

function had({
  token,
  response,
}: TokenOutcome & { readonly ok: true }): Pick<Obtained, 'token' | 'response'> {
  return { token, response }
}

function byBasic({ found }: TokenAuthentication): string {
  return found.includes('basic') ? ' if the client authenticates with HTTP Basic' : ''
}

function ways({ found }: TokenAuthentication, { tokenAuth }: RunConfig): { sets: Record<string, string> } {
  return { sets: found.includes('basic') && tokenAuth === 'auto' ? { TENANT_TOKEN_AUTH: 'basic' } : {} }
}

/**
 * Tries the address with or without a final slash. Sends no secret, because only the configured address may
 * get the secret.
 */
async function movedTo(probe: Probe, tokenUrl: string): Promise<Finding | null> {
  if (!isAbsent(await askBarely(probe, tokenUrl))) return null
  const other = tokenUrl.endsWith('/') ? tokenUrl.replace(/\/+$/, '') : `${tokenUrl}/`
  if (!speaksOfTokens(await askBarely(probe, other))) return null
  return about.problem(
    'configuration',
    `the token endpoint is not at ${tokenUrl}, but at ${other}`,
    `Set TENANT_TOKEN_URL=${other}.`,
    { sets: { TENANT_TOKEN_URL: other } },
  )
}

function askBarely({ client }: Probe, url: string): Promise<Exchange> {
  return client.send({
    method: 'POST',
    path: url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    principal: 'none',
    operation: 'token',
    writes: false,
  })
}

function isAbsent(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  return status === 404 || status === 405 || status === 410 || (status >= 300 && status < 400)
}

/** Recognises an OAuth error, for example about a missing client (RFC 6749, section 5.2). */
function speaksOfTokens(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return (
    [400, 401, 403].includes(statusOf(exchange)) &&
    body.ok &&
    isObject(body.value) &&
    typeof body.value.error === 'string'
  )
}
