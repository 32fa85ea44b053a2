// Tracks the resources of one kind that the run created.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { type Exchange, kept } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { isOfId } from '../../client/index.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { idOf } from '../requests/operation-request.ts'
import type { Session } from '../session/session.ts'
import type { CreationBlocker } from './creation-blocker.ts'
import { isRemovable, type Kind } from './kind.ts'
import { isUsableId } from './recognition/ownership.ts'

export interface Owned {
  /** The values that accepted requests set. Null if this process has no response to the creation. */
  sent: JsonObject | null
  /** True if a later response proves that the run created the resource. */
  shown: boolean
  found?: boolean
  /** Digests of names from a killed process of the run. */
  readonly names?: ReadonlySet<string> | undefined
}

const creationsKeptMax = 5_000
const idsCompared = 4

export class TrackedResources {
  readonly kind: Kind
  readonly session: Session
  readonly ledger: Ledger
  readonly given: readonly string[]
  readonly open = new Map<string, Owned>()
  /** Ids that creations returned for resources of other clients. */
  readonly foreign = new Set<string>()
  readonly deleted = new LatestMap<string, true>(creationsKeptMax)
  /** The tenant may reuse these ids before it responds to the removal. */
  readonly leaving = new Set<string>()
  blocker: CreationBlocker | null = null
  readonly #creations = new LatestMap<string, Exchange>(creationsKeptMax)
  readonly #lives = new LatestMap<string, number>(creationsKeptMax)
  readonly #removed = new LatestMap<string, Owned>(creationsKeptMax)
  /** Resources that were absent at their removal and from all reads and lists. They may appear late. */
  readonly #neverFound = new Set<string>()

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.kind = kind
    this.session = session
    this.ledger = ledger
    this.given = session.config.supplied.get(kind.resource.name) ?? []
  }

  isOpen(id: unknown): id is string {
    return typeof id === 'string' && this.open.has(id)
  }

  get removable(): boolean {
    return isRemovable(this.session, this.kind)
  }

  /** The caller must have reserved the budget for the removal. */
  add(number: number, id: string, created: Exchange, known: Owned): void {
    this.ledger.created(number, this.kind.name, id)
    this.session.emit({ type: 'resource', action: 'created', kind: this.kind.name, id })
    if (this.#removed.delete(id)) this.#lives.set(id, this.livesOf(id) + 1)
    this.deleted.delete(id)
    this.open.set(id, known)
    this.noteCreation(id, created)
  }

  /** Returns how often the tenant reused the id. */
  livesOf(id: string): number {
    return this.#lives.get(id) ?? 0
  }

  noteCreation(id: string, created: Exchange): void {
    this.#creations.set(id, kept(created))
  }

  creationOf(id: string): Exchange | undefined {
    return this.#creations.get(id)
  }

  originOf(id: string): Exchange | undefined {
    const made = (): string | undefined => [...this.#creations.keys()].findLast((own) => isOfId(id, own))
    return this.creationOf(id) ?? this.creationOf(made() ?? '')
  }

  get madeAny(): boolean {
    return this.#creations.size > 0
  }

  knows(id: string): boolean {
    const known = [this.#creations, this.open, this.#removed, this.foreign]
    return known.some((some) => some.has(id)) || this.given.includes(id)
  }

  /** Returns true if the run knows each id, or listed it before its first creation without a name. */
  haveAllExisted(ids: readonly string[]): boolean {
    const existing = this.ledger.existingOf(this.kind.name)
    return ids.every((id) => existing?.has(id) === true || this.knows(id))
  }

  keyOfId(id: string): string {
    return [...this.#creations.keys()].findLast((key) => idOf(key, this.kind.depth) === id) ?? id
  }

  isFree(id: string): boolean {
    const isHeld = this.foreign.has(id) || (this.open.has(id) && !this.deleted.has(id))
    return !isHeld && (this.deleted.has(id) || this.#removed.has(id))
  }

  renew(id: string): void {
    if (this.open.has(id)) this.gone(id)
  }

  /** Returns supplied ids, recent ids, and ids that are a prefix of the id in the key. */
  idsBeside(key: string): readonly string[] {
    const { depth } = this.kind
    const made = [...this.#creations.keys()].map((own) => idOf(own, depth))
    const id = idOf(key, depth)
    return [...this.given, ...made.filter((own) => id.startsWith(own)), ...made.slice(-idsCompared)]
  }

  /**
   * Tracks a resource without the response to its creation. Before its removal, the run must prove that it
   * created the resource.
   * @param names digests of names from a killed process
   * @returns false if no request can contain the id
   */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    if (!isUsableId(idOf(id, this.kind.depth), this.kind.idLength)) return false
    if (!this.open.has(id)) {
      this.reserve()
      this.open.set(id, { sent: null, shown: false, names })
    }
    return true
  }

  /** @returns false if the run already tracks the id, or if no request can contain the id */
  found(id: string): boolean {
    if (this.isOpen(id) || !this.adopt(id)) return false
    this.ledger.created(0, this.kind.name, id)
    return true
  }

  gone(id: string): void {
    if (this.#forget(id)) this.ledger.deleted(this.kind.name, id)
  }

  vanished(id: string): void {
    const known = this.open.get(id)
    if (known !== undefined && !known.shown && known.found !== true && !this.deleted.has(id))
      this.#neverFound.add(id)
    if (this.#forget(id)) this.ledger.absent(this.kind.name, id)
  }

  disown(id: string): void {
    this.open.delete(id)
    this.#creations.delete(id)
    this.foreign.add(id)
    this.release()
    this.ledger.disowned(this.kind.name, id)
  }

  reopen(ids: readonly string[]): void {
    for (const id of ids) {
      const known = this.#removed.get(id)
      if (known === undefined || this.open.has(id)) continue
      this.open.set(id, known)
      this.reserve()
      this.ledger.created(0, this.kind.name, id)
    }
  }

  /** Returns the keys in `#neverFound`, and empties the set. */
  takeNeverFound(): readonly string[] {
    const ids = [...this.#neverFound]
    this.#neverFound.clear()
    return ids
  }

  get #removals(): number {
    return this.kind.resource.beforeDelete === null ? 1 : 2
  }

  reserve(): void {
    if (this.removable) this.session.reserve(this.#removals)
  }

  release(): void {
    if (this.removable) this.session.reserve(-this.#removals)
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
