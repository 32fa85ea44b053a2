// Finds out whether the tenant's API responds. If not, advises the user which settings to check.
import { clip } from '../../base/clip.ts'
import { bodyOf, describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { isJwt } from '../../client/index.ts'
import { type Attempt, isUnavailable, isUndecided, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import type { Blocker } from '../judge/verdict.ts'
import { harmlessRequests, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'

export type Responder = 'api' | 'silence' | 'refused' | 'missing' | 'page' | 'gateway' | 'constant'

export async function preflight(session: Session, resources: Resources): Promise<Blocker | null> {
  const { contract } = session
  const operation = contract.operations.get(contract.probe ?? '')
  if (operation === undefined) return null
  const probe = operationRequest(contract, operation, '', undefined)
  const asked = new Map<Responder, Attempt>()
  const ask = async (request: Request, as: 'full' | 'none'): Promise<Responder> => {
    const exchange = await session.send(request, { as })
    const kind = responderOf(exchange)
    if (!asked.has(kind)) asked.set(kind, exchange)
    return kind
  }
  // Without a token, the tenant cannot carry out the requests.
  const as = session.config.writes === 'none' ? 'none' : 'full'
  const harmless = harmlessRequests(contract)
  let first: Responder
  try {
    first = await ask(probe, 'full')
    // Perhaps only the first operation is faulty.
    for (const request of first === 'api' || first === 'missing' ? [] : harmless)
      if ((await ask(request, as)) !== first) return null
    const constant = first === 'api' ? await constantAnswer(session, asked.get('api'), harmless, as) : null
    if (constant !== null) return blockerOf('constant', constant, session)
    // Perhaps only the token of `full` is wrong.
    if (first === 'refused' && session.principals.has('bearer')) {
      const other = await session.send({ ...probe, intent: 'probe' }, { as: 'bearer' })
      if (responderOf(other) !== 'refused') return null
    }
  } catch (error) {
    if (!isUndecided(error)) throw error
    if (session.client.waitedOut) return { reason: session.client.waitedOutReason, misplaced: false }
    return withoutCredentials(session, { ...probe, intent: 'unauthorised' }, error.message)
  }
  if (first === 'api') return null
  // A 404 may refer to an id in the path, unless all other requests get 404 too.
  if (first === 'missing' && (await servesOtherOperation(session, probe, resources))) return null
  const exchange = asked.get(first)
  return exchange === undefined ? null : blockerOf(first, exchange, session)
}

/**
 * Returns the response to the probe if it does not fit the operation, and all other requests get the same
 * response.
 */
async function constantAnswer(
  session: Session,
  probed: Attempt | undefined,
  others: readonly Request[],
  as: 'full' | 'none',
): Promise<Exchange | null> {
  const { response = null, accepted = true } = probed ?? {}
  if (probed === undefined || response === null || response.status > 299 || accepted) return null
  for (const request of others) {
    const { response: other } = await session.send(request, { as })
    if (other?.status !== response.status || other.body !== response.body) return null
  }
  return others.length === 0 ? null : probed
}

async function servesOtherOperation(
  session: Session,
  probe: Request,
  { adapters, pools }: Resources,
): Promise<boolean> {
  const keys = await session.send({ ...probe, intent: 'unauthorised' }, { as: 'none' })
  if (responderOf(keys) !== 'missing') return true
  const { contract, config } = session
  if (contract.openapi !== null && (await servesOtherRead(session, probe))) return true
  for (const pool of config.writes === 'none' ? [] : pools.values()) {
    const { resource, depth } = pool.kind
    const body = adapters.named(resource.name).guess?.()
    const creation = lifeOf(contract, resource, 'create')
    if (body === undefined || creation === null || depth > 0) continue
    const owned: string[] = []
    try {
      const request: Request = { ...operationRequest(contract, creation, '', body), intent: 'probe' }
      return responderOf(await pool.send(request, {}, owned)) !== 'missing'
    } catch (error) {
      if (isUndecided(error)) return false
      throw error
    } finally {
      await pool.remove(owned)
    }
  }
  return false
}

const otherReadsMax = 8

async function servesOtherRead(session: Session, probe: Request): Promise<boolean> {
  const { contract } = session
  const reads = [...contract.operations.values()].filter(
    ({ name, method, path }) => method === 'GET' && !path.includes('{') && name !== probe.operation,
  )
  for (const operation of reads.slice(0, otherReadsMax)) {
    const request = { ...operationRequest(contract, operation, '', undefined), intent: 'probe' } as const
    const attempt = await session.send(request, { as: 'full' })
    if (attempt.accepted || responderOf(attempt) === 'api') return true
  }
  return false
}

// Continues without a token, because some clauses need none.
async function withoutCredentials(
  session: Session,
  request: Request,
  reason: string,
): Promise<Blocker | null> {
  if (session.principals.endpoint.credentialsRefused) return { reason, misplaced: false }
  const exchange = await session.send(request, { as: 'none' }).catch((error: unknown) => {
    if (error instanceof NotRun) return error
    throw error
  })
  if (exchange instanceof NotRun)
    return { reason: `the tenant was not reached: ${reason}; ${exchange.message}`, misplaced: false }
  const kind = responderOf(exchange)
  if (kind !== 'api' && kind !== 'refused') return blockerOf(kind, exchange, session)
  session.emit({ type: 'note', message: `No request can carry a token: ${reason}` })
  return null
}

export function responderOf(exchange: Exchange): Responder {
  const status = statusOf(exchange)
  if (status === 0 || status === 429) return 'silence'
  if (isUnavailable(exchange)) return 'gateway'
  const body = bodyOf(exchange)
  const empty = exchange.response?.body === ''
  if (status < 300)
    return empty || (body.ok && (isObject(body.value) || Array.isArray(body.value))) ? 'api' : 'page'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404 || status === 405 || status === 410) return 'missing'
  const { headers = {} } = exchange.response ?? {}
  const html = /html/.test(headers['content-type'] ?? '')
  if (html || (status >= 300 && status < 400)) return 'page'
  // Without a body and parameters, any other 4xx status must be a refusal of the token.
  return status < 500 ? 'refused' : 'api'
}

function blockerOf(
  kind: Exclude<Responder, 'api'>,
  exchange: Exchange,
  { config, contract, client }: Session,
): Blocker {
  const { waitedOut, waitedOutReason } = client
  const { method, url } = exchange.request
  const asked = `${method} ${url}`
  const came = describeResponse(exchange)
  const location = exchange.response?.headers.location
  const reasons: Readonly<Record<typeof kind, string>> = {
    silence: waitedOut
      ? waitedOutReason
      : `the tenant can't be checked at ${config.baseUrl}: ${exchange.failure?.message ?? 'the tenant returns 429 for every request: run with a lower --rate, or later'}`,
    refused: `the tenant refuses ${credentialOf(config)} at every operation that was tried (${asked} got ${came}): check ${proofOf(config)}`,
    missing: `no API was found at ${config.baseUrl} (${asked} got ${came}): check the path of --base-url or TENANT_BASE_URL${contract.basePath === null ? '' : `, which ends with ${contract.basePath} for most tenants`}`,
    page: `the base URL ${config.baseUrl} returns a web page instead of the API (${asked} got ${location === undefined ? came : `${statusOf(exchange)}, to ${clip(location, 200)}`}): check the base URL, and whether a proxy in front of the tenant asks for a login`,
    constant: `every request gets the same response (${asked} got ${came}): check the base URL, and whether a stub runs there instead of the API`,
    gateway: `a gateway responds instead of the tenant (${asked} got ${came}): make sure that the tenant is running, and run again`,
  }
  return { reason: reasons[kind], misplaced: kind === 'missing' || kind === 'page' }
}

function credentialOf({ full, schemes }: RunConfig): string {
  if (schemes.size > 0) return 'the credentials'
  return full.accessToken === null ? 'the token of the client TENANT_CLIENT_ID' : 'TENANT_ACCESS_TOKEN'
}

function proofOf({ full: { accessToken }, schemes }: RunConfig): string {
  const given = [...schemes.values()].flatMap(({ variables, parts }) =>
    variables.filter((_, index) => parts[index] !== null),
  )
  if (given.length > 0) return [...new Set(given)].join(', ')
  if (accessToken === null) return 'the client, its audience and its scopes'
  const form = isJwt(accessToken.reveal()) ? 'its expiry' : 'that it is complete (it is not a JWT)'
  return `${form}, its audience and its scopes`
}
