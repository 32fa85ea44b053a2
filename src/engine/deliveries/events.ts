// Creates forwarders, triggers events and waits for deliveries.

import { sleep } from '../../base/clock.ts'
import { describeResponse, type Exchange, isServerFailure, statusOf } from '../../base/exchange.ts'
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
import type { ResourceClient, Trigger } from '../under-test/index.ts'
import type { Deliveries } from './deliveries.ts'
import type { Delivery, Inbox } from './inbox.ts'
import type { Forwarder, Outcome, Triggered } from './outcome.ts'
import { refuseFirst, watchRetries } from './retries.ts'

export interface ForwarderOptions {
  /** Default: the first known type. */
  readonly types?: readonly string[]
  /** Default: one that forwards, if the member's name is known. */
  readonly state?: Json
  /** For authorization at the receiver. */
  readonly username?: string
}

export interface TriggerOptions {
  /** Default: the first that is forwarded. */
  readonly type?: string | undefined
  /** Default: the creation. */
  readonly steps?: readonly Exchange[]
}

export interface EventsParts {
  readonly session: Session
  readonly deliveries: Deliveries
  readonly collection: ResourceClient
  /** Also removes created resources when the check ends. */
  readonly call: (request: Request) => Promise<Attempt>
}

const answerMs = 100

const any = (): boolean => true

export class Events {
  readonly #parts: EventsParts

  constructor(parts: EventsParts) {
    this.#parts = parts
  }

  /** Null if unknown. */
  get scope(): Deliveries['scope'] {
    return this.#parts.deliveries.scope
  }

  /** A test may be delivered whatever the settings; null if unknown. */
  get raises(): ReturnType<Trigger['raises']> {
    return this.#parts.deliveries.delivery.trigger.raises()
  }

  /** Targets that match no inbox. */
  get strays(): Deliveries['strays'] {
    return this.#parts.deliveries.strays
  }

  /** Throws NotRun without a known type. */
  types(): readonly [string, ...string[]] {
    return this.#parts.deliveries.delivery.types()
  }

  /** Runs a check alone if its events may reach other forwarders. */
  turn(run: () => Promise<void>): Promise<void> {
    this.#parts.collection.permit()
    return this.#parts.deliveries.turn(run)
  }

  /** Nothing forwards to it yet. Throws NotRun if the tenant cannot reach a receiver. */
  async inbox(): Promise<Inbox> {
    return (await this.#parts.deliveries.receiver()).open()
  }

  /** Creates a resource that forwards to a new inbox. Throws Inconclusive if the tenant refuses. */
  async forwarder(options: ForwarderOptions = {}): Promise<Forwarder> {
    const { deliveries, call, collection } = this.#parts
    const { types: [type = this.types()[0], ...further] = [], state, username } = options
    const types = [type, ...further]
    const inbox = await this.inbox()
    const overrides = deliveries.delivery.to(inbox.url, { types, state, username })
    const created = await call({ ...collection.creation(collection.body(overrides)), intent: 'probe' })
    if (!created.accepted)
      throw new Inconclusive(this.#whyNotTaken(created, inbox, types.length), this.#whoseNotTaken(created))
    deliveries.isReceiverAccepted = true
    const body = acceptedBody(created)
    const { id, title } = collection.resource
    const member = collection.state?.member ?? ''
    if (member in overrides && body[member] !== overrides[member])
      throw new Inconclusive(`the ${title} was not returned ${overrides[member]}, as it was sent`)
    const forwarder = { id: String(at(body, id)), created, body, inbox, type }
    collection.pin(forwarder.id)
    deliveries.noteForwarder(forwarder.id, inbox, created)
    return forwarder
  }

  // The user must replace an unsuitable address, but not after the tenant accepted others there.
  #whoseNotTaken(created: Exchange): Origin {
    return this.#parts.deliveries.isReceiverAccepted || isServerFailure(created) ? originOf(created) : 'user'
  }

  #whyNotTaken(created: Exchange, { url }: Inbox, types: number): string {
    const { deliveries, collection } = this.#parts
    const answer = describeResponse(created)
    const one = aOf(collection.resource.title)
    // Those have the same address.
    if (deliveries.isReceiverAccepted)
      return `the tenant did not take ${one} that forwards ${types} of its types of events to the receiver of the run, though it took others that forward there (${answer})`
    return `the tenant takes no ${collection.resource.title} that forwards to the receiver of the run, an address of ${describeHost(url)} (${answer}): supply one that it takes in ${deliveries.settings.url}`
  }

  /** Throws Inconclusive if the tenant refuses. */
  async trigger(
    forwarder: Forwarder,
    { type = forwarder.type, steps = [forwarder.created] }: TriggerOptions = {},
  ): Promise<Triggered> {
    const { session, deliveries, collection } = this.#parts
    const { fixture: name, fill } = deliveries.delivery.trigger
    await collection.assumeKept([forwarder.id])
    const filling = { ...fill(type), id: forwarder.id, unique: `${session.marker}-${session.next()}` }
    const trigger = await session.send({
      ...fixtureRequest(name, deliveries.fixture, filling, 'reversible'),
      intent: 'probe',
    })
    const status = statusOf(trigger)
    if (status < 200 || status > 299)
      throw new Inconclusive(
        `the fixture ${name} triggered no event: ${describeResponse(trigger)}`,
        isServerFailure(trigger) ? 'failing' : 'user',
      )
    deliveries.noteTrigger(forwarder.inbox, trigger)
    return { forwarder, trigger, steps }
  }

  async raise(forwarder: Forwarder, options?: TriggerOptions): Promise<Outcome> {
    return this.arrived(await this.trigger(forwarder, options))
  }

  /** Throws Inconclusive without a delivery. */
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

  /** Waits for a delivery; null if none comes in time. Throws Inconclusive if it may have been dropped. */
  async arrived(triggered: Triggered, wanted: (delivery: Delivery) => boolean = any): Promise<Outcome> {
    const { deliveries } = this.#parts
    const { latency } = deliveries
    const { forwarder, trigger } = triggered
    const waitMs = (): number => {
      deliveries.learn()
      return latency.arrivalMs
    }
    const delivery = await this.#first(triggered, waitMs, wanted)
    if (delivery !== null) latency.learn(delivery.receivedAtMs - trigger.startedAtMs)
    else if (forwarder.inbox.full) throw new Inconclusive('more deliveries came than the receiver keeps')
    else latency.noteMissing()
    return { ...triggered, delivery }
  }

  /**
   * Waits for a forbidden delivery, twice as long as deliveries take. Call after the control, triggered later, has arrived.
   * @param otherwise applies if deliveries do not show their event: events of others may come, and some senders test an address
   */
  async silent(
    triggered: Triggered,
    control: Outcome,
    otherwise: (delivery: Delivery) => boolean = any,
  ): Promise<Outcome> {
    const { deliveries, session } = this.#parts
    const { trigger } = triggered
    const tells = control.delivery !== null && this.shows(control.delivery, control.trigger)
    const forbidden = (delivery: Delivery): boolean =>
      tells ? this.shows(delivery, trigger) : otherwise(delivery)
    const found = await this.#first(triggered, () => deliveries.latency.silenceMs, forbidden)
    if (found === null) return { ...triggered, delivery: null }
    // The event may belong to another check whose trigger still awaits its response.
    await sleep(answerMs, session.signal)
    return { ...triggered, delivery: await this.#first(triggered, () => 0, forbidden) }
  }

  /** A delivery may carry the event without showing it. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    return this.#parts.deliveries.log.shows(delivery, trigger)
  }

  /**
   * Learns the order of deliveries and the schedule of retries, which are open points. Never judges, nor throws for a tenant's
   * behaviour.
   * @param forwarder no other check counts its events
   */
  async observe(forwarder: Forwarder): Promise<void> {
    await this.observeOrder(forwarder)
    await this.observeRetries()
  }

  async observeOrder(forwarder: Forwarder): Promise<void> {
    const { deliveries } = this.#parts
    if (deliveries.quickSuccession !== null) return
    deliveries.quickSuccession = forwarder.inbox
    try {
      for (let further = 0; further < 2; further += 1) await this.trigger(forwarder)
    } catch (error) {
      if (!isUndecided(error)) throw error
    }
  }

  /** Joins an observation in progress. */
  async observeRetries(): Promise<void> {
    const { session, deliveries } = this.#parts
    const { knowledge } = session
    await deliveries.retriesWatched
    const asked = knowledge.points('delivery-retries')
    if (asked.every(({ id }) => knowledge.observed(id).length > 0)) return
    deliveries.retriesWatched = this.#watchRetries()
    await deliveries.retriesWatched
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
    const { deliveries, session } = this.#parts
    const { signal } = session
    const delivery = await forwarder.inbox.first(
      (candidate) =>
        candidate.receivedAtMs >= trigger.startedAtMs &&
        !deliveries.log.isOthers(candidate, trigger) &&
        wanted(candidate),
      () => trigger.startedAtMs + waitMs(),
      signal,
    )
    if (delivery === null && signal.aborted) throw new NotRun('the run was interrupted', 'run')
    return delivery
  }
}

/** The part of an address that is the same in every run. */
function describeHost(url: string): string {
  const { protocol, hostname } = new URL(url)
  return `${hostname} by ${protocol.replace(':', '')}`
}
