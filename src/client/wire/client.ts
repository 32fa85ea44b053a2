// The client as the engine sees it: what it is given, what it does.
import type { Traffic } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Call } from './call.ts'
import type { TimeLeft, WaitLimits } from './gate.ts'
import type { Network } from './network.ts'
import type { RateLimitHeaders } from './rate-limit.ts'

/** For one exchange, where nothing else is said. */
export const timeoutMsDefault = 10_000

export interface ClientOptions {
  /** Absolute http(s) URL of the API, with its base path. */
  readonly baseUrl: string
  /** Time limit of one exchange, from connecting to the last byte; default 10,000. */
  readonly timeoutMs?: number
  /** Limit of a response body, on the wire and unpacked; default 1 MiB. */
  readonly bodyBytesMax?: number
  /** Requests in flight at most; default 8. */
  readonly concurrency?: number
  /** Requests sent at most, token requests, repetitions and clean-up included; default no limit. */
  readonly requestsMax?: number
  /** Requests started per second at most; default no limit. */
  readonly ratePerSecond?: number
  /** How long is waited for a tenant that asks for it; default `waitLimits`. */
  readonly waits?: Partial<WaitLimits>
  /** What is left of the run's time, in milliseconds: a 429 that asks for more is not waited for; default: without end. */
  readonly timeLeftMs?: TimeLeft
  /** The headers in which the tenant tells its rate; default `rateLimitHeaders`. */
  readonly rateLimitHeaders?: RateLimitHeaders
  readonly mask: SecretMask
  /** Stops the run: what is in flight or waiting ends with the failure `stopped`. */
  readonly signal?: AbortSignal
  /** Default: straight to the tenant, trusting the well-known authorities. */
  readonly network?: Network
  /** Called for every exchange on the wire, 429s and repetitions too, before `send` returns. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called after each pause that the tenant asked for. @param fromMs milliseconds since the epoch */
  readonly onWaited?: (fromMs: number, durationMs: number) => void
}

export interface Client {
  /**
   * Sends a call and returns its last exchange. Never rejects for what the tenant or the network does.
   * What was never sent (`budget`, `stopped`) has the id 0 and is reported to nobody.
   * @throws ConfigurationError where the call cannot be sent over HTTP at all.
   */
  send(call: Call): Promise<Exchange>
  traffic(): Traffic
  /** Allows so many requests in all, in place of `requestsMax`. */
  allow(requestsMax: number | null): void
  /** Keeps so many requests of the budget more, or fewer, for clean-up alone. */
  reserve(requests: number): void
  /** Whether the budget has nothing left but what is kept for clean-up. */
  readonly spent: boolean
  /** Whether the checks have waited for the tenant's rate for as long as they may: nothing more of them is sent. */
  readonly waitedOut: boolean
  /** Why, in one sentence without its stop. */
  readonly waitedOutReason: string
  /** The first 429s seen, in order. */
  rateLimited(): readonly Exchange[]
  /** Stops everything and closes all connections. */
  close(): Promise<void>
}
