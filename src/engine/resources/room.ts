// Room: how many of a kind a tenant holds at once, where it refuses more; then checks make theirs one after another, and what was used the
// longest ago gives way.
import { sleep } from '../../base/clock.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { type Attempt, Inconclusive } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions } from '../session/session.ts'
import type { Holding } from './holding.ts'
import { describeId } from './ownership.ts'

// A limit may be told as a conflict, as what is forbidden, as a request that can't be met, or as too many.
const limitStatuses: readonly number[] = [400, 402, 403, 409, 422, 429, 507]
/** Valid creations that are refused for another reason, after which no refusal is taken for a limit. */
const mistakesMax = 3
const triesMax = 5
const leaseMsMax = 20_000

interface Parts {
  readonly holding: Holding
  /** Removes what no check needs any more. @returns whether there was any */
  readonly removeRetired: () => Promise<boolean>
  readonly remove: (ids: readonly string[]) => Promise<void>
  /** The keys of what checks share, which no check ends. */
  readonly isShared: (owned: readonly string[]) => boolean
}

export class Room {
  readonly #parts: Parts
  /** How many there may be at once; null as long as none was refused for that. */
  #max: number | null = null
  #mistakes = 0
  #underWay = 0
  #begun = 0
  /** Those that gave way, and those that were used, the latest last. */
  readonly #gaveWay = new Set<string>()
  readonly #used = new Set<string>()
  #holder: readonly string[] | null = null
  readonly #waiting: (() => void)[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Notes that a check has to do with it. @throws Inconclusive where it gave way to another one */
  use(id: string): void {
    if (this.#gaveWay.has(id) && !this.#parts.holding.open.has(id))
      throw new Inconclusive(
        `the ${this.#parts.holding.kind.title} ${describeId(id)} was removed by the run, as the tenant holds no more than ${this.#max} at once`,
        'specification',
      )
    this.#used.delete(id)
    this.#used.add(id)
  }

  /** Sends a creation when there is room for it, and again where the tenant seems to have had none. */
  async within(
    request: Request,
    { as = 'full' }: SendOptions,
    owned: readonly string[],
    create: () => Promise<Attempt>,
  ): Promise<Attempt> {
    const { holding } = this.#parts
    if (request.intent === 'invalid' || as === 'none' || !holding.removable) return create()
    if (this.#max !== null) await this.#enter(owned)
    let exchange = await this.#counted(create)
    for (let tries = 1; tries <= triesMax && this.#isForLackOf(exchange, request); tries += 1) {
      const atOnce = this.#underWay === 0 ? holding.open.size : null
      await this.#enter(owned)
      if (!(await this.#free())) return exchange
      const begun = this.#begun
      const again = await this.#counted(create)
      // What others have made meanwhile may have taken the room.
      const isAlone = this.#begun === begun + 1 && this.#underWay === 0
      if (again.accepted) this.#learn(atOnce ?? holding.open.size)
      else if (isAlone && this.#max === null) this.#mistakes += 1
      if (again.accepted) return again
      if (isAlone && this.#max === null) return exchange
      exchange = again
    }
    return exchange
  }

  /** Notes that a check has ended: the next one that makes some may go on. */
  left(owned: readonly string[]): void {
    if (this.#holder === owned) this.#pass()
  }

  #isForLackOf(exchange: Exchange & { readonly accepted: boolean }, { intent }: Request): boolean {
    if (exchange.accepted || !limitStatuses.includes(statusOf(exchange))) return false
    const { open } = this.#parts.holding
    return open.size > 0 && (this.#max !== null || (intent === 'valid' && this.#mistakes < mistakesMax))
  }

  async #counted(create: () => Promise<Attempt>): Promise<Attempt> {
    for (let tries = 1; this.#isFull && tries <= triesMax; tries += 1) await this.#free()
    this.#underWay += 1
    this.#begun += 1
    return create().finally(() => {
      this.#underWay -= 1
    })
  }

  get #isFull(): boolean {
    return this.#parts.holding.open.size + this.#underWay >= (this.#max ?? Number.POSITIVE_INFINITY)
  }

  // Of two checks that hold some and want more neither would go on: one at a time makes any.
  async #enter(owned: readonly string[]): Promise<void> {
    if (this.#holder === owned || this.#parts.isShared(owned)) return
    if (this.#holder !== null) {
      const turn = new Promise<void>((begin) => this.#waiting.push(begin))
      // Whoever has it may wait for who waits for it.
      await Promise.race([turn, sleep(leaseMsMax, this.#parts.holding.session.signal)])
    }
    this.#holder = owned
  }

  #pass(): void {
    this.#holder = null
    this.#waiting.shift()?.()
  }

  /** Makes room for one. @returns whether there is any */
  async #free(): Promise<boolean> {
    const { holding, removeRetired, remove } = this.#parts
    if (await removeRetired()) return true
    const all = [...holding.open.keys()]
    const [oldest] = [...all.filter((id) => !this.#used.has(id)), ...this.#used].filter((id) =>
      all.includes(id),
    )
    if (oldest === undefined) return false
    this.#gaveWay.add(oldest)
    await remove([oldest])
    return !holding.open.has(oldest)
  }

  #learn(atOnce: number): void {
    const { kind, session } = this.#parts.holding
    if (this.#max === null)
      session.emit({
        type: 'note',
        message: `The tenant holds about ${atOnce} of the run's at once (${kind.name}) and refuses more: the run makes do with them.`,
      })
    this.#max = Math.max(1, Math.min(this.#max ?? atOnce, atOnce))
  }
}
