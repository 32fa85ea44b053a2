// The run's resources of one kind: tracked from before their creation, removed after their check.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { at, equal, idTextOf, isObject, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  type Attempt,
  acceptedBody,
  Inconclusive,
  isAccepted,
  NotAllowed,
  NotOurs,
  NotRun,
  notAccepted,
} from '../../oracle/index.ts'
import { creationOutcomeOf, isUnsent } from '../ledger/creation-outcome.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { fixtureOf } from '../requests/fixture.ts'
import { idOf, type Key, keyOf, namedBy } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { namesNothingElse } from '../requests/unknown-id.ts'
import type { SendOptions, Session } from '../session/session.ts'
import { Holding, type Owned } from './holding.ts'
import { aOf, isListed, isReadable, type Kind, nameIn } from './kind.ts'
import { Lag } from './lag.ts'
import { list } from './listing.ts'
import { describeId, isUsableId } from './ownership.ts'
import { isGone, Proof } from './proof.ts'
import { Reader } from './reader.ts'
import { Removal } from './removal.ts'
import { Room } from './room.ts'

interface Existing {
  readonly id: Key
  readonly created: Attempt
  readonly body: JsonObject
}

export interface Identity {
  readonly lives: number
  readonly mistaken: number
}

export interface Made {
  readonly request: Request
  readonly made: Existing
}

/** To be removed when the check ends. */
export type OwnedKeys = Map<Pool, string[]>

/** Callers may add to the list. */
export function ownedBy(owned: OwnedKeys, pool: Pool): string[] {
  const keys = owned.get(pool) ?? []
  owned.set(pool, keys)
  return keys
}

/** Removes children first. */
export async function removeOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.remove(keys)
}

/** Together with those of other checks. */
export async function retireOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.retire(keys)
}

function inner(owned: OwnedKeys): readonly [Pool, string[]][] {
  return [...owned].sort(([one], [other]) => other.kind.depth - one.kind.depth)
}

// One list proves all of these the run's.
const retiredMax = 16
const ownersKeptMax = 5_000

export class Pool {
  readonly #holding: Holding
  readonly #proof: Proof
  readonly #removal: Removal
  readonly #lag: Lag
  readonly #room: Room
  /** No longer needed, by the scope that created them. */
  readonly #retired = new Map<string, string | undefined>()
  /** Can be lent: only valid requests of a passing check made and changed them. */
  readonly #plain = new Set<string>()
  /** The list that holds each key. */
  readonly #owners = new LatestMap<string, string[]>(ownersKeptMax)
  readonly #creating = new Set<Promise<Attempt>>()
  /** How often the run changed a resource by the id of a removed one. */
  readonly #mistaken = new LatestMap<string, number>(ownersKeptMax)
  /** Ids that existed before the run tried an unknown id. */
  #listed: ReadonlySet<string> | null = null

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    const reader = new Reader(session, kind)
    this.#holding = new Holding(session, ledger, kind)
    this.#proof = new Proof(this.#holding, reader)
    this.#removal = new Removal(this.#holding, this.#proof, reader)
    this.#lag = new Lag(this.#holding)
    this.#room = new Room({
      holding: this.#holding,
      remove: (ids) => this.#removal.remove(ids, isListed(session, kind)),
    })
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

  get blocker(): string | null {
    return this.#holding.blocker
  }

  set blocker(reason: string | null) {
    this.#holding.blocker = reason
  }

  /** For requests that may create a resource, whatever they are meant to do. @param owned receives the keys */
  send(request: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    const again: string[] = []
    return this.#room.within(
      request,
      options,
      () => this.#creation(this.#create(request, options, owned)),
      () => this.#creation(this.#create(request, options, again)).finally(() => this.remove(again)),
    )
  }

  async #creation(creation: Promise<Attempt>): Promise<Attempt> {
    this.#creating.add(creation)
    try {
      return await creation
    } finally {
      this.#creating.delete(creation)
    }
  }

  async #create(request: Request, options: SendOptions, owned: string[]): Promise<Attempt> {
    if (request.effect !== 'none') this.permit()
    const { ledger } = this.#holding
    const body = isObject(request.body) ? request.body : {}
    const number = await ledger.intend(this.kind.name, nameIn(this.kind, body) ?? this.session.marker)
    this.#holding.reserve()
    const exchange = await this.session.send(request, options).catch((error: unknown) => {
      // After a fault of our own the outcome is unknown.
      if (isUnsent(error)) ledger.refused(number)
      this.#holding.release()
      throw error
    })
    const answer = bodyOf(exchange)
    const shown = answer.ok && statusOf(exchange) < 300 ? answer.value : undefined
    const { resource, idLength, depth } = this.kind
    const told = at(shown, resource.id)
    const plain = idTextOf(told)
    const id = plain === undefined ? told : keyOf(namedBy(this.session.contract, request), plain, depth)
    // The tenant reused the id before it answered the removal.
    if (this.isOpen(id) && this.#holding.leaving.has(id)) this.#holding.gone(id)
    if (this.isOpen(id)) {
      // A repeated answer may hide another creation.
      ledger.unclear(number, 'doubtful')
      this.#holding.release()
      this.#holding.noteCreation(id, exchange)
      return exchange
    }
    const usable = typeof id === 'string' && isUsableId(plain, idLength) && !this.#holding.foreign.has(id)
    const known = usable ? await this.#proof.ofCreation(id, shown, body) : null
    if (usable && known !== null) {
      this.#holding.add(number, id, exchange, known)
      await this.#room.about(id, async () => undefined)
      this.#hand(id, owned)
    } else {
      ledger.unclear(number, id === undefined ? creationOutcomeOf(exchange) : 'unknown')
      this.#holding.release()
      if (id !== undefined) this.#proof.noteStranger(id, jsonText(body).includes(this.session.marker))
    }
    return exchange
  }

  /** Earlier owners must not remove it. */
  #hand(id: string, owned: string[]): void {
    const before = this.#owners.get(id)
    if (before?.includes(id)) before.splice(before.indexOf(id), 1)
    this.#owners.set(id, owned)
    this.#retired.delete(id)
    this.#plain.delete(id)
    owned.push(id)
  }

  /** Tracks a proven resource that a request outside the contract made. */
  track(number: number, id: string, created: Exchange): void {
    // Earlier owners must not remove it.
    this.#retired.delete(id)
    this.#holding.renew(id)
    this.#holding.reserve()
    this.#holding.add(number, id, created, { sent: {}, shown: true })
  }

  /** @throws NotOurs if the id may name one that is not the run's, Inconclusive if it does */
  update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    return this.#room.about(id, () => this.#update(id, request, options))
  }

  async #update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    const known = this.#holding.open.get(id)
    if (!this.knows(id)) await this.#permitStrange(id)
    if (this.#holding.foreign.has(id) || (known && (await this.#isStrange(id, known, request, options))))
      throw new Inconclusive(
        `the ${this.kind.title} ${describeId(id)} is shown as somebody else's: it is not changed`,
      )
    const name = nameIn(this.kind, request.body)
    if (known !== undefined && name !== undefined && !name.includes(this.session.marker))
      this.#holding.ledger.renamed(this.kind.name, id, name)
    let exchange = await this.session.send(request, options)
    const hidden = this.#lag.hides(id, request, options, exchange)
    if (hidden) exchange = await this.#lag.overcome(request, options, exchange)
    if (known !== undefined) await this.#note(id, known, request, exchange)
    if (hidden && isGone(exchange) && this.#lag.hides(id, request, options, exchange))
      this.#lag.tell(id, exchange)
    return exchange
  }

  /** Whether a read before the first change does not show it as the run's. */
  async #isStrange(
    id: string,
    known: Owned,
    request: Request,
    { retryOnRateLimit }: SendOptions,
  ): Promise<boolean> {
    const reads = request.effect === 'none' || equal(request.body, this.kind.resource.readBy?.body)
    if (known.shown || reads) return false
    return (
      (await this.#proof.of(id, known, retryOnRateLimit === undefined ? {} : { retryOnRateLimit })) ===
      'stranger'
    )
  }

  /** @throws Inconclusive if the tenant has lost all of the run's at once */
  async #note(id: string, known: Owned, { operation, body }: Request, exchange: Exchange): Promise<void> {
    const { deleted } = this.#holding
    if (isAccepted(exchange)) {
      if (isObject(body)) known.sent = { ...known.sent, ...body }
      known.shown ||= this.#proof.sees(acceptedBody(exchange), known)
      known.found = true
      if (this.session.contract.operations.get(operation)?.act === 'delete') deleted.set(id, true)
    } else if (isGone(exchange) && deleted.has(id)) {
      // The second answer confirms the deletion, unless a later read can.
      if (isListed(this.session, this.kind) || !isReadable(this.session, this.kind)) this.#holding.gone(id)
    } else if (isGone(exchange) && (await this.#proof.areLost(id, known)))
      throw new Inconclusive(
        `the tenant has lost all of the run's at once (${this.kind.name}), as after a restart: no response about one of them says anything more`,
      )
  }

  /**
   * Its form must show that it names nothing. If the resource could not be created again, the list must too.
   * @throws NotOurs otherwise
   */
  async #permitStrange(id: string): Promise<void> {
    const { title, resource } = this.kind
    const reason = `the id ${describeId(id)} could name somebody else's ${title}`
    if (!namesNothingElse(idOf(id, this.kind.depth), this.#holding.idsBeside(id))) throw new NotOurs(reason)
    if (resource.life.create !== undefined) return
    const listed = this.#listed ?? (await list(this.session, this.kind, '', {}))?.items?.map((one) => one.id)
    this.#listed = listed === undefined ? null : new Set(listed)
    if (this.#listed?.has(id)) throw new NotOurs(reason)
  }

  /**
   * @param within the key of the parent, "" for none
   * @throws NotRun if nothing lists them, Inconclusive if the response holds no list
   */
  async list(
    within: Key = '',
  ): Promise<{ readonly exchange: Attempt; readonly items: readonly JsonObject[] }> {
    const { name, fixtures } = this.kind
    const listing = await list(this.session, this.kind, within, {})
    if (listing === null)
      throw new NotRun(
        `it needs a list of all that there are (${name}): declare fixtures.${fixtures.list} in the profile`,
      )
    const { exchange, items } = listing
    if (items === null) throw notAccepted(`the request for a list (${name}) returned none`, exchange)
    return { exchange, items: items.map(({ item }) => item).filter(isObject) }
  }

  /** See `Holding`. */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    return this.#holding.adopt(id, names)
  }

  /** @returns false for an id that no request may carry */
  found(id: string): boolean {
    if (this.isOpen(id) || !this.adopt(id)) return false
    this.#holding.ledger.created(0, this.kind.name, id)
    return true
  }

  /** Permits creations again if only the contract's own removal failed, so that its clause can be judged. */
  unblock(): void {
    if (this.#removal.failedAny && fixtureOf(this.session, this.kind.fixtures.remove) === undefined)
      this.blocker = null
  }

  /** @throws NotRun if none may or can be made */
  permit(): void {
    const { config } = this.session
    const creation = this.kind.resource.life.create
    if (creation !== undefined && config.profile.operations?.[creation]?.supported === false)
      throw new NotRun(
        `it needs ${aOf(this.kind.title)}, and the profile says that ${creation} is not supported`,
      )
    if (config.writes === 'none')
      throw new NotAllowed(`it needs ${aOf(this.kind.title)}: run with --writes reversible`)
    if (config.writes === 'reversible' && !this.removable)
      throw new NotRun(
        `it needs ${aOf(this.kind.title)} that can be removed again: declare fixtures.${this.kind.fixtures.remove} in the profile, or run with --writes destructive`,
      )
    if (this.blocker !== null) throw new NotRun(this.blocker)
  }

  /**
   * @param creation returns another request with each call
   * @throws Inconclusive if the tenant refuses, or returns another resource
   */
  async make(creation: () => Request, owned: string[]): Promise<Made> {
    let request = creation()
    let exchange = await this.send(request, {}, owned)
    // Other clauses get a second try, with another body, as the first may have been carried out.
    if (statusOf(exchange) >= 500) {
      const second = creation()
      if (!equal(second.body ?? null, request.body ?? null)) {
        request = second
        exchange = await this.send(request, {}, owned)
      }
    }
    if (!isAccepted(exchange)) throw notAccepted(`no ${this.kind.title} could be made`, exchange)
    const body = acceptedBody(exchange)
    const told = at(body, this.kind.resource.id)
    const id = keyOf(namedBy(this.session.contract, request), String(told), this.kind.depth)
    if (!this.isOpen(id))
      throw new Inconclusive(
        `the creation was answered with ${aOf(this.kind.title)} that can't be used as the run's: its id is ${describeId(told)}`,
      )
    return { request, made: { id, created: exchange, body } }
  }

  /** Null if it is not the run's. */
  keyIn(exchange: Exchange, within: Key): Key | null {
    const told = at(acceptedBody(exchange), this.kind.resource.id)
    const key = keyOf(within, String(told), this.kind.depth)
    return this.isOpen(key) ? key : null
  }

  /** Differs if the tenant reused the id, or the run changed the new resource by mistake. */
  identityOf(id: Key): Identity {
    return { lives: this.#holding.livesOf(id), mistaken: this.#mistaken.get(id) ?? 0 }
  }

  /** Waits for creations under way, which may have reused the id. */
  async mistake(id: Key): Promise<void> {
    this.#mistaken.set(id, (this.#mistaken.get(id) ?? 0) + 1)
    await Promise.allSettled(this.#creating)
  }

  isOpen(id: unknown): id is string {
    return typeof id === 'string' && this.#holding.open.has(id)
  }

  /** @param listedAfter whether a list will show what is left */
  remove(ids: readonly string[], listedAfter = isListed(this.session, this.kind)): Promise<void> {
    return this.#removal.remove(ids, listedAfter)
  }

  /** How many the tenant holds at once. */
  get room(): Room {
    return this.#room
  }

  /** Other checks may borrow it once its own has passed. */
  lend(id: string): void {
    this.#plain.add(id)
  }

  /** Lent by another check; the borrower removes it. */
  borrow(owned: string[]): string | null {
    for (const id of this.#retired.keys()) {
      if (!this.#plain.has(id) || !this.isOpen(id)) continue
      this.#retired.delete(id)
      this.#owners.set(id, owned)
      owned.push(id)
      return id
    }
    return null
  }

  /** Batches take fewer requests. Till then others may borrow. */
  async retire(ids: readonly string[]): Promise<void> {
    const scope = this.session.requestCount?.scope
    for (const id of ids) if (this.isOpen(id)) this.#retired.set(id, scope)
    // Parents can't be removed before these.
    if (this.#retired.size >= retiredMax || this.kind.depth > 0) await this.removeRetired()
  }

  removeRetired(): Promise<void> {
    const retired = new Map(this.#retired)
    this.#retired.clear()
    return this.#removal.remove([...retired.keys()], isListed(this.session, this.kind), retired)
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

  isFree(id: string): boolean {
    return this.#holding.isFree(id)
  }

  get madeAny(): boolean {
    return this.#holding.madeAny
  }
}
