// Interface and options of the client.
import type { Traffic } from '../base/event.ts'
import type { Exchange } from '../base/exchange.ts'
import { type ClientSettings, clientOptions, clientSettings } from '../base/options/run-options.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import type { TimeLeft } from './rate/gate.ts'
import type { RateLimitHeaders } from './rate/rate-headers.ts'
import type { WaitLimits } from './rate/wait-budget.ts'
import type { Call } from './wire/call.ts'
import { type Network, plainNetwork } from './wire/network.ts'

/** How clients of a run reach the tenant. */
export interface ConnectionOptions extends ClientSettings {
  readonly network: Network
}

export const plainConnection: ConnectionOptions = {
  ...clientSettings((name) => clientOptions[name].default),
  network: plainNetwork,
}

export interface ClientOptions extends Partial<ConnectionOptions> {
  readonly baseUrl: string
  /** Compressed and decompressed; default 1 MiB. */
  readonly bodyBytesMax?: number
  /** Default 8. */
  readonly concurrency?: number
  /** Includes token requests, retries and clean-up; default: no limit. */
  readonly requestsMax?: number
  /** Requests started per second; default: no limit. */
  readonly ratePerSecond?: number
  /** For 429s; default `waitLimits`. */
  readonly waits?: Partial<WaitLimits>
  /** Remaining time of the run, which no wait exceeds. */
  readonly timeLeftMs?: TimeLeft
  /** Default `rateLimitHeaders`. */
  readonly rateLimitHeaders?: RateLimitHeaders
  readonly mask: SecretMask
  /** Ends pending requests with `stopped`. */
  readonly signal?: AbortSignal
  /** Includes 429s and retries; called before `send` returns. */
  readonly onExchange?: (exchange: Exchange) => void
  /** After each pause. @param fromMs milliseconds since the epoch */
  readonly onWaited?: (fromMs: number, durationMs: number) => void
}

export interface Client {
  /**
   * Returns the final exchange, after all retries. Never rejects for errors of tenant or network. Unsent requests (`budget`, `stopped`) have id 0 and are not reported.
   * @throws ConfigurationError if HTTP cannot carry the call
   */
  send(call: Call): Promise<Exchange>
  traffic(): Traffic
  /** Replaces `requestsMax`. */
  allow(requestsMax: number | null): void
  /** Changes the reserve for clean-up. */
  reserve(requests: number): void
  /** Only the reserve is left. */
  readonly spent: boolean
  /** The checks used up their waits and send no more. */
  readonly waitedOut: boolean
  /** One sentence without full stop. */
  readonly waitedOutReason: string
  /** The first ones. */
  rateLimited(): readonly Exchange[]
  close(): Promise<void>
}
