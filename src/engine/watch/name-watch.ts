// Learns whether the tenant requires unique names.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { at, type Json } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Pointer } from '../../contract/index.ts'
import { type Attempt, acceptedBody } from '../../oracle/index.ts'

/** Between `fromMs` and `untilMs`, no request could change the name. */
interface Held {
  readonly id: string
  readonly name: string
  readonly sentMs: number
  readonly fromMs: number
  untilMs: number
}

// The watch keeps at most this number of names, to limit the use of memory.
const heldMax = 20_000

const uniqueNames = { refused: 'a second one is refused with 409', shared: 'two may have the same' }

export class NameWatch {
  readonly #held: Held[] = []
  readonly #current = new Map<string, Held>()
  readonly #idAt: Pointer
  readonly #nameAt: Pointer
  #refused = false

  /** @param nameAt the pointer to the name in requests and responses, for example `/name` */
  constructor(idAt: Pointer, nameAt: Pointer) {
    this.#idAt = idAt
    this.#nameAt = nameAt
  }

  see(exchange: Attempt, body: Json | undefined): void {
    const sent = at(body, this.#nameAt)
    const name = typeof sent === 'string' ? sent : null
    const holds = [...this.#current.values()].some((held) => held.name === name)
    if (statusOf(exchange) === 409 && name !== null && holds) this.#refused = true
    if (!exchange.accepted) return
    const returned = acceptedBody(exchange)
    const [id, shown] = [at(returned, this.#idAt), at(returned, this.#nameAt)]
    if (typeof id !== 'string' || typeof shown !== 'string' || this.#held.length >= heldMax) return
    const before = this.#current.get(id)
    if (before?.name === shown) return
    if (before !== undefined) before.untilMs = exchange.startedAtMs
    const fromMs = exchange.startedAtMs + exchange.durationMs
    const held = { id, name: shown, sentMs: exchange.startedAtMs, fromMs, untilMs: Number.POSITIVE_INFINITY }
    this.#held.push(held)
    this.#current.set(id, held)
  }

  removed({ request, startedAtMs }: Exchange): void {
    for (const [id, held] of this.#current)
      if (request.url.includes(uriEncoded(id))) {
        held.untilMs = startedAtMs
        this.#current.delete(id)
      }
  }

  answers(): readonly string[] {
    const byName = new Map<string, Held[]>()
    for (const held of this.#held) byName.set(held.name, [...(byName.get(held.name) ?? []), held])
    const shared = [...byName.values()].some((holders) =>
      holders.some((one) =>
        holders.some(
          (other) => other.id !== one.id && one.fromMs <= other.sentMs && one.untilMs >= other.fromMs,
        ),
      ),
    )
    return [...(this.#refused ? [uniqueNames.refused] : []), ...(shared ? [uniqueNames.shared] : [])]
  }
}
