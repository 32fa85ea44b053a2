// Finds the trigger of a delivery by its marks: texts of the response to the trigger, for example ids.
import type { Exchange } from '../../base/exchange.ts'
import { carries, marksOf } from './identity.ts'
import type { Delivery, Inbox } from './inbox.ts'

// A run needs far fewer triggers.
const triggersMax = 1_000

interface Entry {
  readonly inbox: Inbox
  readonly marks: readonly string[]
}

export class TriggerLog {
  readonly #triggersMax: number
  readonly #entries = new Map<Exchange, Entry>()
  readonly #markCounts = new Map<string, number>()

  constructor(max = triggersMax) {
    this.#triggersMax = max
  }

  get size(): number {
    return this.#entries.size
  }

  note(inbox: Inbox, trigger: Exchange): void {
    const marks = marksOf(trigger)
    this.#entries.set(trigger, { inbox, marks })
    // A mark that belongs to several triggers identifies none of them.
    for (const mark of marks) this.#markCounts.set(mark, (this.#markCounts.get(mark) ?? 0) + 1)
    if (this.#entries.size > this.#triggersMax) this.#forgetOldest()
  }

  byInbox(): ReadonlyMap<Inbox, readonly Exchange[]> {
    const all = new Map<Inbox, Exchange[]>()
    for (const [trigger, { inbox }] of this.#entries) {
      const own = all.get(inbox)
      if (own === undefined) all.set(inbox, [trigger])
      else own.push(trigger)
    }
    return all
  }

  /** If this returns false, the delivery may still contain the event of the trigger. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    const marks = this.#entries.get(trigger)?.marks ?? []
    return carries(
      delivery,
      marks.filter((mark) => this.#markCounts.get(mark) === 1),
    )
  }

  isOthers(delivery: Delivery, trigger: Exchange): boolean {
    if (this.shows(delivery, trigger)) return false
    return [...this.#entries.keys()].some((other) => other !== trigger && this.shows(delivery, other))
  }

  #forgetOldest(): void {
    const [oldest] = this.#entries
    if (oldest === undefined) return
    const [trigger, { marks }] = oldest
    this.#entries.delete(trigger)
    for (const mark of marks) {
      const left = (this.#markCounts.get(mark) ?? 1) - 1
      if (left === 0) this.#markCounts.delete(mark)
      else this.#markCounts.set(mark, left)
    }
  }
}
