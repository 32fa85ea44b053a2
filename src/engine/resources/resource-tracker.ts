// Tracks the resources of one kind that the run creates, from before their creation until their removal.
import type { Exchange } from '../../base/exchange.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Key } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions, Session } from '../session/session.ts'
import { Arrivals } from './arrivals.ts'
import { Capacity } from './capacity.ts'
import { Changes, type Identity } from './changes.ts'
import type { CreationBlocker } from './creation-blocker.ts'
import { Creations, type Made } from './creations.ts'
import { isListed, type Kind, upsertedBy } from './kind.ts'
import { demandList, type ListResponse } from './listing.ts'
import { Proof } from './proof.ts'
import { Reader } from './reader.ts'
import { Removal } from './removal.ts'
import { RetiredResources } from './retired-resources.ts'
import { TrackedResources } from './tracked-resources.ts'

export class ResourceTracker {
  readonly #holding: TrackedResources
  readonly #removal: Removal
  readonly #retired: RetiredResources
  readonly #creations: Creations
  readonly #changes: Changes
  readonly #room: Capacity

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    const reader = new Reader(session, kind)
    const holding = new TrackedResources(session, ledger, kind)
    this.#holding = holding
    const proof = new Proof(holding, reader)
    const arrivals = new Arrivals(holding, proof, reader)
    this.#removal = new Removal(holding, proof, reader, arrivals)
    this.#room = new Capacity({
      holding,
      remove: (ids) => this.#removal.remove(ids, isListed(session, kind)),
    })
    this.#retired = new RetiredResources(holding, this.#removal)
    const remove = (ids: readonly string[]): Promise<void> => this.remove(ids)
    const [room, retired] = [this.#room, this.#retired]
    this.#creations = new Creations({ holding, proof, room, retired, arrivals, remove })
    this.#changes = new Changes({ holding, proof, room, reader, arrivals })
  }

  get kind(): Kind {
    return this.#holding.kind
  }

  get session(): Session {
    return this.#holding.session
  }

  get given(): readonly string[] {
    return this.#holding.given
  }

  get removable(): boolean {
    return this.#holding.removable
  }

  get blocker(): CreationBlocker | null {
    return this.#holding.blocker
  }

  set blocker(blocker: CreationBlocker) {
    this.#holding.blocker = blocker
  }

  send(request: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    const create = (): Promise<Attempt> => this.#creations.send(request, options, owned)
    const id = upsertedBy(this.session.contract, this.kind, request)
    return id === null ? create() : this.#changes.replace(id, request, options, create)
  }

  /** Sends an action that replaces the resource by a new one. */
  supersede(id: Key, request: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    return this.#changes.replace(id, request, options, () => this.#creations.send(request, options, owned))
  }

  make(creation: () => Request, owned: string[], options: SendOptions = {}): Promise<Made> {
    return this.#creations.make(creation, owned, options)
  }

  keyIn(exchange: Exchange, within: Key): Key | null {
    return this.#creations.keyIn(exchange, within)
  }

  permit(options: SendOptions = {}): void {
    this.#creations.permit(options)
  }

  update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    return this.#changes.update(id, request, options)
  }

  prepareDeletion(id: Key): Promise<void> {
    return this.#changes.prepareDeletion(id)
  }

  noteRead(id: Key, exchange: Attempt): void {
    this.#changes.noteRead(id, exchange)
  }

  identityOf(id: Key): Identity {
    return this.#changes.identityOf(id)
  }

  /** Waits for creations in progress, because one of them may have received the reused id. */
  async mistake(id: Key): Promise<void> {
    this.#changes.mistake(id)
    await this.#creations.settle()
  }

  track(number: number, id: string, created: Exchange): void {
    // A check that owned an earlier resource with this id must not remove the new resource.
    this.#retired.keep(id)
    this.#holding.renew(id)
    this.#holding.reserve()
    this.#holding.add(number, id, created, { sent: {}, shown: true })
  }

  list(within: Key = ''): Promise<ListResponse> {
    return demandList(this.session, this.kind, within)
  }

  adopt(id: string, names?: ReadonlySet<string>): boolean {
    return this.#holding.adopt(id, names)
  }

  found(id: string): boolean {
    return this.#holding.found(id)
  }

  get failsToRemove(): boolean {
    return this.#removal.failsByOperation
  }

  get isFailing(): boolean {
    return this.#removal.isFailing
  }

  isOpen(id: unknown): id is string {
    return this.#holding.isOpen(id)
  }

  remove(ids: readonly string[], listedAfter = isListed(this.session, this.kind)): Promise<void> {
    return this.#removal.remove(ids, listedAfter)
  }

  get room(): Capacity {
    return this.#room
  }

  lend(id: string): void {
    this.#retired.lend(id)
  }

  borrow(owned: string[]): string | null {
    return this.#retired.borrow(owned)
  }

  retire(ids: readonly string[]): Promise<void> {
    return this.#retired.retire(ids)
  }

  removeRetired(): Promise<void> {
    return this.#retired.removeRetired()
  }

  clear(listedAfter: boolean): Promise<void> {
    return this.remove(this.left, listedAfter)
  }

  vanishBelow(above: readonly Key[]): Promise<void> {
    return this.#removal.vanishBelow(above)
  }

  vanished(id: string): void {
    this.#holding.vanished(id)
  }

  reopen(ids: readonly string[]): void {
    this.#holding.reopen(ids)
  }

  takeNeverFound(): readonly string[] {
    return this.#holding.takeNeverFound()
  }

  get left(): readonly string[] {
    return [...this.#holding.open.keys()]
  }

  reasonFor(id: string): string {
    return this.#removal.reasonFor(id)
  }

  get unverified(): readonly string[] {
    return this.#removal.unverified
  }

  originOf(id: string): Exchange | undefined {
    return this.#holding.originOf(id)
  }

  knows(id: string): boolean {
    return this.#holding.knows(id)
  }

  keyOfId(id: string): Key {
    return this.#holding.keyOfId(id)
  }

  haveAllExisted(ids: readonly string[]): boolean {
    return this.#holding.haveAllExisted(ids)
  }

  get ids(): readonly string[] {
    return this.#holding.idsBeside('')
  }

  isFree(id: string): boolean {
    return this.#holding.isFree(id)
  }

  get madeAny(): boolean {
    return this.#holding.madeAny
  }
}
