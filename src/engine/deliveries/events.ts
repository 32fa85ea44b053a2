// Events as a check works with them: what forwards them to inboxes of the run, triggers, and what arrives or does not.

import { sleep } from '../../base/clock.ts'
import { describeResponse, type Exchange, isUnserved, statusOf } from '../../base/exchange.ts'
import { at, type Json } from '../../base/json.ts'
import type { Origin } from '../../base/verdict.ts'
import {
  type Attempt,
  acceptedBody,
  Inconclusive,
  isUndecided,
  NotRun,
  originOf,
} from '../../oracle/index.ts'
import { fixtureRequest } from '../requests/fixture.ts'
import type { Request } from '../requests/request.ts'
import { aOf } from '../resources/kind.ts'
import type { Session } from '../session/session.ts'
import type { Collection, Trigger } from '../subjects/index.ts'
import type { Bench } from './bench.ts'
import type { Delivery, Inbox } from './inbox.ts'
import type { Forwarder, Outcome, Triggered } from './outcome.ts'
import { refuseFirst, watchRetries } from './retries.ts'

export interface ForwarderOptions {
  /** The types of events that it forwards; default: the first one known. */
  readonly types?: readonly string[]
  /** Default: one in which it forwards, as far as the name of the member is known. */
  readonly state?: Json
  /** User name with which it authorizes. */
  readonly username?: string
}

export interface TriggerOptions {
  /** Default: the first type that it forwards. */
  readonly type?: string | undefined
  /** Default: its creation. */
  readonly steps?: readonly Exchange[]
}

export interface EventsParts {
  readonly session: Session
  readonly bench: Bench
  /** What forwards events. */
  readonly collection: Collection
  /** Sends a request; what it makes is removed when the check ends. */
  readonly call: (request: Request) => Promise<Attempt>
}

const answerMs = 100

const any = (): boolean => true

export class Events {
  readonly #parts: EventsParts

  constructor(parts: EventsParts) {
    this.#parts = parts
  }

  /** Whom a triggered event is for: the one that the trigger names, or all that forward such; null while unknown. */
  get scope(): Bench['scope'] {
    return this.#parts.bench.scope
  }

  /** What a trigger raises: an event, or a test that may be delivered whatever is asked for; null while unknown. */
  get raises(): ReturnType<Trigger['raises']> {
    return this.#parts.bench.delivery.trigger.raises()
  }

  /** Where deliveries came that are for no inbox. None where something may stand between that rewrites paths. */
  get strays(): Bench['strays'] {
    return this.#parts.bench.strays
  }

  /** The types of events known, at least one. Throws NotRun where none is known. */
  types(): readonly [string, ...string[]] {
    return this.#parts.bench.delivery.types()
  }

  /** Runs a check that triggers events: by itself where an event may reach all that forward. */
  turn(run: () => Promise<void>): Promise<void> {
    this.#parts.collection.permit()
    return this.#parts.bench.turn(run)
  }

  /** An address of the receiver that nothing forwards to. Throws NotRun where the tenant can't reach a receiver. */
  async inbox(): Promise<Inbox> {
    return (await this.#parts.bench.receiver()).open()
  }

  /** A new one that forwards to an inbox. Throws Inconclusive where the tenant takes none with such an address. */
  async forwarder(options: ForwarderOptions = {}): Promise<Forwarder> {
    const { bench, call, collection } = this.#parts
    const { types: [type = this.types()[0], ...further] = [], state, username } = options
    const types = [type, ...further]
    const inbox = await this.inbox()
    const overrides = bench.delivery.to(inbox.url, { types, state, username })
    const created = await call({ ...collection.creation(collection.body(overrides)), intent: 'probe' })
    if (!created.accepted)
      throw new Inconclusive(this.#whyNotTaken(created, inbox, types.length), this.#whoseNotTaken(created))
    bench.takesReceiver = true
    const body = acceptedBody(created)
    const { id, title } = collection.resource
    const member = collection.state?.member ?? ''
    if (member in overrides && body[member] !== overrides[member])
      throw new Inconclusive(`the ${title} was not returned ${overrides[member]}, as it was sent`)
    const forwarder = { id: String(at(body, id)), created, body, inbox, type }
    collection.pin(forwarder.id)
    bench.forwards(forwarder.id, inbox, created)
    return forwarder
  }

  // An address that no tenant elsewhere takes is the user's matter; that others were taken there shows that it is not the address.
  #whoseNotTaken(created: Exchange): Origin {
    return this.#parts.bench.takesReceiver || isUnserved(created) ? originOf(created) : 'user'
  }

  #whyNotTaken(created: Exchange, { url }: Inbox, types: number): string {
    const { bench, collection } = this.#parts
    const answer = describeResponse(created)
    const one = aOf(collection.resource.title)
    // What it took before has such an address as well: so it is something else that it does not take here.
    if (bench.takesReceiver)
      return `the tenant did not take ${one} that forwards ${types} of its types of events to the receiver of the run, though it took others that forward there (${answer})`
    return `the tenant takes no ${collection.resource.title} that forwards to the receiver of the run, an address of ${describeHost(url)} (${answer}): supply one that it takes in ${bench.settings.url}`
  }

  /** Triggers an event, by default one that is forwarded. Throws Inconclusive where that is not accepted. */
  async trigger(
    forwarder: Forwarder,
    { type = forwarder.type, steps = [forwarder.created] }: TriggerOptions = {},
  ): Promise<Triggered> {
    const { session, bench, collection } = this.#parts
    const { fixture: name, fill } = bench.delivery.trigger
    await collection.assumeKept([forwarder.id])
    const filling = { ...fill(type), id: forwarder.id, unique: `${session.marker}-${session.next()}` }
    const trigger = await session.send({
      ...fixtureRequest(name, bench.fixture, filling, 'reversible'),
      intent: 'probe',
    })
    const status = statusOf(trigger)
    if (status < 200 || status > 299)
      throw new Inconclusive(
        `the fixture ${name} triggered no event: ${describeResponse(trigger)}`,
        isUnserved(trigger) ? 'failing' : 'user',
      )
    bench.triggered(forwarder.inbox, trigger)
    return { forwarder, trigger, steps }
  }

  /** Triggers an event and waits for it, as long as one may take. */
  async raise(forwarder: Forwarder, options?: TriggerOptions): Promise<Outcome> {
    return this.arrived(await this.trigger(forwarder, options))
  }

  /** The same for one that shows that events arrive. Throws Inconclusive where none comes. */
  async control(
    forwarder: Forwarder,
    options?: TriggerOptions,
  ): Promise<Outcome & { readonly delivery: Delivery }> {
    const { delivery, ...triggered } = await this.raise(forwarder, options)
    if (delivery === null)
      throw new Inconclusive(
        `no event arrived at a plain ${this.#parts.collection.resource.title}, so that one that does not arrive says nothing`,
        'user',
      )
    return { ...triggered, delivery }
  }

  /**
   * With the first delivery after the trigger that `wanted` accepts, or null where none comes for as long as one may take.
   * Throws Inconclusive where one may have come and been dropped.
   */
  async arrived(triggered: Triggered, wanted: (delivery: Delivery) => boolean = any): Promise<Outcome> {
    const { bench } = this.#parts
    const { patience } = bench
    const { forwarder, trigger } = triggered
    const waitMs = (): number => {
      bench.learn()
      return patience.arrivalMs
    }
    const delivery = await this.#first(triggered, waitMs, wanted)
    if (delivery !== null) patience.learn(delivery.receivedAtMs - trigger.startedAtMs)
    else if (forwarder.inbox.full) throw new Inconclusive('more deliveries came than the receiver keeps')
    else patience.missed()
    return { ...triggered, delivery }
  }

  /**
   * With the first delivery that may not follow the trigger, or null when none has come for twice as long as deliveries
   * take. To be called when the control, which was triggered after it, has arrived.
   * @param otherwise which may not follow where deliveries do not show whose event they carry, as somebody else's may come
   * at any time, and some senders try an address out
   */
  async silent(
    triggered: Triggered,
    control: Outcome,
    otherwise: (delivery: Delivery) => boolean = any,
  ): Promise<Outcome> {
    const { bench, session } = this.#parts
    const { trigger } = triggered
    const tells = control.delivery !== null && this.shows(control.delivery, control.trigger)
    const forbidden = (delivery: Delivery): boolean =>
      tells ? this.shows(delivery, trigger) : otherwise(delivery)
    const found = await this.#first(triggered, () => bench.patience.silenceMs, forbidden)
    if (found === null) return { ...triggered, delivery: null }
    // The trigger of some other check, whose event this is, may not have been answered yet.
    await sleep(answerMs, session.signal)
    return { ...triggered, delivery: await this.#first(triggered, () => 0, forbidden) }
  }

  /** Whether the delivery shows that it carries the event of that trigger. It may carry it and not show it. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    return this.#parts.bench.log.shows(delivery, trigger)
  }

  /**
   * Has the tenant show what the specification leaves open: in which order it forwards several events, on what schedule it repeats a
   * delivery that failed. Judges nothing, and never throws for what the tenant does.
   * @param forwarder one of which nobody else counts the events
   */
  async observe(forwarder: Forwarder): Promise<void> {
    await this.observeOrder(forwarder)
    await this.observeRetries()
  }

  /** The same of the order alone. */
  async observeOrder(forwarder: Forwarder): Promise<void> {
    const { bench } = this.#parts
    if (bench.hurried !== null) return
    bench.hurried = forwarder.inbox
    try {
      for (let further = 0; further < 2; further += 1) await this.trigger(forwarder)
    } catch (error) {
      if (!isUndecided(error)) throw error
    }
  }

  /** The same of the schedule alone. Where that is watched already, it waits for it. */
  async observeRetries(): Promise<void> {
    const { session, bench } = this.#parts
    const { knowledge } = session
    await bench.retriesWatched
    const asked = knowledge.points('delivery-retries')
    if (asked.every(({ id }) => knowledge.observed(id).length > 0)) return
    bench.retriesWatched = this.#watchRetries()
    await bench.retriesWatched
  }

  async #watchRetries(): Promise<void> {
    const { knowledge, signal } = this.#parts.session
    try {
      const refusing = await this.forwarder()
      refuseFirst(refusing.inbox)
      await this.trigger(refusing)
      const schedule = await watchRetries(refusing.inbox, signal)
      if (schedule !== null) knowledge.learn('delivery-retries', '', schedule)
    } catch (error) {
      if (!isUndecided(error)) throw error
    }
  }

  async #first(
    { forwarder, trigger }: Triggered,
    waitMs: () => number,
    wanted: (delivery: Delivery) => boolean,
  ): Promise<Delivery | null> {
    const { bench, session } = this.#parts
    const { signal } = session
    const delivery = await forwarder.inbox.first(
      (candidate) =>
        candidate.receivedAtMs >= trigger.startedAtMs &&
        !bench.log.isOthers(candidate, trigger) &&
        wanted(candidate),
      () => trigger.startedAtMs + waitMs(),
      signal,
    )
    if (delivery === null && signal.aborted) throw new NotRun('the run was interrupted', 'run')
    return delivery
  }
}

/** What may make an address one that a tenant does not take, less what differs from run to run. */
function describeHost(url: string): string {
  const { protocol, hostname } = new URL(url)
  return `${hostname} by ${protocol.replace(':', '')}`
}
