// What the run has of one kind: which are there and which are gone, as the ledger, the budget and the reports hear of it.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { type Exchange, kept } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { isOfId } from '../../client/index.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { idOf } from '../requests/operation-request.ts'
import type { Session } from '../session/session.ts'
import { isRemovable, type Kind } from './kind.ts'
import { isUsableId } from './ownership.ts'

/** What is known of a resource of the run. */
export interface Owned {
  /** What accepted requests have made of it; null where the run did not see it made. */
  sent: JsonObject | null
  /** Whether an answer to another request than its creation has shown it as the run's. */
  shown: boolean
  /** Whether a request of the contract about it was accepted. */
  found?: boolean
  /** Digests of the names that a killed process of the run may have given it. */
  readonly names?: ReadonlySet<string> | undefined
}

// How many creations a failure may still be told with.
const creationsKeptMax = 5_000
const idsCompared = 4

export class Holding {
  readonly kind: Kind
  readonly session: Session
  readonly ledger: Ledger
  /** Keys of those that the operator has given, which no operation creates. */
  readonly given: readonly string[]
  /** Those that are there. */
  readonly open = new Map<string, Owned>()
  /** Ids that creations were answered with and that are somebody else's. */
  readonly foreign = new Set<string>()
  /** Those that a check has deleted, as the tenant says. */
  readonly deleted = new LatestMap<string, true>(creationsKeptMax)
  /** Those whose removal is on its way: a tenant may have given their ids again before its answer is there. */
  readonly leaving = new Set<string>()
  /** Why none can be made, once that is known. */
  blocker: string | null = null
  readonly #creations = new LatestMap<string, Exchange>(creationsKeptMax)
  readonly #lives = new LatestMap<string, number>(creationsKeptMax)
  /** Removed ones: the list at the end shows whether they are gone. */
  readonly #removed = new LatestMap<string, Owned>(creationsKeptMax)

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.kind = kind
    this.session = session
    this.ledger = ledger
    this.given = session.config.supplied.get(kind.resource.name) ?? []
  }

  /** Whether one that the run makes can be removed again. */
  get removable(): boolean {
    return isRemovable(this.session, this.kind)
  }

  /** Takes one for the run's that a request of the ledger's number made. Room in the budget is to be kept for it already. */
  add(number: number, id: string, created: Exchange, known: Owned): void {
    this.ledger.created(number, this.kind.name, id)
    this.session.emit({ type: 'resource', action: 'created', kind: this.kind.name, id })
    if (this.#removed.delete(id)) this.#lives.set(id, this.livesOf(id) + 1)
    this.deleted.delete(id)
    this.open.set(id, known)
    this.noteCreation(id, created)
  }

  /** How many have had that id since the first one of the run that did: it names another one with each. */
  livesOf(id: string): number {
    return this.#lives.get(id) ?? 0
  }

  noteCreation(id: string, created: Exchange): void {
    this.#creations.set(id, kept(created))
  }

  /** The exchange that made the one of that key; undefined where the run made none. */
  creationOf(id: string): Exchange | undefined {
    return this.#creations.get(id)
  }

  /** The same, or else the exchange that made the last one of whose key this one is made. */
  originOf(id: string): Exchange | undefined {
    const made = (): string | undefined => [...this.#creations.keys()].findLast((own) => isOfId(id, own))
    return this.creationOf(id) ?? this.creationOf(made() ?? '')
  }

  /** Whether the run has made any. */
  get madeAny(): boolean {
    return this.#creations.size > 0
  }

  /** Whether an answer to a creation spoke of that key as of the run's, or it was given. */
  knows(id: string): boolean {
    const known = [this.#creations, this.open, this.#removed, this.foreign]
    return known.some((some) => some.has(id)) || this.given.includes(id)
  }

  /** Whether that was the key of one of the run's which the tenant said is deleted. */
  isFree(id: string): boolean {
    const isHeld = this.foreign.has(id) || (this.open.has(id) && !this.deleted.has(id))
    return !isHeld && (this.deleted.has(id) || this.#removed.has(id))
  }

  /** Forgets one whose key the tenant has given to another one. */
  renew(id: string): void {
    if (this.open.has(id)) this.gone(id)
  }

  /** Ids of the run's by which it can be told what kind ids are, and whether the key's own begins as one of them. */
  idsBeside(key: string): readonly string[] {
    const { depth } = this.kind
    const made = [...this.#creations.keys()].map((own) => idOf(own, depth))
    const id = idOf(key, depth)
    return [...this.given, ...made.filter((own) => id.startsWith(own)), ...made.slice(-idsCompared)]
  }

  /**
   * Takes over one that most likely is the run's: it is to be removed, if it proves to be.
   * @param names digests of the names that the run may have given it
   * @returns false for an id that no request may carry
   */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    if (!isUsableId(idOf(id, this.kind.depth), this.kind.idLength)) return false
    if (!this.open.has(id)) {
      this.reserve()
      this.open.set(id, { sent: null, shown: false, names })
    }
    return true
  }

  /** Notes that one of the run was removed. */
  gone(id: string): void {
    if (this.#forget(id)) this.ledger.deleted(this.kind.name, id)
  }

  /** Notes that one of the run was gone already. */
  vanished(id: string): void {
    if (this.#forget(id)) this.ledger.absent(this.kind.name, id)
  }

  /** Lets go of one that is somebody else's. */
  disown(id: string): void {
    this.open.delete(id)
    this.#creations.delete(id)
    this.foreign.add(id)
    this.release()
    this.ledger.disowned(this.kind.name, id)
  }

  /** Takes those of the ids back that were taken for removed: they are still there. */
  reopen(ids: readonly string[]): void {
    for (const id of ids) {
      const known = this.#removed.get(id)
      if (known === undefined || this.open.has(id)) continue
      this.open.set(id, known)
      this.reserve()
      this.ledger.created(0, this.kind.name, id)
    }
  }

  /** Keeps room in the budget for the removal of one. */
  reserve(): void {
    if (this.removable) this.session.reserve(1)
  }

  release(): void {
    if (this.removable) this.session.reserve(-1)
  }

  #forget(id: string): boolean {
    const known = this.open.get(id)
    if (known === undefined) return false
    this.open.delete(id)
    this.#removed.set(id, known)
    this.release()
    this.session.emit({ type: 'resource', action: 'deleted', kind: this.kind.name, id })
    return true
  }
}
