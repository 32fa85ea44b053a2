// Event streams of the run: made for a check, tracked from before their creation, removed after it.
import { bodyOf, describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
import { at, isObject, type Json, type JsonObject } from '../base/json.ts'
import { LatestMap } from '../base/latest-map.ts'
import { acceptedBody, Inconclusive, isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Principal } from './principal.ts'
import type { Request } from './request.ts'
import type { Session } from './session.ts'

/** A stream that exists at the tenant. */
export interface Stream {
  readonly id: string
  /** The exchange that made it. */
  readonly created: Exchange
  /** What the tenant returned on creation. */
  readonly body: JsonObject
}

const unansweredMax = 2
// How many creations a failure may still be told with.
const creationsKeptMax = 5_000

export class Streams {
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #open = new Set<string>()
  readonly #creations = new LatestMap<string, Exchange>(creationsKeptMax)
  /** Why no stream can be made, once that is known. */
  blocker: string | null = null

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
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
    const body = request.body
    const name = isObject(body) && typeof body.name === 'string' ? body.name : this.#session.marker
    const number = this.#ledger.intend('event-stream', name)
    if (this.removable) this.#session.reserve(1)
    const exchange = await this.#session.send(request, { as: principal }).catch((error: unknown) => {
      this.#ledger.refused(number)
      this.#release()
      throw error
    })
    const answer = bodyOf(exchange)
    const id = answer.ok && isObject(answer.value) ? answer.value.id : undefined
    if (typeof id === 'string' && id !== '' && statusOf(exchange) < 300) {
      this.#ledger.created(number, 'event-stream', id)
      if (this.#open.has(id)) this.#release()
      else this.#session.emit({ type: 'resource', action: 'created', kind: 'event-stream', id })
      this.#open.add(id)
      this.#creations.set(id, exchange)
      owned.push(id)
    } else {
      this.#ledger.unclear(number, certaintyOf(exchange))
      this.#release()
    }
    return exchange
  }

  /**
   * The streams that the tenant lists, by the profile's fixture.
   * @throws NotRun without the fixture, Inconclusive where the response holds no list
   */
  async list(): Promise<{ readonly exchange: Exchange; readonly items: readonly JsonObject[] }> {
    const fixture = this.#session.config.profile.fixtures?.listEventStreams
    if (fixture === undefined)
      throw new NotRun('it needs to list event streams: declare fixtures.listEventStreams in the profile')
    const filling = { unique: this.#session.marker }
    const exchange = await this.#session.send(fixtureRequest('listEventStreams', fixture, filling, 'none'))
    const answer = bodyOf(exchange)
    const items = answer.ok && statusOf(exchange) < 300 ? at(answer.value, fixture.items ?? '') : undefined
    if (!Array.isArray(items))
      throw new Inconclusive(`the fixture listEventStreams brought no list: ${describeResponse(exchange)}`)
    return { exchange, items: (items as readonly Json[]).filter(isObject) }
  }

  /** Takes over a stream of the run that was not known before: it is to be removed. */
  adopt(id: string): void {
    if (this.#open.has(id)) return
    this.#open.add(id)
    if (this.removable) this.#session.reserve(1)
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

  /** A new stream. Throws Inconclusive where the tenant does not accept the request. */
  async make(request: Request, owned: string[]): Promise<Stream> {
    let exchange = await this.send(request, 'full', owned)
    // A fault in creation is its own clause's; the checks of other clauses get a second try.
    if (statusOf(exchange) >= 500) exchange = await this.send(request, 'full', owned)
    if (!isAccepted(exchange))
      throw new Inconclusive(`no event stream could be made: ${describeResponse(exchange)}`)
    const body = acceptedBody(exchange)
    return { id: String(body.id), created: exchange, body }
  }

  /** Removes streams of the run. What can't be removed stays tracked. */
  async remove(ids: readonly string[]): Promise<void> {
    const fixture = this.#session.config.profile.fixtures?.deleteEventStream
    if (fixture === undefined) return
    let unanswered = 0
    for (const id of ids) {
      // A tenant that has gone is not waited for once for each stream.
      if (!this.#open.has(id) || unanswered >= unansweredMax) continue
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
      const status = statusOf(exchange)
      if ((status >= 200 && status < 300) || status === 404 || status === 410) this.gone(id)
    }
  }

  /** Notes that a stream of the run is gone. */
  gone(id: string): void {
    if (!this.#open.delete(id)) return
    this.#release()
    this.#ledger.deleted('event-stream', id)
    this.#session.emit({ type: 'resource', action: 'deleted', kind: 'event-stream', id })
  }

  /** The exchange that made the stream of that id; undefined where the run made none. */
  creationOf(id: string): Exchange | undefined {
    return this.#creations.get(id)
  }

  /** Ids of streams that still exist. */
  get left(): readonly string[] {
    return [...this.#open]
  }

  #release(): void {
    if (this.removable) this.#session.reserve(-1)
  }
}
