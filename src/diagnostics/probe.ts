// Sends the few read requests of a diagnosis.
import { type Exchange, statusOf } from '../base/exchange.ts'
import { type CallCredential, type Client, createClient } from '../client/index.ts'
import type { Contract, Operation } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'

/** Includes token requests and repeated requests. */
export const requestsMax = 20

const waits = { pauseMsMax: 5_000, inVainMsMax: 5_000, runMsMax: 10_000, cleanUpMsMax: 0 }

export interface ProbeCredentials {
  readonly authorization: string | null
  readonly credentials: readonly CallCredential[]
}

type Carried = 'none' | 'malformed' | ProbeCredentials

export function probeOperation({ probe, operations }: Contract): Operation | null {
  const bare = [...operations.values()].filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  return bare.find(({ name }) => name === probe) ?? bare[0] ?? null
}

export class Probe {
  readonly client: Client
  readonly exchanges: Exchange[] = []
  readonly #baseUrl: string

  /** The caller must close `client`. */
  constructor({ baseUrl, connection, mask, contract, ratePerSecond }: RunConfig) {
    this.#baseUrl = baseUrl
    this.client = createClient({
      baseUrl,
      ...connection,
      mask,
      requestsMax,
      waits,
      concurrency: 1,
      ...(contract.rateLimit === null ? {} : { rateLimitHeaders: contract.rateLimit.headers }),
      ...(ratePerSecond === null ? {} : { ratePerSecond }),
    })
  }

  async read(path: string, carried: Carried, operation = 'look'): Promise<Exchange> {
    return this.#send(`${this.#baseUrl}${path}`, carried, operation)
  }

  /** Sends no token, because `baseUrl` is only a guess. */
  async readAt(baseUrl: string, path: string): Promise<Exchange> {
    return this.#send(`${baseUrl}${path}`, 'none', 'look')
  }

  async #send(url: string, carried: Carried, operation: string): Promise<Exchange> {
    const exchange = await this.client.send({
      method: 'GET',
      path: url,
      headers: { accept: 'application/json' },
      authorization:
        carried === 'none' ? null : carried === 'malformed' ? 'Bearer not-a-token' : carried.authorization,
      credentials: typeof carried === 'string' ? [] : carried.credentials,
      principal: typeof carried === 'string' ? carried : 'full',
      operation,
      writes: false,
    })
    if (statusOf(exchange) !== 0) this.exchanges.push(exchange)
    return exchange
  }
}
