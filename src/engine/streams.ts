// Event streams of the run: made for a check, tracked from before their creation, removed after it.
import { sleep } from '../base/clock.ts'
import { bodyOf, describeResponse, type Exchange, kept, statusOf } from '../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { LatestMap } from '../base/latest-map.ts'
import { acceptedBody, Inconclusive, isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf, isUnsent } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Given } from './given.ts'
import type { Ledger } from './ledger.ts'
import { digestOf } from './ledger-entry.ts'
import { list } from './listing.ts'
import { bearsRun, describeId, type IdLength, isUsableId } from './ownership.ts'
import type { Principal } from './principal.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'
import { StreamReader } from './stream-reader.ts'
import { namesNothingElse } from './unknown-id.ts'

/** A stream that exists at the tenant. */
export interface Stream {
  readonly id: string
  /** The exchange that made it. */
  readonly created: Exchange
  /** What the tenant returned on creation. */
  readonly body: JsonObject
}

/** A stream, and the request that made it. */
export interface Made {
  readonly request: Request
  readonly stream: Stream
}

/** What is known of a stream of the run. */
interface Owned {
  /** What accepted requests have made of it; null where the run did not see it made. */
  sent: JsonObject | null
  /** Whether an answer to another request than its creation has shown it as the run's. */
  shown: boolean
  /** Digests of the names that a killed process of the run may have given it. */
  readonly names?: ReadonlySet<string> | undefined
}

// Part 2.4.
const idLength: IdLength = { charactersMin: 26, charactersMax: 26 }
const unansweredMax = 2
// How many creations a failure may still be told with.
const creationsKeptMax = 5_000
// So many creations that are answered with what is not the run's show that no other one is to be tried.
const strangersMax = 3
// So many streams that can't be removed are the most that a run goes on with.
const unremovedMax = 3
// Where a list will show all at the end, the first removals are verified and then every so manieth.
const firstVerified = 2
const verifiedEvery = 8
const idsCompared = 4
const lostAskedMax = 3
// A tenant may take a moment until what it has deleted is gone everywhere.
const goneAfterMs = [250, 1_000] as const

export class Streams {
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #reader: StreamReader
  readonly #open = new Map<string, Owned>()
  readonly #creations = new LatestMap<string, Exchange>(creationsKeptMax)
  /** Why some streams are still there. */
  readonly #unremoved = new Map<string, string>()
  /** Ids that creations were answered with and that are somebody else's. */
  readonly #foreign = new Set<string>()
  /** Streams that the tenant has lost at once; null where it has not. */
  #lost: ReadonlySet<string> | null = null
  #strangers = 0
  #removals = 0
  /** Whether a removal was seen to work. */
  #removes = false
  readonly #unverified = new Set<string>()
  /** Ids of removed streams: the list at the end shows whether they are gone. */
  readonly #removed = new LatestMap<string, Owned>(creationsKeptMax)
  /** Why no stream can be made, once that is known. */
  blocker: string | null = null

  constructor(session: Session, ledger: Ledger, given: Given) {
    this.#session = session
    this.#ledger = ledger
    this.#reader = new StreamReader(session, given)
  }

  /** Whether a stream that the run makes can be removed again. */
  get removable(): boolean {
    return this.#session.config.profile.fixtures?.deleteEventStream !== undefined
  }

  /**
   * Sends a request that may create a stream, whatever it is meant to do, and tracks what it creates.
   * @param owned receives the ids of the streams that it created
   */
  async send(request: Request, principal: Principal, owned: string[]): Promise<Exchange> {
    if (request.effect !== 'none') this.permit()
    const body = isObject(request.body) ? request.body : {}
    const name = typeof body.name === 'string' ? body.name : this.#session.marker
    const number = this.#ledger.intend('event-stream', name)
    if (this.removable) this.#session.reserve(1)
    const exchange = await this.#session.send(request, { as: principal }).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      if (isUnsent(error)) this.#ledger.refused(number)
      this.#release()
      throw error
    })
    const answer = bodyOf(exchange)
    const shown = answer.ok && statusOf(exchange) < 300 ? answer.value : undefined
    const id = at(shown, '/id')
    if (typeof id === 'string' && this.#open.has(id)) {
      // An answer that was given before: whether it made another stream as well, nobody can tell.
      this.#ledger.unclear(number, 'doubtful')
      this.#release()
      this.#creations.set(id, kept(exchange))
    } else if (isUsableId(id, idLength) && !this.#foreign.has(id) && (await this.#isOurs(id, shown, body))) {
      this.#ledger.created(number, 'event-stream', id)
      this.#session.emit({ type: 'resource', action: 'created', kind: 'event-stream', id })
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
   * Sends an update of a stream. One of the run's is changed only if it is not shown as somebody else's.
   * @throws NotRun where the id might name somebody's stream, Inconclusive where it does
   */
  async update(id: string, request: Request, options: SendOptions): Promise<Exchange> {
    const stream = this.#open.get(id)
    const foreign = `the event stream ${describeId(id)} is shown as somebody else's: it is not changed`
    if (this.#foreign.has(id)) throw new Inconclusive(foreign)
    if (stream === undefined && !this.#creations.has(id) && !namesNothingElse(id, this.#someIds))
      throw new NotRun(`the id ${describeId(id)} could name somebody else's event stream`)
    const { body } = request
    const patience = options.patient === undefined ? {} : { patient: options.patient }
    const reads = isObject(body) && Object.keys(body).length === 0
    if (
      stream !== undefined &&
      !stream.shown &&
      !reads &&
      (await this.#prove(id, stream, patience)) === 'stranger'
    )
      throw new Inconclusive(foreign)
    if (
      stream !== undefined &&
      isObject(body) &&
      typeof body.name === 'string' &&
      !body.name.includes(this.#session.marker)
    )
      this.#ledger.renamed('event-stream', id, body.name)
    const exchange = await this.#session.send(request, options)
    if (stream !== undefined && isAccepted(exchange)) {
      if (isObject(body)) stream.sent = { ...stream.sent, ...body }
      stream.shown ||= bearsRun(acceptedBody(exchange), this.#session.marker, stream.sent)
    }
    if (stream !== undefined && isGone(exchange) && (await this.#areLost(id, stream)))
      throw new Inconclusive(
        'the tenant has lost all event streams of the run at once, as in a restart: what it answers of one says nothing else',
      )
    return exchange
  }

  /**
   * The streams that the tenant lists, by the profile's fixture.
   * @throws NotRun without the fixture, Inconclusive where the response holds no list
   */
  async list(): Promise<{ readonly exchange: Exchange; readonly items: readonly JsonObject[] }> {
    const listing = await list(this.#session, 'listEventStreams', {})
    if (listing === null)
      throw new NotRun('it needs to list event streams: declare fixtures.listEventStreams in the profile')
    const { exchange, items } = listing
    if (items === null)
      throw new Inconclusive(`the fixture listEventStreams brought no list: ${describeResponse(exchange)}`)
    return { exchange, items: items.map(({ item }) => item).filter(isObject) }
  }

  /**
   * Takes over a stream that most likely is the run's: it is to be removed, if it proves to be.
   * @param names digests of the names that the run may have given it
   * @returns false for an id that no request may carry
   */
  adopt(id: string, names?: ReadonlySet<string>): boolean {
    if (!isUsableId(id, idLength)) return false
    if (!this.#open.has(id) && this.removable) this.#session.reserve(1)
    if (!this.#open.has(id)) this.#open.set(id, { sent: null, shown: false, names })
    return true
  }

  /**
   * Takes over a stream that a request made which was not accepted.
   * @returns false for an id that no request may carry
   */
  found(id: string): boolean {
    if (this.#open.has(id) || !this.adopt(id)) return false
    this.#ledger.created(0, 'event-stream', id)
    return true
  }

  /** @throws NotRun where no stream may be made, or none can */
  permit(): void {
    const { config } = this.#session
    if (config.writes === 'none') throw new NotRun('it needs an event stream: run with --writes reversible')
    if (config.writes === 'reversible' && !this.removable)
      throw new NotRun(
        'it needs an event stream that can be removed again: declare fixtures.deleteEventStream in the profile, or run with --writes destructive',
      )
    if (this.blocker !== null) throw new NotRun(this.blocker)
  }

  /**
   * A new stream, and the request that made it.
   * @param creation gives a request that no other call gave
   * @throws Inconclusive where the tenant does not accept the request, or answers with another stream
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
      throw new Inconclusive(`no event stream could be made: ${describeResponse(exchange)}`)
    const body = acceptedBody(exchange)
    if (!this.isOpen(body.id))
      throw new Inconclusive(
        `the creation was answered with an event stream that can't be used as the run's: its id is ${describeId(body.id)}`,
      )
    return { request, stream: { id: String(body.id), created: exchange, body } }
  }

  /** Whether that is the id of a stream of the run which is there. */
  isOpen(id: unknown): boolean {
    return typeof id === 'string' && this.#open.has(id)
  }

  /**
   * Removes streams of the run. What can't be removed, or is not proven to be the run's, stays tracked.
   * @param listedAfter whether a list will show what is still there
   */
  async remove(
    ids: readonly string[],
    listedAfter = this.#session.config.profile.fixtures?.listEventStreams !== undefined,
  ): Promise<void> {
    const fixture = this.#session.config.profile.fixtures?.deleteEventStream
    if (fixture === undefined) return
    let unanswered = 0
    for (const id of ids) {
      const stream = this.#open.get(id)
      if (stream === undefined) continue
      // A tenant that has gone is not waited for once for each stream.
      if (unanswered >= unansweredMax) {
        this.#unremoved.set(id, 'the tenant does not answer')
        continue
      }
      if (!stream.shown && !(await this.#mayBeRemoved(id, stream))) continue
      const request = fixtureRequest(
        'deleteEventStream',
        fixture,
        { id, unique: this.#session.marker },
        'reversible',
      )
      let exchange = await this.#session.send(request, { cleaning: true })
      if (statusOf(exchange) >= 500 || exchange.response === null)
        exchange = await this.#session.send(request, { cleaning: true })
      unanswered = exchange.response === null ? unanswered + 1 : 0
      if (await this.#isGone(id, exchange, listedAfter)) {
        if (isAccepted(exchange)) this.gone(id)
        else this.vanished(id)
        this.#removed.set(id, stream)
      } else this.#noteUnremoved(id, exchange)
    }
  }

  /** Notes that a stream of the run was removed. */
  gone(id: string): void {
    if (this.#forget(id)) this.#ledger.deleted('event-stream', id)
  }

  /** Notes that a stream of the run was gone already. */
  vanished(id: string): void {
    if (this.#forget(id)) this.#ledger.absent('event-stream', id)
  }

  #forget(id: string): boolean {
    if (!this.#open.delete(id)) return false
    this.#unremoved.delete(id)
    this.#release()
    this.#session.emit({ type: 'resource', action: 'deleted', kind: 'event-stream', id })
    return true
  }

  /** The exchange that made the stream of that id; undefined where the run made none. */
  creationOf(id: string): Exchange | undefined {
    return this.#creations.get(id)
  }

  /** Ids of some streams that the run made: enough to see of what kind ids are. */
  get #someIds(): readonly string[] {
    return [...this.#creations.keys()].slice(-idsCompared)
  }

  /** Ids of streams that still exist. */
  get left(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** Why a stream is still there. */
  reasonFor(id: string): string {
    if (!this.removable) return 'nothing can remove it: declare fixtures.deleteEventStream in the profile'
    return this.#unremoved.get(id) ?? 'nobody has tried to remove it'
  }

  /** Whether the answer to a creation speaks of what was sent, or else a read does. Then the stream is tracked. */
  async #isOurs(id: string, shown: Json | undefined, sent: JsonObject): Promise<boolean> {
    const stream: Owned = { sent, shown: false }
    if (!bearsRun(shown, this.#session.marker, sent)) {
      const read = await this.#reader.read(id, { cleaning: true })
      if (read.is !== 'there' || !bearsRun(read.shown, this.#session.marker, sent)) return false
      stream.shown = true
    }
    this.#open.set(id, stream)
    return true
  }

  // Where no read shows it the creation's answer stands; that of another process was not seen.
  async #mayBeRemoved(id: string, stream: Owned): Promise<boolean> {
    const proven = await this.#prove(id, stream, { cleaning: true })
    if (proven === 'gone' && stream.sent === null) this.vanished(id)
    if (proven === 'unclear' && stream.sent === null)
      this.#unremoved.set(id, "no read shows whether it is there and the run's")
    return proven === 'own' || (proven !== 'stranger' && stream.sent !== null)
  }

  /** Whose the stream is, as a read shows it. The run lets go of what is somebody else's. */
  async #prove(
    id: string,
    stream: Owned,
    options: SendOptions,
  ): Promise<'own' | 'stranger' | 'gone' | 'unclear'> {
    const read = await this.#reader.read(id, options)
    if (read.is !== 'there') return read.is === 'gone' ? 'gone' : 'unclear'
    // What shows less than a stream has shows nobody's.
    if (!('name' in read.shown)) return 'unclear'
    const { name } = read.shown
    stream.shown =
      bearsRun(read.shown, this.#session.marker, stream.sent) ||
      (typeof name === 'string' && (stream.names?.has(digestOf(name)) ?? false))
    if (stream.shown) return 'own'
    this.#open.delete(id)
    this.#creations.delete(id)
    this.#foreign.add(id)
    this.#release()
    this.#ledger.disowned('event-stream', id)
    this.#noteStranger(id)
    return 'stranger'
  }

  /**
   * Whether the stream went together with all the others that there were. Once may be a restart; a tenant that loses
   * what was made since then is judged by it.
   */
  async #areLost(id: string, stream: Owned): Promise<boolean> {
    if (this.#lost !== null) return this.#lost.has(id)
    const others = [...this.#open].filter(([other]) => other !== id).slice(0, lostAskedMax)
    // Where none was ever there, none can be lost.
    if (!stream.shown && !others.some(([, { shown }]) => shown)) return false
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
    this.#session.emit({
      type: 'note',
      message: `A creation was answered with the id ${describeId(id)}, which can't be used or is shown as somebody else's: nothing is changed or removed by it.`,
    })
    if (this.#strangers === strangersMax)
      this.blocker ??= 'the tenant answers creations with event streams that are not those of the run'
  }

  /** Whether the answer to a deletion, and where that is not enough a read, show that the stream is gone. */
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
    // A wrong path is answered like a stream that is gone: a read has to say so as well.
    const gone = deleted ? read.is !== 'there' : read.is === 'gone' || read.is === 'unseen'
    this.#removes ||= gone
    return gone
  }

  /** Ids of the streams that only the answer to their removal says are gone. */
  get unverified(): readonly string[] {
    return [...this.#unverified]
  }

  /** Takes those of the ids back that were taken for removed: they are still there. */
  reopen(ids: readonly string[]): void {
    const back = ids.filter((id) => this.#removed.has(id) && !this.#open.has(id))
    for (const id of back) {
      this.#open.set(id, this.#removed.get(id) ?? { sent: null, shown: false })
      if (this.removable) this.#session.reserve(1)
      this.#ledger.created(0, 'event-stream', id)
    }
  }

  /** Whether an answer to a creation spoke of that id as of the run's. */
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
    if (this.#session.principals.mayHaveEnded('full', exchange.request.headers.authorization ?? null)) return
    const status = statusOf(exchange)
    // A tenant that is out of reach, or slows the run down, may do better when the run ends.
    const lasting = !this.#removes || (status < 500 && status !== 0 && status !== 429)
    if (!lasting && this.#unremoved.size < unremovedMax) return
    const { method, path = '' } = this.#session.config.profile.fixtures?.deleteEventStream ?? {}
    this.blocker ??= `an event stream could not be removed again: the fixture deleteEventStream (${method} ${path}) was answered with ${describeResponse(exchange)}, and the stream is still there: correct it in the profile`
  }

  #release(): void {
    if (this.removable) this.#session.reserve(-1)
  }
}

function isGone(exchange: Exchange): boolean {
  return [404, 410].includes(statusOf(exchange))
}
