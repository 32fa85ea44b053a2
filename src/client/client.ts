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
  /** Includes tokens, retries and clean-up; default: no limit. */
  readonly requestsMax?: number
  /** Started requests; default: no limit. */
  readonly ratePerSecond?: number
  /** For 429s. */
  readonly waits?: Partial<WaitLimits>
  /** No wait exceeds it. */
  readonly timeLeftMs?: TimeLeft
  readonly rateLimitHeaders?: RateLimitHeaders
  readonly mask: SecretMask
  /** Pending requests end as `stopped`. */
  readonly signal?: AbortSignal
  /** Includes 429s and retries; precedes the return of `send`. */
  readonly onExchange?: (exchange: Exchange) => void
  /** @param fromMs milliseconds since the epoch */
  readonly onWaited?: (fromMs: number, durationMs: number) => void
}

export interface Client {
  /**
   * After all retries. Never rejects for errors of tenant or network. Unsent requests (`budget`, `stopped`) have id 0.
   * @throws ConfigurationError if HTTP cannot carry the call
   */
  send(call: Call): Promise<Exchange>
  traffic(): Traffic
  allow(requestsMax: number | null): void
  reserve(requests: number): void
  readonly spent: boolean
  /** The checks send no more. */
  readonly waitedOut: boolean
  /** Without full stop. */
  readonly waitedOutReason: string
  rateLimited(): readonly Exchange[]
  close(): Promise<void>
}
