// The interface of the HTTP client, and its options.
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
  /** Limit for compressed and decompressed bodies. The default is 1 MiB. */
  readonly bodyBytesMax?: number
  /** The default is 8. */
  readonly concurrency?: number
  /** Includes token requests, repetitions and clean-up. By default unlimited. */
  readonly requestsMax?: number
  /** By default unlimited. */
  readonly ratePerSecond?: number
  readonly waits?: Partial<WaitLimits>
  /** Returns the remaining time of the run. The client does not accept a longer wait. */
  readonly timeLeftMs?: TimeLeft
  readonly rateLimitHeaders?: RateLimitHeaders
  readonly mask: SecretMask
  /** After an abort, pending requests end with the failure `stopped`. */
  readonly signal?: AbortSignal
  /** Called before `send` returns, also for each 429 and each repetition. */
  readonly onExchange?: (exchange: Exchange) => void
  readonly onWaited?: (fromMs: number, durationMs: number) => void
}

export interface Client {
  /**
   * Sends a request. Never rejects because of the tenant or the network. A request that was not sent has the
   * id 0.
   * @throws ConfigurationError if HTTP cannot carry the call
   */
  send(call: Call): Promise<Exchange>
  traffic(): Traffic
  allow(requestsMax: number | null): void
  reserve(requests: number): void
  readonly spent: boolean
  readonly waitedOut: boolean
  readonly waitedOutReason: string
  rateLimited(): readonly Exchange[]
  close(): Promise<void>
}
