// Resources of the run, of one kind: made for a check, tracked from before their creation, removed after it.
import { sleep } from '../base/clock.ts'
import { bodyOf, describeResponse, type Exchange, kept, statusOf } from '../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { LatestMap } from '../base/latest-map.ts'
import { type Attempt, acceptedBody, Inconclusive, isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf, isUnsent } from './certainty.ts'
import { fixtureOf } from './fixture.ts'
import { aOf, isListed, isRemovable, type Kind, lifeOf, nameIn, removalOf } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { digestOf } from './ledger-entry.ts'
import { list } from './listing.ts'
import { idOf, type Key, keyOf, namedBy } from './operation-request.ts'
import { bearsRun, describeId, isUsableId } from './ownership.ts'
import type { Principal } from './principal.ts'
import { Reader } from './reader.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'
import { namesNothingElse } from './unknown-id.ts'

/** A resource of the run that exists at the tenant. */
export interface Existing {
  /** Its key. */
  readonly id: Key
  /** The exchange that made it. */
  readonly created: Attempt
  /** What the tenant returned on creation. */
  readonly body: JsonObject
}

/** A resource, and the request that made it. */
export interface Made {
  readonly request: Request
  readonly made: Existing
}

/** What is known of a resource of the run. */
interface Owned {
  /** What accepted requests have made of it; null where the run did not see it made. */
  sent: JsonObject | null
  /** Whether an answer to another request than its creation has shown it as the run's. */
  shown: boolean
  /** Digests of the names that a killed process of the run may have given it. */
  readonly names?: ReadonlySet<string> | undefined
}

const unansweredMax = 2
// How many creations a failure may still be told with.
const creationsKeptMax = 5_000
// So many creations that are answered with what is not the run's show that no other one is to be tried.
const strangersMax = 3
// So many resources that can't be removed are the most that a run goes on with.
const unremovedMax = 3
// Where a list will show all at the end, the first removals are verified and then every so manieth.
const firstVerified = 2
const verifiedEvery = 8
const idsCompared = 4
const lostAskedMax = 3
// A tenant may take a moment until what it has deleted is gone everywhere.
const goneAfterMs = [250, 1_000] as const

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
  for (const [pool, keys] of [...owned].sort(([one], [other]) => other.kind.depth - one.kind.depth))
    await pool.remove(keys)
}

export class Pool {
  readonly kind: Kind
  readonly session: Session
  readonly #ledger: Ledger
  readonly #reader: Reader
  readonly #open = new Map<string, Owned>()
  readonly #creations = new LatestMap<string, Exchange>(creationsKeptMax)
  /** Why some are still there. */
  readonly #unremoved = new Map<string, string>()
  /** Ids that creations were answered with and that are somebody else's. */
  readonly #foreign = new Set<string>()
  /** Those that the tenant has lost at once; null where it has not. */
  #lost: ReadonlySet<string> | null = null
  #strangers = 0
  #removals = 0
  /** Whether a removal was seen to work. */
  #removes = false
  readonly #unverified = new Set<string>()
  /** Those that a check has deleted, as the tenant says. */
  readonly #deleted = new LatestMap<string, true>(creationsKeptMax)
  /** Removed ones: the list at the end shows whether they are gone. */
  readonly #removed = new LatestMap<string, Owned>(creationsKeptMax)
  /** Why none can be made, once that is known. */
  blocker: string | null = null

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.kind = kind
    this.session = session
    this.#ledger = ledger
    this.#reader = new Reader(session, kind)
  }

  /** Whether one that the run makes can be removed again. */
  get removable(): boolean {
    return isRemovable(this.session, this.kind)
  }

  /**
   * Sends a request that may create one, whatever it is meant to do, and tracks what it creates.
   * @param owned receives the keys of what it created
   */
  async send(request: Request, principal: Principal, owned: string[]): Promise<Attempt> {
    if (request.effect !== 'none') this.permit()
    const body = isObject(request.body) ? request.body : {}
    const number = this.#ledger.intend(this.kind.name, nameIn(this.kind, body) ?? this.session.marker)
    if (this.removable) this.session.reserve(1)
    const exchange = await this.session.send(request, { as: principal }).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      if (isUnsent(error)) this.#ledger.refused(number)
      this.#release()
      throw error
    })
    const answer = bodyOf(exchange)
    const shown = answer.ok && statusOf(exchange) < 300 ? answer.value : undefined
    const { resource, idLength, depth, name: kind } = this.kind
    const told = at(shown, resource.id)
    const plain = typeof told === 'number' ? String(told) : told
    const id =
      typeof plain === 'string' ? keyOf(namedBy(this.session.contract, request), plain, depth) : plain
    if (typeof id === 'string' && this.#open.has(id)) {
      // An answer that was given before: whether it made another one as well, nobody can tell.
      this.#ledger.unclear(number, 'doubtful')
      this.#release()
      this.#creations.set(id, kept(exchange))
    } else if (
      typeof id === 'string' &&
      isUsableId(plain, idLength) &&
      !this.#foreign.has(id) &&
      (await this.#isOurs(id, shown, body))
    ) {
      this.#ledger.created(number, kind, id)
      this.session.emit({ type: 'resource', action: 'created', kind, id })
      this.#creations.set(id, kept(exchange))
      owned.push(id)
    } else {
      this.#ledger.unclear(number, id === undefined ? certaintyOf(exchange) : 'unknown')
      this.#release()
      if (id !== undefined) this.#noteStranger(id)
    }
    return exchange
  }

  /**
   * Sends a request that may change or remove one. One of the run's is changed only if it is not shown as somebody else's.
   * @throws NotRun where the id might name somebody's, Inconclusive where it does
   */
  async update(id: string, request: Request, options: SendOptions): Promise<Attempt> {
    const known = this.#open.get(id)
    const foreign = `the ${this.kind.title} ${describeId(id)} is shown as somebody else's: it is not changed`
    if (this.#foreign.has(id)) throw new Inconclusive(foreign)
    if (known === undefined && !this.#creations.has(id) && !namesNothingElse(id, this.#someIds))
      throw new NotRun(`the id ${describeId(id)} could name somebody else's ${this.kind.title}`)
    const { body } = request
    const patience = options.patient === undefined ? {} : { patient: options.patient }
    const reads = request.effect === 'none' || equal(body, this.kind.resource.readBy?.body)
    if (
      known !== undefined &&
      !known.shown &&
      !reads &&
      (await this.#prove(id, known, patience)) === 'stranger'
    )
      throw new Inconclusive(foreign)
    const name = nameIn(this.kind, body)
    if (known !== undefined && name !== undefined && !name.includes(this.session.marker))
      this.#ledger.renamed(this.kind.name, id, name)
    const exchange = await this.session.send(request, options)
    if (known !== undefined && isAccepted(exchange)) {
      if (isObject(body)) known.sent = { ...known.sent, ...body }
      known.shown ||= bearsRun(acceptedBody(exchange), this.session.marker, known.sent, this.kind.resource)
    }
    const { act } = this.session.contract.operations.get(request.operation) ?? {}
    if (known !== undefined && act === 'delete' && isAccepted(exchange)) this.#deleted.set(id, true)
    if (known !== undefined && isGone(exchange) && !this.#deleted.has(id) && (await this.#areLost(id, known)))
      throw new Inconclusive(
        `the tenant has lost all of the run's at once (${this.kind.name}), as in a restart: what it answers of one says nothing else`,
      )
    return exchange
  }

  /**
   * Those that the tenant lists.
   * @param within the key of what they stand below, "" for nothing
   * @throws NotRun where nothing lists them, Inconclusive where the response holds no list
   */
  async list(
    within: Key = '',
  ): Promise<{ readonly exchange: Exchange; readonly items: readonly JsonObject[] }> {
    const { name, fixtures } = this.kind
    const listing = await list(this.session, this.kind, within, {})
    if (listing === null)
      throw new NotRun(
        `it needs a list of all that there are (${name}): declare fixtures.${fixtures.list} in the profile`,
      )
    const { exchange, items } = listing
    if (items === null)
      throw new Inconclusive(`the request for a list (${name}) brought none: ${describeResponse(exchange)}`)
    return { exchange, items: items.map(({ item }) => item).filter(isObject) }
  }

  /**
   * Takes over one that most likely is the run's: it is to be removed, if it proves to be.
   * @param names digests of the names that the run may have given it
   * @returns false for an id that no request may carry
   */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    if (!isUsableId(idOf(id, this.kind.depth), this.kind.idLength)) return false
    if (!this.#open.has(id) && this.removable) this.session.reserve(1)
    if (!this.#open.has(id)) this.#open.set(id, { sent: null, shown: false, names })
    return true
  }

  /**
   * Takes over one that a request made which was not accepted.
   * @returns false for an id that no request may carry
   */
  found(id: string): boolean {
    if (this.#open.has(id) || !this.adopt(id)) return false
    this.#ledger.created(0, this.kind.name, id)
    return true
  }

  /**
   * Lets some be made where the operation that removes them is the contract's, and does not: its clause can be judged by
   * trying it alone.
   */
  unblock(): void {
    if (this.#unremoved.size > 0 && fixtureOf(this.session, this.kind.fixtures.remove) === undefined)
      this.blocker = null
  }

  /** @throws NotRun where none may be made, or none can */
  permit(): void {
    const { config } = this.session
    if (config.writes === 'none')
      throw new NotRun(`it needs ${aOf(this.kind.title)}: run with --writes reversible`)
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
    let exchange = await this.send(request, 'full', owned)
    // A fault in creation is its own clause's; the checks of other clauses get a second try. It is another creation, as
    // the first may have been carried out.
    if (statusOf(exchange) >= 500) {
      const second = creation()
      if (!equal(second.body ?? null, request.body ?? null)) {
        request = second
        exchange = await this.send(request, 'full', owned)
      }
    }
    if (!isAccepted(exchange))
      throw new Inconclusive(`no ${this.kind.title} could be made: ${describeResponse(exchange)}`)
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

  /** Whether that is the key of one of the run which is there. */
  isOpen(id: unknown): boolean {
    return typeof id === 'string' && this.#open.has(id)
  }

  /**
   * Removes some of the run's. What can't be removed, or is not proven to be the run's, stays tracked.
   * @param listedAfter whether a list will show what is still there
   */
  async remove(ids: readonly string[], listedAfter = isListed(this.session, this.kind)): Promise<void> {
    let unanswered = 0
    for (const id of ids) {
      const known = this.#open.get(id)
      if (known === undefined) continue
      // A tenant that has gone is not waited for once for each.
      if (unanswered >= unansweredMax) {
        this.#unremoved.set(id, 'the tenant does not answer')
        continue
      }
      if (!known.shown && !(await this.#mayBeRemoved(id, known))) continue
      const request = removalOf(this.session, this.kind, id)
      if (request === null) continue
      let exchange = await this.session.send(request, { cleaning: true })
      if (statusOf(exchange) >= 500 || exchange.response === null)
        exchange = await this.session.send(request, { cleaning: true })
      unanswered = exchange.response === null ? unanswered + 1 : 0
      if (await this.#isGone(id, exchange, listedAfter)) {
        if (isAccepted(exchange)) this.gone(id)
        else this.vanished(id)
        this.#removed.set(id, known)
      } else this.#noteUnremoved(id, exchange)
    }
  }

  /** Notes that one of the run was removed. */
  gone(id: string): void {
    if (this.#forget(id)) this.#ledger.deleted(this.kind.name, id)
  }

  /** Notes that one of the run was gone already. */
  vanished(id: string): void {
    if (this.#forget(id)) this.#ledger.absent(this.kind.name, id)
  }

  /**
   * Notes those as gone that stood below something that is, and that no read shows any more.
   * @param above keys of what is still there that they may stand below
   */
  async vanishBelow(above: readonly Key[]): Promise<void> {
    for (const id of this.left) {
      if (above.some((key) => id.startsWith(`${key}/`))) continue
      const { is } = await this.#reader.read(id, { cleaning: true })
      if (is === 'gone' || is === 'unseen') this.vanished(id)
      else this.#unremoved.set(id, 'it is still there although what it stood below was removed')
    }
  }

  #forget(id: string): boolean {
    if (!this.#open.delete(id)) return false
    this.#unremoved.delete(id)
    this.#release()
    this.session.emit({ type: 'resource', action: 'deleted', kind: this.kind.name, id })
    return true
  }

  /** The exchange that made the one of that key; undefined where the run made none. */
  creationOf(id: string): Exchange | undefined {
    return this.#creations.get(id)
  }

  /** Ids of some that the run made: enough to see of what kind ids are. */
  get #someIds(): readonly string[] {
    return [...this.#creations.keys()].slice(-idsCompared).map((key) => idOf(key, this.kind.depth))
  }

  /** Keys of those that still exist. */
  get left(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** Why one is still there. */
  reasonFor(id: string): string {
    if (!this.removable)
      return `nothing can remove it: declare fixtures.${this.kind.fixtures.remove} in the profile`
    return this.#unremoved.get(id) ?? 'nobody has tried to remove it'
  }

  /** Whether the answer to a creation speaks of what was sent, or else a read does. Then it is tracked. */
  async #isOurs(id: string, shown: Json | undefined, sent: JsonObject): Promise<boolean> {
    const known: Owned = { sent, shown: false }
    if (!bearsRun(shown, this.session.marker, sent, this.kind.resource)) {
      const read = await this.#reader.read(id, { cleaning: true })
      if (read.is !== 'there' || !bearsRun(read.shown, this.session.marker, sent, this.kind.resource))
        return false
      known.shown = true
    }
    this.#open.set(id, known)
    return true
  }

  // Where no read shows it the creation's answer stands; that of another process was not seen.
  async #mayBeRemoved(id: string, known: Owned): Promise<boolean> {
    const proven = await this.#prove(id, known, { cleaning: true })
    if (proven === 'gone' && known.sent === null) this.vanished(id)
    if (proven === 'unclear' && known.sent === null)
      this.#unremoved.set(id, "no read shows whether it is there and the run's")
    return proven === 'own' || (proven !== 'stranger' && known.sent !== null)
  }

  /** Whose it is, as a read shows it. The run lets go of what is somebody else's. */
  async #prove(
    id: string,
    known: Owned,
    options: SendOptions,
  ): Promise<'own' | 'stranger' | 'gone' | 'unclear'> {
    const read = await this.#reader.read(id, options)
    if (read.is !== 'there') return read.is === 'gone' ? 'gone' : 'unclear'
    const { nameAt } = this.kind.resource
    const name = nameIn(this.kind, read.shown)
    // What shows less than one has shows nobody's.
    if (nameAt !== null && at(read.shown, nameAt) === undefined) return 'unclear'
    known.shown =
      bearsRun(read.shown, this.session.marker, known.sent, this.kind.resource) ||
      (name !== undefined && (known.names?.has(digestOf(name)) ?? false))
    if (known.shown) return 'own'
    this.#open.delete(id)
    this.#creations.delete(id)
    this.#foreign.add(id)
    this.#release()
    this.#ledger.disowned(this.kind.name, id)
    this.#noteStranger(id)
    return 'stranger'
  }

  /**
   * Whether it went together with all the others that there were. Once may be a restart; a tenant that loses
   * what was made since then is judged by it.
   */
  async #areLost(id: string, known: Owned): Promise<boolean> {
    if (this.#lost !== null) return this.#lost.has(id)
    const others = [...this.#open].filter(([other]) => other !== id).slice(0, lostAskedMax)
    // Where none was ever there, none can be lost.
    if (!known.shown && !others.some(([, { shown }]) => shown)) return false
    const open = [...this.#open.keys()]
    let gone = 0
    for (const [other] of others) {
      const read = await this.#reader.read(other, {})
      // A check may have removed it meanwhile.
      if (!this.#open.has(other)) continue
      if (read.is !== 'gone') return false
      gone += 1
    }
    if (gone > 0) this.#lost ??= new Set(open)
    return this.#lost?.has(id) ?? false
  }

  #noteStranger(id: Json): void {
    this.#strangers += 1
    if (this.#strangers > strangersMax) return
    this.session.emit({
      type: 'note',
      message: `A creation was answered with the id ${describeId(id)}, which can't be used or is shown as somebody else's: nothing is changed or removed by it.`,
    })
    if (this.#strangers === strangersMax)
      this.blocker ??= `the tenant answers creations with what is not the run's (${this.kind.name})`
  }

  /** Whether the answer to a deletion, and where that is not enough a read, show that it is gone. */
  async #isGone(id: string, exchange: Exchange, listedAfter: boolean): Promise<boolean> {
    const status = statusOf(exchange)
    const deleted = status >= 200 && status < 300
    if (!deleted && !isGone(exchange)) return false
    this.#removals += 1
    const sampled = this.#removals <= firstVerified || this.#removals % verifiedEvery === 0
    if (deleted && listedAfter && !sampled) {
      this.#unverified.add(id)
      return true
    }
    this.#unverified.delete(id)
    let read = await this.#reader.read(id, { cleaning: true })
    for (const waitMs of goneAfterMs) {
      if (read.is !== 'there') break
      await sleep(waitMs)
      read = await this.#reader.read(id, { cleaning: true })
    }
    // A wrong path is answered like what is gone: a read has to say so as well.
    const gone =
      deleted || this.#deleted.has(id) ? read.is !== 'there' : read.is === 'gone' || read.is === 'unseen'
    this.#removes ||= gone
    return gone
  }

  /** Keys of those that only the answer to their removal says are gone. */
  get unverified(): readonly string[] {
    return [...this.#unverified]
  }

  /** Takes those of the ids back that were taken for removed: they are still there. */
  reopen(ids: readonly string[]): void {
    const back = ids.filter((id) => this.#removed.has(id) && !this.#open.has(id))
    for (const id of back) {
      this.#open.set(id, this.#removed.get(id) ?? { sent: null, shown: false })
      if (this.removable) this.session.reserve(1)
      this.#ledger.created(0, this.kind.name, id)
    }
  }

  /** Whether an answer to a creation spoke of that key as of the run's. */
  knows(id: string): boolean {
    return this.#creations.has(id) || this.#open.has(id) || this.#removed.has(id) || this.#foreign.has(id)
  }

  /** Removes all that is left. */
  clear(listedAfter: boolean): Promise<void> {
    return this.remove(this.left, listedAfter)
  }

  /** Whether the run has made any. */
  get madeAny(): boolean {
    return this.#creations.size > 0
  }

  #noteUnremoved(id: string, exchange: Exchange): void {
    this.#unremoved.set(
      id,
      `its removal was answered with ${describeResponse(exchange)}, and it is still there`,
    )
    // That the token has ended is told by whatever needs it.
    if (this.session.principals.mayHaveEnded('full', exchange.request.headers.authorization ?? null)) return
    const status = statusOf(exchange)
    // A tenant that is out of reach, or slows the run down, may do better when the run ends.
    const lasting = !this.#removes || (status < 500 && status !== 0 && status !== 429)
    if (!lasting && this.#unremoved.size < unremovedMax) return
    const { title, fixtures, resource } = this.kind
    const fixture = fixtureOf(this.session, fixtures.remove)
    const { method = '', path = '' } = fixture ?? lifeOf(this.session.contract, resource, 'delete') ?? {}
    const removal = fixture === undefined ? 'its removal' : `the fixture ${fixtures.remove}`
    this.blocker ??= `${aOf(title)} could not be removed again: ${removal} (${method} ${path}) was answered with ${describeResponse(exchange)}, and it is still there: correct it in the profile`
  }

  #release(): void {
    if (this.removable) this.session.reserve(-1)
  }
}

function isGone(exchange: Exchange): boolean {
  return [404, 410].includes(statusOf(exchange))
}
