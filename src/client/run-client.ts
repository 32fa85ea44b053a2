// The HTTP client of a run. It enforces limits, repeats requests after a 429, and reports exchanges.
import { nowMs, sleep, tickMs } from '../base/clock.ts'
import type { Traffic } from '../base/event.ts'
import { type Exchange, type SentRequest, statusOf } from '../base/exchange.ts'
import { clientSettingsIn } from '../base/options/run-options.ts'
import { type Client, type ClientOptions, type ConnectionOptions, plainConnection } from './client.ts'
import { Gate } from './rate/gate.ts'
import { rateInfoOf, waitedOutInWords } from './rate/rate-headers.ts'
import { waitLimits } from './rate/wait-budget.ts'
import { Stop } from './stop.ts'
import { TrafficRecord } from './traffic-record.ts'
import { Agent } from './undici.ts'
import { shownRequest, type UnsentReason, unsentExchange } from './unsent.ts'
import { type Call, checkedBaseUrl, requestOf } from './wire/call.ts'
import { type Connector, createConnector } from './wire/connector.ts'
import { withCredentials } from './wire/credentials.ts'
import { Deadlines } from './wire/deadlines.ts'
import { type Limits, transmit, type Wire } from './wire/transport.ts'

export const bodyBytesMax = 1_048_576
export const headersBytesMax = 16_384

// Short, because the tenant can close idle connections at any time.
const keepAliveTimeoutMs = 1_000
const rateLimitRetriesMax = 8
const writeGraceMs = 2_000
// Wait of a token request after a 429 without a waiting time. The wait doubles each time.
const tokenWaitMs = 250

/** @throws ConfigurationError unless the base URL is an absolute http(s) URL without credentials */
export function createClient(options: ClientOptions): Client {
  return new RunClient(options)
}

class RunClient implements Client {
  readonly #options: ClientOptions & ConnectionOptions
  readonly #baseUrl: string
  readonly #agent: Agent
  readonly #wire: Wire
  readonly #connector: Connector
  readonly #gate: Gate
  readonly #deadlines = new Deadlines()
  readonly #limits: Limits
  readonly #closed = new Stop()
  readonly #stop: Stop
  readonly #stopWrites: Stop
  readonly #entry: { readonly checks: Stop; readonly cleanUp: Stop }
  readonly #over = new AbortController()
  readonly #record = new TrafficRecord()
  #tickets = 0
  #reserved = 0
  #satOutMs = 0
  #requestsMax: number

  constructor(options: ClientOptions) {
    this.#options = { ...plainConnection, ...options }
    this.#limits = {
      ...clientSettingsIn(this.#options),
      deadlines: this.#deadlines,
      bodyBytesMax: options.bodyBytesMax ?? bodyBytesMax,
    }
    this.#requestsMax = options.requestsMax ?? Number.POSITIVE_INFINITY
    this.#baseUrl = checkedBaseUrl(options.baseUrl)
    this.#stop = new Stop(options.signal, this.#closed)
    this.#stopWrites = new Stop(this.#closed)
    const concurrency = options.concurrency ?? 8
    this.#gate = new Gate({
      concurrency,
      ratePerSecond: options.ratePerSecond ?? Number.POSITIVE_INFINITY,
      waits: { ...waitLimits, ...options.waits },
      timeLeftMs: options.timeLeftMs,
      onWaited: (durationMs) => options.onWaited?.(nowMs() - durationMs, durationMs),
    })
    this.#entry = {
      checks: new Stop(this.#stop, this.#gate.exhausted),
      cleanUp: new Stop(this.#closed, this.#gate.exhaustedForCleanUp),
    }
    this.#connector = createConnector(this.#options)
    this.#agent = new Agent({
      connections: concurrency,
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMs,
      maxHeaderSize: headersBytesMax,
      // 0 turns these limits off. undici restarts them with each byte, so the client has its own limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: this.#connector.connect,
    })
    const { connect } = this.#connector
    this.#wire = { dispatcher: this.#agent, connect, headersBytesMax }
    this.#stop.onStop(() => {
      // The clean-up must not wait for pauses of the checks.
      this.#gate.reopen()
      // The clean-up must know which resources pending writes create.
      void sleep(writeGraceMs, this.#over.signal).then(() => this.#stopWrites.stop())
    })
  }

  async send(call: Call): Promise<Exchange> {
    const request = requestOf(call, this.#baseUrl)
    const stop = call.cleanUp === true ? this.#closed : this.#stop
    // Checks switch off the repetition to provoke a 429.
    const provoking = call.retryOnRateLimit === false
    const permitRequest = {
      ticket: ++this.#tickets,
      key: { principal: call.principal, operation: call.operation },
      chain: provoking ? 0 : (call.chain ?? 0),
      provoking,
    }
    let last: Exchange | null = null
    for (let refused = 0; ; refused += 1) {
      if (this.#spent(call)) return last ?? this.#unsent(call, request, 'budget')
      const entry = call.cleanUp === true ? this.#entry.cleanUp : this.#entry.checks
      const permit = await this.#gate.acquire(permitRequest, entry)
      if (permit === null) return last ?? this.#unsent(call, request, stop.stopped ? 'stopped' : 'waiting')
      if (this.#spent(call)) {
        this.#gate.release(permit)
        return last ?? this.#unsent(call, request, 'budget')
      }
      last = await this.#attempt(
        call,
        request,
        call.writes && call.cleanUp !== true ? this.#stopWrites : stop,
      ).catch((error: unknown) => {
        this.#gate.release(permit)
        throw error
      })
      const info = rateInfoOf(last, this.#options.rateLimitHeaders)
      const isRefused = statusOf(last) === 429
      const isApart = call.operation === 'token'
      const isBeyond =
        isRefused && call.dispensable === true && info.resetMs !== null && this.#gate.isBeyond(info.resetMs)
      if (isRefused && !isApart && !isBeyond) this.#gate.releaseRefused(permit, info)
      else this.#gate.release(permit, isApart || isBeyond ? undefined : info)
      if (!isRefused || isBeyond || call.retryOnRateLimit === false || refused >= rateLimitRetriesMax)
        return last
      if (isApart && !(await this.#sitOut(info.resetMs ?? tokenWaitMs * 2 ** refused, call, entry)))
        return last
    }
  }

  /** @returns whether to send the request again */
  async #sitOut(waitMs: number, { cleanUp = false }: Call, stop: Stop): Promise<boolean> {
    const { pauseMsMax, cleanUpMsMax } = { ...waitLimits, ...this.#options.waits }
    this.#satOutMs += waitMs
    if (this.#satOutMs > (cleanUp ? cleanUpMsMax : pauseMsMax)) {
      this.#satOutMs -= waitMs
      return false
    }
    const stopped = new AbortController()
    const forget = stop.onStop(() => stopped.abort())
    await sleep(waitMs, stopped.signal)
    forget()
    if (stop.stopped) return false
    this.#options.onWaited?.(nowMs() - waitMs, waitMs)
    return true
  }

  traffic(): Traffic {
    return this.#record.traffic(this.#gate.waitedMs)
  }

  rateLimited(): readonly Exchange[] {
    return this.#record.rateLimited
  }

  allow(requestsMax: number | null): void {
    this.#requestsMax = requestsMax ?? Number.POSITIVE_INFINITY
  }

  reserve(requests: number): void {
    this.#reserved += requests
  }

  get spent(): boolean {
    return this.#record.requests + this.#reserved >= this.#requestsMax
  }

  get waitedOut(): boolean {
    return this.#gate.exhausted.stopped
  }

  get waitedOutReason(): string {
    return waitedOutInWords(this.#gate.beyondMs)
  }

  async close(): Promise<void> {
    this.#closed.stop()
    this.#over.abort()
    this.#gate.close()
    this.#deadlines.close()
    await Promise.all([this.#agent.destroy(), this.#connector.close()])
  }

  async #attempt(call: Call, request: SentRequest, stop: Stop): Promise<Exchange> {
    const { exchange, answered } = await this.#exchange(call, request, stop)
    const safe = request.method === 'GET' || request.method === 'HEAD'
    if (exchange.failure?.kind !== 'closed' || answered || !safe || this.#spent(call)) return exchange
    return (await this.#exchange(call, request, stop)).exchange
  }

  async #exchange(call: Call, request: SentRequest, stop: Stop) {
    const id = this.#record.sent(call.writes)
    const limits =
      call.bodyBytesMax === undefined ? this.#limits : { ...this.#limits, bodyBytesMax: call.bodyBytesMax }
    const startedAtMs = nowMs()
    const startedAtTick = tickMs()
    const { response, failure, answeredAtTick } = await transmit(
      this.#wire,
      withCredentials(request, call.credentials ?? []),
      limits,
      stop,
    )
    const exchange: Exchange = {
      id,
      principal: call.principal,
      operation: call.operation,
      request: shownRequest(call, request),
      response,
      failure: failure && { ...failure, message: this.#options.mask.mask(failure.message) },
      startedAtMs,
      durationMs: tickMs() - startedAtTick,
      ...(answeredAtTick === null ? {} : { headersMs: answeredAtTick - startedAtTick }),
    }
    call.beforeReport?.(exchange)
    const shown =
      response === null || call.shownResponse === undefined
        ? exchange
        : { ...exchange, response: call.shownResponse(response) }
    this.#record.received(shown)
    this.#options.onExchange?.(shown)
    return { exchange, answered: answeredAtTick !== null }
  }

  #spent(call: Call): boolean {
    if (call.cleanUp !== true) return this.spent
    return this.#record.requests >= this.#requestsMax
  }

  #unsent(call: Call, request: SentRequest, reason: UnsentReason): Exchange {
    return unsentExchange(call, request, reason, this.#requestsMax, this.waitedOutReason)
  }
}
