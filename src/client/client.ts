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
  /** Limit compressed and decompressed. Default: 1 MiB. */
  readonly bodyBytesMax?: number
  /** Default: 8. */
  readonly concurrency?: number
  /** Includes tokens, retries and clean-up. Default: no limit. */
  readonly requestsMax?: number
  /** Default: no limit. */
  readonly ratePerSecond?: number
  /** Limits of the waits that 429s request. */
  readonly waits?: Partial<WaitLimits>
  /** Limits each wait. */
  readonly timeLeftMs?: TimeLeft
  readonly rateLimitHeaders?: RateLimitHeaders
  readonly mask: SecretMask
  /** Ends pending requests as `stopped`. */
  readonly signal?: AbortSignal
  /** Also called for 429s and retries, before `send` returns. */
  readonly onExchange?: (exchange: Exchange) => void
  /** @param fromMs milliseconds since the epoch */
  readonly onWaited?: (fromMs: number, durationMs: number) => void
}

export interface Client {
  /**
   * Never rejects for errors of tenant or network. Unsent requests (`budget`, `stopped`) have id 0.
   * @throws ConfigurationError if HTTP cannot carry the call
   */
  send(call: Call): Promise<Exchange>
  traffic(): Traffic
  allow(requestsMax: number | null): void
  reserve(requests: number): void
  readonly spent: boolean
  /** True: checks send no more requests. */
  readonly waitedOut: boolean
  /** A sentence without full stop. */
  readonly waitedOutReason: string
  rateLimited(): readonly Exchange[]
  close(): Promise<void>
}
