// Finds how many resources of one kind a tenant can store, and removes idle resources to make room.
import { statusOf } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import { type Attempt, Inconclusive, orElse } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions } from '../session/session.ts'
import { describeId } from './recognition/ownership.ts'
import type { TrackedResources } from './tracked-resources.ts'

const limitStatuses: readonly number[] = [400, 402, 403, 409, 422, 429, 507]
/** After this many refused creations in a row, the run suspects a limit. */
const refusalsInARow = 3
const mistakesMax = 3
const triesMax = 3

export interface RoomParts {
  readonly holding: TrackedResources
  readonly remove: (ids: readonly string[]) => Promise<void>
}

/** Ends a check whose resource the run removed to make room. */
export class GaveWay extends Inconclusive {
  readonly gaveWay = true

  static override [Symbol.hasInstance](value: unknown): value is GaveWay {
    return value instanceof Inconclusive && 'gaveWay' in value
  }
}

interface Suspicion {
  readonly atOnce: number
  readonly again: () => Promise<Attempt>
}

export class Capacity {
  readonly #parts: RoomParts
  #max: number | null = null
  #refused = 0
  #mistakes = 0
  #suspicion: Suspicion | null = null
  readonly #gaveWay = new Set<string>()
  readonly #used = new Set<string>()
  /**
   * Requests in progress for each key. `pin` adds a request that never ends, so `#makeRoom` never removes the
   * resource.
   */
  readonly #underWay = new Map<string, number>()

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  get isShort(): boolean {
    return this.#max !== null || this.#suspicion !== null
  }

  pin(id: string): void {
    this.#underWay.set(id, (this.#underWay.get(id) ?? 0) + 1)
  }

  /** @throws Inconclusive if the run removed this resource to make room */
  async about<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { open, kind } = this.#parts.holding
    if (this.#gaveWay.has(id) && !open.has(id))
      throw new GaveWay(
        `the run removed the ${kind.title} ${describeId(id)} to make room, because the tenant stores only a limited number`,
        'specification',
      )
    this.#used.delete(id)
    this.#used.add(id)
    this.pin(id)
    try {
      return await work()
    } finally {
      this.#underWay.set(id, (this.#underWay.get(id) ?? 1) - 1)
    }
  }

  async within(
    request: Request,
    { as = 'full' }: SendOptions,
    create: () => Promise<Attempt>,
    again: () => Promise<Attempt>,
  ): Promise<Attempt> {
    const { holding } = this.#parts
    if (as !== 'full' || request.intent === 'invalid' || !holding.removable) return create()
    let exchange = await create()
    for (let tries = 1; this.#max !== null && isShortage(exchange) && tries <= triesMax; tries += 1) {
      if (!(await this.#makeRoom())) break
      exchange = await create()
    }
    if (exchange.accepted) this.#refused = 0
    else if (isShortage(exchange) && holding.open.size > 0) this.#refused += 1
    const suspected = this.#refused >= refusalsInARow && this.#mistakes < mistakesMax && !this.isShort
    if (suspected && request.intent === 'valid') this.#suspicion = { atOnce: holding.open.size, again }
    return exchange
  }

  async settle(): Promise<void> {
    const { open, kind, session } = this.#parts.holding
    const suspicion = this.#suspicion
    if (suspicion !== null) {
      await this.#clear()
      // If the creation fails again, the reason was not a limit.
      const answer = await suspicion.again().catch(orElse(null))
      this.#suspicion = null
      this.#refused = 0
      if (answer?.accepted !== true) this.#mistakes += 1
      else {
        this.#max = Math.max(1, suspicion.atOnce)
        session.emit({
          type: 'note',
          message: `The tenant stores about ${counted(this.#max, 'resource')} of the run (${kind.name}) and refuses more: the checks run one at a time.`,
        })
      }
    }
    if (this.#max !== null && 2 * open.size > this.#max) await this.#clear()
  }

  async #clear(): Promise<void> {
    const ids = [...this.#parts.holding.open.keys()]
    for (const id of ids) this.#gaveWay.add(id)
    await this.#parts.remove(ids)
  }

  async #makeRoom(): Promise<boolean> {
    const { open } = this.#parts.holding
    const idle = [...this.#used].find((id) => open.has(id) && (this.#underWay.get(id) ?? 0) === 0)
    if (idle === undefined) return false
    this.#gaveWay.add(idle)
    await this.#parts.remove([idle])
    return !open.has(idle)
  }
}

function isShortage(exchange: Attempt): boolean {
  return !exchange.accepted && limitStatuses.includes(statusOf(exchange))
}
