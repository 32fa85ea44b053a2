// The session of a run. Every request of the run goes through `send`.

import { nowMs } from '../../base/clock.ts'
import { LatestMap } from '../../base/collections/latest-map.ts'
import type { Phase, RunEvent } from '../../base/event.ts'
import { describeResponse, isServerFailure, statusOf } from '../../base/exchange.ts'
import type { Client } from '../../client/index.ts'
import type { Contract } from '../../contract/index.ts'
import { type Attempt, isUndecided, NotRun } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'
import type { Finding, Findings } from '../judge/findings.ts'
import { isIssued, type Principal } from '../principals/principal.ts'
import { Principals } from '../principals/principals.ts'
import type { Request } from '../requests/request.ts'
import type { Monitor } from '../watch/monitor.ts'
import { DroppedRequests } from './dropped-requests.ts'
import { History } from './history.ts'
import { ObservedResponses } from './observed-responses.ts'
import { ReadAfterWrite } from './read-after-write.ts'
import type { RequestCount } from './request-count.ts'
import { RunLimits } from './run-limits.ts'
import { type SendOptions, Transmitter } from './transmitter.ts'

export type { SendOptions } from './transmitter.ts'

export interface SessionParts {
  readonly config: RunConfig
  readonly knowledge: Knowledge
  readonly client: Client
  readonly monitor: Monitor
  readonly findings: Findings
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
  readonly requestCount?: RequestCount | undefined
  /** True to fail a check at its first failure. Only for runs against a stub, which loses no requests. */
  readonly failsAtOnce?: boolean | undefined
}

const unservedKeptMax = 200

// Budget for each resource: one removal, and one retry after a 429 or a failure.
const cleanUpRequests = 2

export const shrinksMax = 200

export class Session {
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly client: Client
  readonly monitor: Monitor
  readonly findings: Findings
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
  readonly requestCount: RequestCount | null
  readonly failsAtOnce: boolean
  readonly principals: Principals
  readonly limits: RunLimits
  readonly marker: string
  /** Makes the short names of different runs different. */
  readonly offset: number
  readonly readAfterWrite = new ReadAfterWrite()
  readonly droppedRequests = new DroppedRequests()
  readonly history = new History()
  readonly responses = new ObservedResponses()
  readonly unserved = new LatestMap<number, readonly [Request, SendOptions]>(unservedKeptMax)
  phase: Phase = 'preflight'
  readonly #transmitter: Transmitter
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
    this.failsAtOnce = parts.failsAtOnce ?? false
    this.marker = marker
    this.offset = Number.parseInt(marker.slice(-4), 16)
    this.principals = new Principals(parts.config, parts.client)
    this.limits = new RunLimits(this)
    this.#transmitter = new Transmitter(this)
  }

  get config(): RunConfig {
    return this.#config
  }

  /** Sets the depth and the budget that the run chose. Call this method before the first check. */
  deepen(config: Pick<RunConfig, 'depth' | 'examples' | 'requestsMax'>): void {
    const { depth, examples, requestsMax } = config
    this.#config = { ...this.#config, depth, examples, requestsMax }
    this.client.allow(requestsMax)
  }

  counted<T>(scope: string | undefined, task: () => Promise<T>): Promise<T> {
    return this.requestCount === null || scope === undefined ? task() : this.requestCount.run(scope, task)
  }

  mayShrink(): boolean {
    if (this.failsAtOnce) return false
    this.#shrinks += 1
    return this.#shrinks <= shrinksMax
  }

  /** Reserves budget for removals. A negative number releases budget. */
  reserve(resources: number): void {
    this.client.reserve(resources * cleanUpRequests)
  }

  next(): number {
    this.#counter += 1
    return this.#counter
  }

  /** @throws NotRun if a limit, a missing credential or an interruption forbids the request */
  async send(request: Request, options: SendOptions = {}): Promise<Attempt> {
    const { as: principal = 'full', cleaning = false, of } = options
    if (!cleaning) this.limits.permit(request, principal)
    const credentials = await (options.credentials === undefined
      ? this.principals.credentials(principal, request, cleaning, of)
      : Promise.resolve(options.credentials)
    ).catch((error: unknown) => {
      // The clean-up continues, because it must report the remaining resources.
      if (cleaning && isUndecided(error)) return error
      throw error
    })
    if (credentials instanceof Error) return this.#unsent(request, principal, credentials.message)
    this.monitor.begin(request)
    const exchange = isIssued(principal)
      ? await this.#transmitter.transmitRenewing(request, principal, credentials, options)
      : await this.#transmitter.transmit(request, principal, credentials, options)
    this.limits.see(exchange)
    // An unsent request is no observation.
    if (cleaning && exchange.id === 0) return exchange
    if (exchange.failure?.kind === 'budget')
      throw new NotRun(this.limits.unsentReason(exchange.failure.message), 'run')
    if (exchange.failure?.kind === 'stopped' && exchange.id === 0)
      throw new NotRun('the run was interrupted', 'run')
    if (this.contract.operations.has(exchange.operation) && ![0, 429].includes(statusOf(exchange))) {
      const isRefused = !exchange.accepted && request.intent === 'valid'
      this.findings.served(
        exchange.operation,
        exchange.accepted,
        isRefused ? describeResponse(exchange) : null,
      )
    }
    this.responses.see(exchange)
    this.droppedRequests.see(exchange, request.intent)
    if (isServerFailure(exchange)) this.unserved.set(exchange.id, [request, options])
    this.history.see(exchange, request.intent)
    for (const finding of this.monitor.see(exchange, request)) this.findings.add(this.withHistory(finding))
    return exchange
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

  withHistory(finding: Finding): Finding {
    return finding.says === 'violated'
      ? { ...finding, before: this.history.before(finding.failure.detail) }
      : finding
  }
}
