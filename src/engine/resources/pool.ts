// Resources of the run, of one kind: made for a check, tracked from before their creation, removed after it.

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

/** A resource of the run that exists at the tenant. */
interface Existing {
  /** Its key. */
  readonly id: Key
  /** The exchange that made it. */
  readonly created: Attempt
  /** What the tenant returned on creation. */
  readonly body: JsonObject
}

export interface Identity {
  readonly lives: number
  readonly mistaken: number
}

/** A resource, and the request that made it. */
export interface Made {
  readonly request: Request
  readonly made: Existing
}

/** Keys of what a check has made, to be removed when it ends. */
export type OwnedKeys = Map<Pool, string[]>

/** The keys of that pool, to which more may be added. */
export function ownedBy(owned: OwnedKeys, pool: Pool): string[] {
  const keys = owned.get(pool) ?? []
  owned.set(pool, keys)
  return keys
}

/** Removes all of them, what stands below others first. */
export async function removeOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.remove(keys)
}

/** The same, later and together with those of other checks. */
export async function retireOwned(owned: OwnedKeys): Promise<void> {
  for (const [pool, keys] of inner(owned)) await pool.retire(keys)
}

function inner(owned: OwnedKeys): readonly [Pool, string[]][] {
  return [...owned].sort(([one], [other]) => other.kind.depth - one.kind.depth)
}

// So many wait to be removed at most: one list shows of all of them whose they are.
const retiredMax = 16
const ownersKeptMax = 5_000

export class Pool {
  readonly #holding: Holding
  readonly #proof: Proof
  readonly #removal: Removal
  readonly #lag: Lag
  readonly #room: Room
  /** Those that no check needs any more, by the scope that made them. */
  readonly #retired = new Map<string, string | undefined>()
  /** Those that a check may take over from another one, as nothing but valid requests of a passing check made and changed them. */
  readonly #plain = new Set<string>()
  /** The lists that hold their keys. */
  readonly #owners = new LatestMap<string, string[]>(ownersKeptMax)
  /** Creations that are on their way. */
  readonly #creating = new Set<Promise<Attempt>>()
  /** How often the run has changed one by its id while it was taken for another one, which is gone. */
  readonly #mistaken = new LatestMap<string, number>(ownersKeptMax)
  /** Ids of all that there were before an id was tried that is none of the run's; null while nobody has asked. */
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

  /** Keys of those that the operator has given, which no operation creates. */
  get given(): readonly string[] {
    return this.#holding.given
  }

  /** Whether one that the run makes can be removed again. */
  get removable(): boolean {
    return this.#holding.removable
  }

  /** Why none can be made, once that is known. */
  get blocker(): string | null {
    return this.#holding.blocker
  }

  set blocker(reason: string | null) {
    this.#holding.blocker = reason
  }

  /**
   * Sends a request that may create one, whatever it is meant to do, and tracks what it creates.
   * @param owned receives the keys of what it created
   */
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
      // After a fault of our own nobody knows what became of it.
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
    // The tenant has removed it before the answer that says so is there, and given its id again.
    if (this.isOpen(id) && this.#holding.leaving.has(id)) this.#holding.gone(id)
    if (this.isOpen(id)) {
      // An answer that was given before: whether it made another one as well, nobody can tell.
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

  /** Makes it theirs alone: who has had one of that id before is not to remove this one. */
  #hand(id: string, owned: string[]): void {
    const before = this.#owners.get(id)
    if (before?.includes(id)) before.splice(before.indexOf(id), 1)
    this.#owners.set(id, owned)
    this.#retired.delete(id)
    this.#plain.delete(id)
    owned.push(id)
  }

  /** Tracks one that a request beside the contract made, and that was shown to be the run's. */
  track(number: number, id: string, created: Exchange): void {
    // Whoever had one of that id may no longer remove it.
    this.#retired.delete(id)
    this.#holding.renew(id)
    this.#holding.reserve()
    this.#holding.add(number, id, created, { sent: {}, shown: true })
  }

  /**
   * Sends a request that may change or remove one. One of the run's is changed only if it is not shown as somebody else's.
   * @throws NotOurs where the id might name somebody's, Inconclusive where it does
   */
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

  /** Whether a read that was due before the first change shows one as somebody else's. */
  async #isStrange(id: string, known: Owned, request: Request, { patient }: SendOptions): Promise<boolean> {
    const reads = request.effect === 'none' || equal(request.body, this.kind.resource.readBy?.body)
    if (known.shown || reads) return false
    return (await this.#proof.of(id, known, patient === undefined ? {} : { patient })) === 'stranger'
  }

  /**
   * Notes what an answer says of one.
   * @throws Inconclusive where the tenant has lost it together with all others
   */
  async #note(id: string, known: Owned, { operation, body }: Request, exchange: Exchange): Promise<void> {
    const { deleted } = this.#holding
    if (isAccepted(exchange)) {
      if (isObject(body)) known.sent = { ...known.sent, ...body }
      known.shown ||= this.#proof.sees(acceptedBody(exchange), known)
      known.found = true
      if (this.session.contract.operations.get(operation)?.act === 'delete') deleted.set(id, true)
    } else if (isGone(exchange) && deleted.has(id)) {
      // The second answer shows what the first one did, where nothing does it better later.
      if (isListed(this.session, this.kind) || !isReadable(this.session, this.kind)) this.#holding.gone(id)
    } else if (isGone(exchange) && (await this.#proof.areLost(id, known)))
      throw new Inconclusive(
        `the tenant has lost all of the run's at once (${this.kind.name}), as after a restart: no response about one of them says anything more`,
      )
  }

  /**
   * An id that is not the run's is sent only where it names nothing: by its form, and by the list where what it names could
   * not be made again.
   * @throws NotOurs where it might name somebody's
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
   * Those that the tenant lists.
   * @param within the key of what they stand below, "" for nothing
   * @throws NotRun where nothing lists them, Inconclusive where the response holds no list
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

  /** Takes over one that most likely is the run's: see `Holding`. */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    return this.#holding.adopt(id, names)
  }

  /**
   * Takes over one that a request made which was not accepted.
   * @returns false for an id that no request may carry
   */
  found(id: string): boolean {
    if (this.isOpen(id) || !this.adopt(id)) return false
    this.#holding.ledger.created(0, this.kind.name, id)
    return true
  }

  /**
   * Lets some be made where the operation that removes them is the contract's, and does not: its clause can be judged by
   * trying it alone.
   */
  unblock(): void {
    if (this.#removal.failedAny && fixtureOf(this.session, this.kind.fixtures.remove) === undefined)
      this.blocker = null
  }

  /** @throws NotRun where none may be made, or none can */
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
   * A new one, and the request that made it.
   * @param creation gives a request that no other call gave
   * @throws Inconclusive where the tenant does not accept the request, or answers with another one
   */
  async make(creation: () => Request, owned: string[]): Promise<Made> {
    let request = creation()
    let exchange = await this.send(request, {}, owned)
    // A fault in creation is its own clause's; the checks of other clauses get a second try. It is another creation, as
    // the first may have been carried out.
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

  /** The key of what a creation below `within` was answered with; null where that is not the run's. */
  keyIn(exchange: Exchange, within: Key): Key | null {
    const told = at(acceptedBody(exchange), this.kind.resource.id)
    const key = keyOf(within, String(told), this.kind.depth)
    return this.isOpen(key) ? key : null
  }

  /**
   * What tells whether a key still names the same one: the tenant may have given the id of one that was removed to a new one, and
   * the run may have changed that one in the belief that it is the first.
   */
  identityOf(id: Key): Identity {
    return { lives: this.#holding.livesOf(id), mistaken: this.#mistaken.get(id) ?? 0 }
  }

  /** Notes that what the run takes for removed has accepted a change, once every creation that was on its way has its answer. */
  async mistake(id: Key): Promise<void> {
    this.#mistaken.set(id, (this.#mistaken.get(id) ?? 0) + 1)
    await Promise.allSettled(this.#creating)
  }

  /** Whether that is the key of one of the run which is there. */
  isOpen(id: unknown): id is string {
    return typeof id === 'string' && this.#holding.open.has(id)
  }

  /**
   * Removes some of the run's. What can't be removed, or is not proven to be the run's, stays tracked.
   * @param listedAfter whether a list will show what is still there
   */
  remove(ids: readonly string[], listedAfter = isListed(this.session, this.kind)): Promise<void> {
    return this.#removal.remove(ids, listedAfter)
  }

  /** Of a tenant that holds only so many at once. */
  get room(): Room {
    return this.#room
  }

  /** Marks one as good for other checks when the one that made it has passed. */
  lend(id: string): void {
    this.#plain.add(id)
  }

  /** One that a check left for others, which is to remove it now; null where there is none. */
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

  /** Removes some of the run's when there are enough of them that it takes fewer requests for each; till then others may borrow them. */
  async retire(ids: readonly string[]): Promise<void> {
    const scope = this.session.requestCount?.scope
    for (const id of ids) if (this.isOpen(id)) this.#retired.set(id, scope)
    // What stands below others is removed before these may be.
    if (this.#retired.size >= retiredMax || this.kind.depth > 0) await this.removeRetired()
  }

  /** Removes those that wait for it. */
  removeRetired(): Promise<void> {
    const retired = new Map(this.#retired)
    this.#retired.clear()
    return this.#removal.remove([...retired.keys()], isListed(this.session, this.kind), retired)
  }

  /** Removes all that is left. */
  clear(listedAfter: boolean): Promise<void> {
    return this.remove(this.left, listedAfter)
  }

  /** Notes those as gone that stood below something that is: see `Removal`. @param above keys of what is still there */
  vanishBelow(above: readonly Key[]): Promise<void> {
    return this.#removal.vanishBelow(above)
  }

  /** Notes that one of the run was gone already. */
  vanished(id: string): void {
    this.#holding.vanished(id)
  }

  /** Takes those of the ids back that were taken for removed: they are still there. */
  reopen(ids: readonly string[]): void {
    this.#holding.reopen(ids)
  }

  /** Keys of those that still exist. */
  get left(): readonly string[] {
    return [...this.#holding.open.keys()]
  }

  /** Why one is still there. */
  reasonFor(id: string): string {
    return this.#removal.reasonFor(id)
  }

  /** Keys of those that only the answer to their removal says are gone. */
  get unverified(): readonly string[] {
    return this.#removal.unverified
  }

  /** The exchange that made the one of that key, or of which that key is made; undefined where the run made none. */
  originOf(id: string): Exchange | undefined {
    return this.#holding.originOf(id)
  }

  /** Whether an answer to a creation spoke of that key as of the run's, or it was given. */
  knows(id: string): boolean {
    return this.#holding.knows(id)
  }

  /** Whether that was the key of one of the run's which the tenant said is deleted. */
  isFree(id: string): boolean {
    return this.#holding.isFree(id)
  }

  /** Whether the run has made any. */
  get madeAny(): boolean {
    return this.#holding.madeAny
  }
}
