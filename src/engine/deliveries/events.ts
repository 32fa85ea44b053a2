// Events as a check works with them: streams whose deliveries are seen, triggers, and what arrives or does not.
import { sleep } from '../../base/clock.ts'
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { type Attempt, acceptedBody, Inconclusive, NotRun } from '../../oracle/index.ts'
import { fixtureRequest } from '../requests/fixture.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'
import type { Collection, Drivers, EventDelivery } from '../subjects/index.ts'
import type { EventBench } from './event-bench.ts'
import type { Delivery, Inbox } from './receiver-inbox.ts'
import { refuseFirst, watchRetries } from './retry-watch.ts'

/** A stream of the run that forwards to an inbox of its own. */
export interface WatchedStream {
  readonly id: string
  readonly created: Attempt
  /** What the tenant returned on creation. */
  readonly body: JsonObject
  readonly inbox: Inbox
  /** The event type that it subscribes to. */
  readonly eventType: string
}

export interface WatchedStreamOptions {
  /** The event type that it subscribes to first; default: the first one known. */
  readonly eventType?: string
  /** Further event types that it subscribes to. */
  readonly further?: readonly string[]
  /** Default: enabled, as far as the name of the field is known. */
  readonly state?: Json
  /** User name of the basic authorization. */
  readonly username?: string
}

export interface EventParts {
  readonly session: Session
  readonly bench: EventBench
  readonly drivers: Drivers
  readonly resource: (name: string) => Collection
  /** Sends a request; a stream that it makes is removed when the check ends. */
  readonly call: (request: Request) => Promise<Attempt>
}

/** What may make an address one that a tenant does not take, less what differs from run to run. */
function describeHost(url: string): string {
  const { protocol, hostname } = new URL(url)
  return `${hostname} by ${protocol.replace(':', '')}`
}

const answerMs = 100

export class Events {
  readonly #parts: EventParts

  constructor(parts: EventParts) {
    this.#parts = parts
  }

  /** Whom a triggered event is for: one stream, or every one of the tenant that matches; null while unknown. */
  get scope(): EventBench['scope'] {
    return this.#parts.bench.scope
  }

  /** What a trigger raises: an event, or a test that may be delivered whatever a stream is like; null while unknown. */
  get raises(): EventBench['raises'] {
    return this.#parts.bench.raises
  }

  /** Runs a check that triggers events: by itself where an event may reach the streams of all. */
  turn(run: () => Promise<void>): Promise<void> {
    this.#forwarders.permit()
    return this.#parts.bench.turn(run)
  }

  /** An address of the receiver that no stream has. Throws NotRun where the tenant can't reach a receiver. */
  async inbox(): Promise<Inbox> {
    return (await this.#parts.bench.receiver()).open()
  }

  /** A new stream that forwards to an inbox. Throws Inconclusive where the tenant takes none with such an address. */
  async stream(options: WatchedStreamOptions = {}): Promise<WatchedStream> {
    const { bench, call } = this.#parts
    const collection = this.#forwarders
    const { eventType = this.types()[0], further = [], state, username } = options
    const inbox = await this.inbox()
    const types = [eventType, ...further]
    const overrides = this.#delivery.to(inbox.url, { types, state, username })
    const created = await call({ ...collection.creation(collection.body(overrides)), intent: 'probe' })
    if (!created.accepted) throw new Inconclusive(this.#whyNotTaken(created, inbox, types.length))
    bench.takesReceiver = true
    const body = acceptedBody(created)
    const member = collection.state?.member ?? ''
    if (member in overrides && body[member] !== overrides[member])
      throw new Inconclusive(`the stream was not returned ${overrides[member]}, as it was sent`)
    return { id: String(body.id), created, body, inbox, eventType }
  }

  /** The types of events known, at least one. Throws NotRun where none is known. */
  types(): readonly [string, ...string[]] {
    return this.#delivery.types()
  }

  get #forwarders(): Collection {
    return this.#parts.resource(this.#known.resource)
  }

  get #delivery(): EventDelivery {
    return this.#known.delivery
  }

  get #known(): NonNullable<Drivers['delivery']> {
    const known = this.#parts.drivers.delivery
    if (known === null) throw new NotRun('nothing of the contract forwards events')
    return known
  }

  #whyNotTaken(created: Exchange, { url }: Inbox, subscriptions: number): string {
    const answer = describeResponse(created)
    // What it took before has such an address as well: so it is something else that it does not take here.
    if (this.#parts.bench.takesReceiver)
      return `the tenant did not take a stream with ${subscriptions} of its event types that forwards to the receiver of the run, though it took others that do (${answer})`
    return `the tenant takes no stream that forwards to the receiver of the run, an address of ${describeHost(url)} (${answer}): supply one that it takes in TENANT_WEBHOOK_URL`
  }

  /** Triggers an event for the stream, by default a matching one. Throws Inconclusive where that is not accepted. */
  async trigger(stream: WatchedStream, eventType = stream.eventType): Promise<Exchange> {
    const { session, bench } = this.#parts
    const filling = { id: stream.id, eventType, unique: `${session.marker}-${session.next()}` }
    const exchange = await session.send({
      ...fixtureRequest('triggerEvent', bench.fixture, filling, 'reversible'),
      intent: 'probe',
    })
    const status = statusOf(exchange)
    if (status < 200 || status > 299)
      throw new Inconclusive(`the fixture triggerEvent triggered no event: ${describeResponse(exchange)}`)
    bench.triggered(stream.inbox, exchange)
    return exchange
  }

  /**
   * The first delivery after the trigger that `wanted` accepts; null where none comes for as long as one may take.
   * Throws Inconclusive where one may have come and been dropped.
   */
  async arrival(
    inbox: Inbox,
    trigger: Exchange,
    wanted: (delivery: Delivery) => boolean = () => true,
  ): Promise<Delivery | null> {
    const { bench } = this.#parts
    const { patience } = bench
    const waitMs = (): number => {
      bench.learn()
      return patience.arrivalMs
    }
    const delivery = await this.#first(inbox, trigger, waitMs, wanted)
    if (delivery !== null) patience.learn(delivery.receivedAtMs - trigger.startedAtMs)
    else if (inbox.full) throw new Inconclusive('more deliveries came than the receiver keeps')
    else patience.missed()
    return delivery
  }

  /**
   * Ends the check as inconclusive where one that has not arrived may be just late: the specification sets no time, and
   * where nothing arrived that was waited for, the tenant may not reach the receiver at all.
   */
  assumeMissing(): void {
    const { patience } = this.#parts.bench
    this.#parts.bench.learn()
    if (patience.tells) return
    throw new Inconclusive(
      patience.slowestMs === null
        ? 'nothing has arrived at all, which says nothing of a tenant that may not reach the receiver of the run: supply an address at which it does in TENANT_WEBHOOK_URL, with --webhook-listen'
        : `deliveries take up to ${Math.round(patience.slowestMs / 1_000)} s, so that one that has not come may still come: raise --timeout`,
    )
  }

  /** The same for a stream that shows that events arrive. Throws Inconclusive where none comes. */
  async control(stream: WatchedStream, trigger: Exchange): Promise<Delivery> {
    const delivery = await this.arrival(stream.inbox, trigger)
    if (delivery === null)
      throw new Inconclusive(
        'no event arrived at a plain stream, so that one that does not arrive says nothing: see any.event-delivered',
      )
    return delivery
  }

  /**
   * The first delivery after the trigger that `forbidden` accepts, where none may come; null when it has not come for
   * twice as long as deliveries take. To be called when a control that was triggered after it has arrived.
   */
  async silence(
    inbox: Inbox,
    trigger: Exchange,
    forbidden: (delivery: Delivery) => boolean = () => true,
  ): Promise<Delivery | null> {
    const { bench, session } = this.#parts
    const found = await this.#first(inbox, trigger, () => bench.patience.silenceMs, forbidden)
    if (found === null) return null
    // The trigger of some other check, whose event this is, may not have been answered yet.
    await sleep(answerMs, session.signal)
    return this.#first(inbox, trigger, () => 0, forbidden)
  }

  /** Whether the delivery shows that it carries the event of that trigger. It may carry it and not show it. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    return this.#parts.bench.log.shows(delivery, trigger)
  }

  /** How long one that must come has been waited for, in words. */
  get waited(): string {
    return `nothing within ${Math.round(this.#parts.bench.patience.arrivalMs)} ms`
  }

  /**
   * Has the tenant show what the specification leaves open: in which order it forwards several events, on what
   * schedule it repeats a delivery that failed. Judges nothing, and never throws for what the tenant does.
   */
  async observe(stream: WatchedStream): Promise<void> {
    const { knowledge, signal } = this.#parts.session
    if (knowledge.observed('event-retries').length > 0) return
    try {
      const refusing = await this.stream()
      refuseFirst(refusing.inbox)
      await this.trigger(refusing)
      this.#parts.bench.hurried = stream.inbox
      for (let further = 0; further < 2; further += 1) await this.trigger(stream)
      const schedule = await watchRetries(refusing.inbox, signal)
      if (schedule !== null) knowledge.observe('event-retries', schedule)
    } catch (error) {
      if (!(error instanceof NotRun || error instanceof Inconclusive)) throw error
    }
  }

  async #first(
    inbox: Inbox,
    trigger: Exchange,
    waitMs: () => number,
    wanted: (delivery: Delivery) => boolean = () => true,
  ): Promise<Delivery | null> {
    const { bench, session } = this.#parts
    const { signal } = session
    const delivery = await inbox.first(
      (candidate) =>
        candidate.receivedAtMs >= trigger.startedAtMs &&
        !bench.log.isOthers(candidate, trigger) &&
        wanted(candidate),
      () => trigger.startedAtMs + waitMs(),
      signal,
    )
    if (delivery === null && signal.aborted) throw new NotRun('the run was interrupted')
    return delivery
  }
}
