// The triggers of a run, and whose event a delivery carries: told by their marks, bounded however many there are.
import type { Exchange } from '../../base/exchange.ts'
import { carries, marksOf } from './identity.ts'
import type { Delivery, Inbox } from './inbox.ts'

// Many times what all checks of a run trigger. A tenant that answers with ever new marks must not fill the memory.
const triggersMax = 1_000

interface Entry {
  readonly inbox: Inbox
  readonly marks: readonly string[]
}

export class TriggerLog {
  readonly #triggersMax: number
  /** Oldest first. */
  readonly #entries = new Map<Exchange, Entry>()
  readonly #markCounts = new Map<string, number>()

  /** @param max triggers that are kept; the oldest one gives way */
  constructor(max = triggersMax) {
    this.#triggersMax = max
  }

  get size(): number {
    return this.#entries.size
  }

  /** Notes an accepted trigger. @param inbox of what it was for */
  note(inbox: Inbox, trigger: Exchange): void {
    const marks = marksOf(trigger)
    this.#entries.set(trigger, { inbox, marks })
    // What the answers to several triggers have in common tells no event from another.
    for (const mark of marks) this.#markCounts.set(mark, (this.#markCounts.get(mark) ?? 0) + 1)
    if (this.#entries.size > this.#triggersMax) this.#forgetOldest()
  }

  /** The triggers of each inbox, oldest first. */
  byInbox(): ReadonlyMap<Inbox, readonly Exchange[]> {
    const all = new Map<Inbox, Exchange[]>()
    for (const [trigger, { inbox }] of this.#entries) {
      const own = all.get(inbox)
      if (own === undefined) all.set(inbox, [trigger])
      else own.push(trigger)
    }
    return all
  }

  /** Whether the delivery shows that it carries the event of that trigger. It may carry it and not show it. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    const marks = this.#entries.get(trigger)?.marks ?? []
    return carries(
      delivery,
      marks.filter((mark) => this.#markCounts.get(mark) === 1),
    )
  }

  /** Whether the delivery shows that it carries events of other triggers of the run, and not that one's. */
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
