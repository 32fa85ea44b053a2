// Reads: the few requests by which a tenant is looked at. None of them can change anything, and there are few of them.
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Secret } from '../base/secret.ts'
import { type Client, createClient } from '../client/index.ts'
import type { Contract, Operation } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'

/** Requests in a look at most, those for tokens and those that are sent again included. */
export const requestsMax = 20

// Nobody waits for minutes to be told how a tenant is.
const waits = { pauseMsMax: 5_000, inVainMsMax: 5_000, runMsMax: 10_000, cleanUpMsMax: 0 }

/** What stands in the Authorization header: nothing, a token, or what is none. */
export type Shown = 'none' | 'malformed' | Secret

/** An operation that reads, and needs nothing but a token; null where the contract has none. */
export function readOf({ probe, operations }: Contract): Operation | null {
  const bare = [...operations.values()].filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  return bare.find(({ name }) => name === probe) ?? bare[0] ?? null
}

export class Reader {
  readonly client: Client
  /** Of the reads, in their order. */
  readonly exchanges: Exchange[] = []
  readonly #baseUrl: string

  /** To be closed by the caller. */
  constructor({ baseUrl, timeoutMs, mask, network, contract, ratePerSecond }: RunConfig) {
    this.#baseUrl = baseUrl
    this.client = createClient({
      baseUrl,
      timeoutMs,
      mask,
      network,
      requestsMax,
      waits,
      concurrency: 1,
      ...(contract.rateLimit === null ? {} : { rateLimitHeaders: contract.rateLimit.headers }),
      ...(ratePerSecond === null ? {} : { ratePerSecond }),
    })
  }

  /** Asks for a path below the base URL. */
  async read(path: string, shown: Shown, operation = 'look'): Promise<Exchange> {
    return this.#send(`${this.#baseUrl}${path}`, shown, operation)
  }

  /** Asks for a path below another base URL of the same origin, without a token: it goes where a run would send it. */
  async readAt(baseUrl: string, path: string): Promise<Exchange> {
    return this.#send(`${baseUrl}${path}`, 'none', 'look')
  }

  async #send(url: string, shown: Shown, operation: string): Promise<Exchange> {
    const exchange = await this.client.send({
      method: 'GET',
      path: url,
      headers: { accept: 'application/json' },
      authorization:
        shown === 'none' ? null : shown === 'malformed' ? 'Bearer not-a-token' : `Bearer ${shown.reveal()}`,
      principal: typeof shown === 'string' ? shown : 'full',
      operation,
      writes: false,
    })
    if (statusOf(exchange) !== 0) this.exchanges.push(exchange)
    return exchange
  }
}
