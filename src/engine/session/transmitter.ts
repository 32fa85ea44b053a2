// Sends a request, and repeats it with a new token if the token may have expired.
import { sleep } from '../../base/clock.ts'
import { isServerFailure, statusOf } from '../../base/exchange.ts'
import { location, noteView, type ResponseView } from '../../base/http/response-view.ts'
import type { Client } from '../../client/index.ts'
import type { Contract } from '../../contract/index.ts'
import { type Acceptance, type Attempt, acceptanceOf, attemptOf, Inconclusive } from '../../oracle/index.ts'
import { credentialsOf, type IssuedPrincipal, isAdditional, type Principal } from '../principals/principal.ts'
import { type Principals, type RequestCredentials, renewablePart } from '../principals/principals.ts'
import { type Request, serialise } from '../requests/request.ts'
import type { Monitor } from '../watch/monitor.ts'
import { EntityTags } from './entity-tags.ts'
import type { RequestCount } from './request-count.ts'

export interface SendOptions {
  readonly as?: Principal
  /** The principal whose token the run forges. Default: `full`. */
  readonly of?: IssuedPrincipal
  /** True to request a new token after a refusal. Default: true. */
  readonly renewing?: boolean
  /** True to ignore the write mode, the budget and an interruption. */
  readonly cleaning?: boolean
  readonly unblocked?: boolean
  /** True to repeat the request after a 429. Default: true. */
  readonly retryOnRateLimit?: boolean
  readonly credentials?: RequestCredentials
  /** See `chain` in `Call`. Default: 0. */
  readonly chain?: number
}

const renewalsMax = 5
const renewalPauseMs = 40

interface Transmitting {
  readonly contract: Contract
  readonly client: Client
  readonly monitor: Monitor
  readonly principals: Principals
  readonly requestCount: RequestCount | null
  readonly signal: AbortSignal
}

export class Transmitter {
  readonly #tags = new EntityTags()
  readonly #session: Transmitting
  readonly #accepts: Acceptance

  constructor(session: Transmitting) {
    this.#session = session
    this.#accepts = acceptanceOf(session.contract)
  }

  /**
   * After a refusal, requests a new token, because no status is specific to an expired token.
   * @throws Inconclusive if there is no new token
   */
  async transmitRenewing(
    request: Request,
    principal: IssuedPrincipal,
    credentials: RequestCredentials,
    options: SendOptions,
  ): Promise<Attempt> {
    const { cleaning = false, renewing = true } = options
    let sent = credentials
    let replacing: 'ended' | 'refused' | null = null
    for (let renewals = 0; ; renewals += 1) {
      const used = renewablePart(sent)
      const scheme = sent.session?.scheme ?? null
      const exchange = await this.transmit(request, principal, sent, options)
      const status = statusOf(exchange)
      if (used !== null && exchange.accepted) this.#session.monitor.passingRefusals.noteServed(used)
      const ended =
        status >= 300 &&
        status < 500 &&
        status !== 429 &&
        this.#session.principals.mayHaveEnded(principal, used, scheme)
      const mayBeRevoked =
        renewing &&
        status === 401 &&
        (renewals === 0 || this.#session.principals.refusals.endedEarly) &&
        (request.intent !== 'unauthorised' || principal !== 'full') &&
        !this.#session.principals.refusals.isRefusedAnew(principal, used, scheme)
      if (renewing) this.#session.principals.refusals.noteAnswer(principal, used, status, replacing, scheme)
      const endsEarly =
        scheme !== null &&
        status === 401 &&
        !cleaning &&
        request.intent !== 'unauthorised' &&
        this.#session.principals.refusals.endedEarly
      const early = (): Inconclusive =>
        new Inconclusive(`the tenant ends sessions of the scheme "${scheme}" before the run uses them`)
      if (!ended && !mayBeRevoked) {
        if (endsEarly) throw early()
        return exchange
      }
      const again = ended ? null : await this.#pastRefusal(exchange, request, principal, sent, options)
      if (again !== null) return again
      if (renewals > 0 && !ended) await sleep(renewals * renewalPauseMs, this.#session.signal)
      const fresh =
        renewals < renewalsMax ? await this.#session.principals.renewed(principal, sent, cleaning) : null
      if (fresh === null || renewablePart(fresh) === used) {
        if (cleaning) return exchange
        if (endsEarly) throw early()
        if (!ended && (scheme !== null || !this.#session.principals.mayBeRevoked(principal))) return exchange
        if (!ended)
          throw new Inconclusive(
            `the tenant ended tokens during the run, perhaps also the token of ${principal}: supply a fresh ${credentialsOf[isAdditional(principal) ? 'full' : principal]}`,
            'user',
          )
        if (scheme !== null)
          throw new Inconclusive(
            `the session of the scheme "${scheme}" has ended, and no login returns a new session`,
            'tenant',
          )
        throw new Inconclusive(
          `the access token of ${principal} has expired: supply a fresh token or client credentials`,
          'user',
        )
      }
      replacing = ended ? 'ended' : 'refused'
      sent = fresh
    }
  }

  /** Returns null if a repetition with the same token decides nothing. */
  async #pastRefusal(
    refused: Attempt,
    request: Request,
    principal: Principal,
    credentials: RequestCredentials,
    options: SendOptions,
  ): Promise<Attempt | null> {
    const used = renewablePart(credentials)
    // A token that the tenant never accepted may be invalid.
    if (used === null || !this.#session.monitor.passingRefusals.wasServed(used)) return null
    const again = await this.transmit(request, principal, credentials, options)
    if (isServerFailure(again) || [401, 429].includes(statusOf(again))) return null
    this.#session.monitor.passingRefusals.see(refused, again, used)
    return again
  }

  async transmit(
    request: Request,
    principal: Principal,
    { authorization, others }: RequestCredentials,
    { cleaning = false, retryOnRateLimit = true, chain }: SendOptions,
  ): Promise<Attempt> {
    const body = serialise(request)
    const exchange = await this.#session.client.send({
      method: request.method,
      path: request.path,
      headers: this.#tags.current(request.path, sentHeaders(request, body)),
      ...(request.headerCase === undefined ? {} : { headerCase: request.headerCase }),
      body,
      principal,
      operation: request.operation,
      authorization,
      ...(others.length === 0 ? {} : { credentials: others }),
      writes: request.effect !== 'none',
      cleanUp: cleaning,
      chain,
      retryOnRateLimit: retryOnRateLimit,
      ...(request.login === undefined || request.rawBody !== undefined
        ? {}
        : this.#session.principals.logins.hiding(request.login)),
    })
    this.#tags.see(request.path, exchange)
    const { operation, view } = request
    if (view !== undefined && exchange.response !== null && statusOf(exchange) < 300)
      // After a 202, Location is not the address of the new resource.
      noteView(exchange.response, statusOf(exchange) === 202 ? withoutLocation(view) : view)
    const creates = this.#session.contract.operations.get(operation)?.act === 'create'
    this.#session.requestCount?.see(exchange, creates || operation.startsWith('fixture:create'))
    return attemptOf(exchange, this.#accepts)
  }
}

const withoutLocation = (view: ResponseView): ResponseView =>
  view.id?.from === location ? { ...view, id: null } : view

function sentHeaders({ headers, mediaType }: Request, body: string | null): Readonly<Record<string, string>> {
  const all: Record<string, string> = { accept: 'application/json' }
  if (body !== null) all['content-type'] = mediaType ?? 'application/json'
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value === null) delete all[name]
    else all[name] = value
  return all
}
