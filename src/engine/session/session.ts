// A session: every request of a run goes through `send`.
import { nowMs, sleep, tickMs } from '../../base/clock.ts'
import { LatestMap } from '../../base/collections/latest-map.ts'
import type { Phase, RunEvent } from '../../base/event.ts'
import { isServerFailure, statusOf } from '../../base/exchange.ts'
import type { Client } from '../../client/index.ts'
import type { Contract } from '../../contract/index.ts'
import {
  type Acceptance,
  type Attempt,
  acceptanceOf,
  attemptOf,
  Inconclusive,
  isUndecided,
  NotAllowed,
  NotRun,
} from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'
import type { Finding, Findings } from '../judge/findings.ts'
import { Principals } from '../requests/principal.ts'
import {
  credentialsOf,
  type Further,
  type Genuine,
  isFurther,
  isIssued,
  type Principal,
} from '../requests/principal-name.ts'
import { type Effect, type Request, serialise } from '../requests/request.ts'
import type { Monitor } from '../watch/monitor.ts'
import { Answers } from './answers.ts'
import { History } from './history.ts'
import { Losses } from './losses.ts'
import { Patience } from './patience.ts'
import type { RequestCount } from './request-count.ts'

export interface SessionParts {
  readonly config: RunConfig
  readonly knowledge: Knowledge
  readonly client: Client
  readonly monitor: Monitor
  readonly findings: Findings
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
  readonly requestCount?: RequestCount | undefined
}

export interface SendOptions {
  /** Default: full. */
  readonly as?: Principal
  /** The owner of the token that a forged one derives from; default: full. */
  readonly of?: Genuine | Further
  /** Repeats with a fresh token if an unexpired one is refused; default true. */
  readonly renewing?: boolean
  /** Ignores the write mode, the budget and interruptions. */
  readonly cleaning?: boolean
  /** Repeats after a 429; default true. */
  readonly patient?: boolean
  /** Checks in sequence from this one on; default 0: see `Call`. */
  readonly chain?: number
}

const unservedKeptMax = 200

const effects: readonly Effect[] = ['none', 'reversible', 'destructive']

// A removal, and one retry after a rate limit or a failure.
const cleanUpRequests = 2

/** In all properties of a run. */
export const shrinksMax = 200

const isServed = (principal: Principal): boolean => isIssued(principal) || principal === 'scheme-case'

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

// Then the operation hangs.
const timeoutsInARowMax = 2

// For one request.
const renewalsMax = 5
const renewalPauseMs = 40

export class Session {
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly client: Client
  readonly monitor: Monitor
  readonly findings: Findings
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
  readonly requestCount: RequestCount | null
  readonly principals: Principals
  /** Marks everything that the run creates. */
  readonly marker: string
  /** Differs between runs, so that their short names seldom clash. */
  readonly offset: number
  readonly patience = new Patience()
  readonly losses = new Losses()
  readonly history = new History()
  readonly answers = new Answers()
  /** By exchange id, for sending again. */
  readonly unserved = new LatestMap<number, readonly [Request, SendOptions]>(unservedKeptMax)
  phase: Phase = 'preflight'
  readonly #timeouts = new Map<string, number>()
  readonly #accepts: Acceptance
  readonly #startedAtTick = tickMs()
  #config: RunConfig
  #counter = 0
  #shrinks = 0

  constructor(parts: SessionParts, marker: string) {
    this.#config = parts.config
    this.contract = parts.config.contract
    this.knowledge = parts.knowledge
    this.client = parts.client
    this.monitor = parts.monitor
    this.findings = parts.findings
    this.emit = parts.emit
    this.signal = parts.signal
    this.requestCount = parts.requestCount ?? null
    this.marker = marker
    this.offset = Number.parseInt(marker.slice(-4), 16)
    this.principals = new Principals(parts.config, parts.client)
    this.#accepts = acceptanceOf(this.contract)
  }

  get config(): RunConfig {
    return this.#config
  }

  /** Call before the first check. */
  deepen(config: Pick<RunConfig, 'depth' | 'examples' | 'requestsMax'>): void {
    const { depth, examples, requestsMax } = config
    this.#config = { ...this.#config, depth, examples, requestsMax }
    this.client.allow(requestsMax)
  }

  counted<T>(scope: string | undefined, task: () => Promise<T>): Promise<T> {
    return this.requestCount === null || scope === undefined ? task() : this.requestCount.run(scope, task)
  }

  mayShrink(): boolean {
    this.#shrinks += 1
    return this.#shrinks <= shrinksMax
  }

  /** A negative number releases budget. */
  reserve(resources: number): void {
    this.client.reserve(resources * cleanUpRequests)
  }

  /** Unique within the run. */
  next(): number {
    this.#counter += 1
    return this.#counter
  }

  allows(effect: Effect): boolean {
    return effects.indexOf(effect) <= effects.indexOf(this.config.writes)
  }

  /** @throws NotRun if the write mode, the budget, a missing credential or an interruption forbids it */
  async send(request: Request, options: SendOptions = {}): Promise<Attempt> {
    const { as: principal = 'full', cleaning = false, of } = options
    if (!cleaning) this.#permit(request, principal)
    const authorization = await this.principals
      .authorization(principal, cleaning, of)
      .catch((error: unknown) => {
        // Clean-up goes on without a token, to report what is left.
        if (cleaning && isUndecided(error)) return error
        throw error
      })
    if (authorization instanceof Error) return this.#unsent(request, principal, authorization.message)
    this.monitor.begin(request)
    const exchange = isIssued(principal)
      ? await this.#transmitRenewing(request, principal, authorization, options)
      : await this.#transmit(request, principal, authorization, options)
    this.#timeouts.set(
      request.operation,
      exchange.failure?.kind === 'timeout' ? (this.#timeouts.get(request.operation) ?? 0) + 1 : 0,
    )
    // An unsent request is no observation.
    if (cleaning && exchange.id === 0) return exchange
    if (exchange.failure?.kind === 'budget')
      throw new NotRun(this.#unsentReason(exchange.failure.message), 'run')
    if (exchange.failure?.kind === 'stopped' && exchange.id === 0)
      throw new NotRun('the run was interrupted', 'run')
    if (this.contract.operations.has(exchange.operation) && ![0, 429].includes(statusOf(exchange)))
      this.findings.served(exchange.operation, exchange.accepted)
    this.answers.see(exchange)
    this.losses.see(exchange, request.intent)
    if (isServerFailure(exchange)) this.unserved.set(exchange.id, [request, options])
    this.history.see(exchange, request.intent)
    for (const finding of this.monitor.see(exchange, request)) this.findings.add(this.told(finding))
    return exchange
  }

  /**
   * Repeats with a fresh token if an ended one may explain the refusal, as no status says so.
   * @throws Inconclusive without a fresh token
   */
  async #transmitRenewing(
    request: Request,
    principal: Genuine | Further,
    authorization: string | null,
    options: SendOptions,
  ): Promise<Attempt> {
    const { cleaning = false, renewing = true } = options
    let used = authorization
    let replacing: 'ended' | 'refused' | null = null
    for (let renewals = 0; ; renewals += 1) {
      const exchange = await this.#transmit(request, principal, used, options)
      const status = statusOf(exchange)
      if (used !== null && exchange.accepted) this.monitor.passingRefusals.noteServed(used)
      const ended =
        status >= 300 && status < 500 && status !== 429 && this.principals.mayHaveEnded(principal, used)
      const mayBeRevoked =
        renewing &&
        status === 401 &&
        (renewals === 0 || this.principals.endedEarly) &&
        // These requests are refused for another reason.
        (request.intent !== 'unauthorised' || principal !== 'full') &&
        !this.principals.isRefusedAnew(principal, used)
      if (renewing) this.principals.noteAnswer(principal, used, status, replacing)
      if (!ended && !mayBeRevoked) return exchange
      const again = ended ? null : await this.#pastRefusal(exchange, request, principal, used, options)
      if (again !== null) return again
      // A check that requests tokens ends soon.
      if (renewals > 0 && !ended) await sleep(renewals * renewalPauseMs, this.signal)
      const fresh = renewals < renewalsMax ? await this.principals.renewed(principal, used, cleaning) : null
      if (fresh === null || fresh === used) {
        if (cleaning) return exchange
        if (!ended && !this.principals.mayBeRevoked(principal)) return exchange
        if (!ended)
          throw new Inconclusive(
            `the tenant has ended tokens during the run, perhaps that of ${principal} too: supply a fresh ${credentialsOf[isFurther(principal) ? 'full' : principal]}`,
            'user',
          )
        throw new Inconclusive(
          `the access token of ${principal} has expired: give a fresh one, or client credentials`,
          'user',
        )
      }
      replacing = ended ? 'ended' : 'refused'
      used = fresh
    }
  }

  /** Null if refused again or unanswered. */
  async #pastRefusal(
    refused: Attempt,
    request: Request,
    principal: Principal,
    used: string | null,
    options: SendOptions,
  ): Promise<Attempt | null> {
    // A token that was never accepted may be invalid.
    if (used === null || !this.monitor.passingRefusals.wasServed(used)) return null
    const again = await this.#transmit(request, principal, used, options)
    if (isServerFailure(again) || [401, 429].includes(statusOf(again))) return null
    this.monitor.passingRefusals.see(refused, again, used)
    return again
  }

  #permit(request: Request, principal: Principal): void {
    if (this.signal.aborted) throw new NotRun('the run was interrupted', 'run')
    if (!this.allows(request.effect))
      throw new NotAllowed(`it needs --writes ${request.effect}; this run has --writes ${this.config.writes}`)
    if ((this.#timeouts.get(request.operation) ?? 0) >= timeoutsInARowMax)
      throw new NotRun(
        `${request.operation} does not answer within ${this.config.timeoutMs} ms: see --timeout`,
        'failing',
      )
    if (this.config.writes === 'none' && isServed(principal) && !isRead(request))
      throw new NotAllowed('it would send more than a read: run with --writes reversible')
    const { minutesMax } = this.config
    if (minutesMax !== null && tickMs() - this.#startedAtTick > minutesMax * 60_000)
      throw new NotRun(`the ${minutesMax} minutes of --max-minutes are over: allow more`, 'run')
    if (this.client.spent || this.client.waitedOut) throw new NotRun(this.#spentReason, 'run')
  }

  #unsent({ operation, method, path }: Request, principal: Principal, message: string): Attempt {
    return {
      id: 0,
      principal,
      operation,
      request: { method, url: `${this.config.baseUrl}${path}`, headers: {}, body: null },
      response: null,
      failure: { kind: 'stopped', message },
      startedAtMs: nowMs(),
      durationMs: 0,
      accepted: false,
    }
  }

  /** One operation's requests may wait past the end of the run. */
  #unsentReason(message: string): string {
    return this.client.spent || this.client.waitedOut
      ? this.#spentReason
      : message.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, '')
  }

  get #spentReason(): string {
    if (this.client.waitedOut) return this.client.waitedOutReason
    return `the budget of ${this.config.requestsMax} requests is used up: raise --max-requests`
  }

  told(finding: Finding): Finding {
    return finding.says === 'violated'
      ? { ...finding, before: this.history.before(finding.failure.detail) }
      : finding
  }

  async #transmit(
    request: Request,
    principal: Principal,
    authorization: string | null,
    { cleaning = false, patient = true, chain }: SendOptions,
  ): Promise<Attempt> {
    const body = serialise(request)
    const exchange = await this.client.send({
      method: request.method,
      path: request.path,
      headers: sentHeaders(request, body),
      ...(request.headerCase === undefined ? {} : { headerCase: request.headerCase }),
      body,
      principal,
      operation: request.operation,
      authorization,
      writes: request.effect !== 'none',
      cleanUp: cleaning,
      chain,
      retryOnRateLimit: patient,
    })
    const { operation } = request
    const creates = this.contract.operations.get(operation)?.act === 'create'
    this.requestCount?.see(exchange, creates || operation.startsWith('fixture:create'))
    return attemptOf(exchange, this.#accepts)
  }
}

function sentHeaders({ headers, mediaType }: Request, body: string | null): Readonly<Record<string, string>> {
  const all: Record<string, string> = { accept: 'application/json' }
  if (body !== null) all['content-type'] = mediaType ?? 'application/json'
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value === null) delete all[name]
    else all[name] = value
  return all
}
