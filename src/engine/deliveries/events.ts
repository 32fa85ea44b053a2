// Triggers events and waits for their deliveries.

import { sleep } from '../../base/clock.ts'
import { describeResponse, type Exchange, isServerFailure, isSuccessful } from '../../base/exchange.ts'
import { Inconclusive, isUndecided, NotRun } from '../../oracle/index.ts'
import { fixtureRequest } from '../requests/fixture.ts'
import type { Session } from '../session/session.ts'
import type { Trigger } from '../under-test/index.ts'
import type { Deliveries } from './deliveries.ts'
import { createForwarder, type Forwarder, type ForwarderOptions, type ForwarderParts } from './forwarder.ts'
import type { Delivery, Inbox } from './inbox.ts'
import { refuseFirst, watchRetries } from './retries.ts'

export interface TriggerOptions {
  readonly type?: string | undefined
  readonly steps?: readonly Exchange[]
}

export interface EventsParts extends ForwarderParts {
  readonly session: Session
}

export interface Triggered {
  readonly forwarder: Forwarder
  readonly trigger: Exchange
  readonly steps: readonly Exchange[]
}

export interface Outcome extends Triggered {
  readonly delivery: Delivery | null
}

const answerMs = 100

const any = (): boolean => true

export class Events {
  readonly #parts: EventsParts

  constructor(parts: EventsParts) {
    this.#parts = parts
  }

  get scope(): Deliveries['scope'] {
    return this.#parts.deliveries.scope
  }

  /** Whether the trigger causes a real event or a test event. Null if unknown. */
  get raises(): ReturnType<Trigger['raises']> {
    return this.#parts.deliveries.delivery.trigger.raises()
  }

  get strays(): Deliveries['strays'] {
    return this.#parts.deliveries.strays
  }

  /** @throws NotRun if no type of event is known */
  types(): readonly [string, ...string[]] {
    return this.#parts.deliveries.delivery.types()
  }

  turn(run: () => Promise<void>): Promise<void> {
    this.#parts.collection.permit()
    return this.#parts.deliveries.turn(run)
  }

  /** @throws NotRun if the tenant cannot reach a receiver */
  async inbox(): Promise<Inbox> {
    return (await this.#parts.deliveries.receiver()).open()
  }

  /** @throws Inconclusive if the tenant refuses the creation */
  forwarder(options: ForwarderOptions = {}): Promise<Forwarder> {
    return createForwarder(this.#parts, options)
  }

  /** @throws Inconclusive if the tenant refuses the trigger */
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
    if (!isSuccessful(trigger))
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

  /** @throws Inconclusive if no delivery arrives */
  async control(
    forwarder: Forwarder,
    options?: TriggerOptions,
  ): Promise<Outcome & { readonly delivery: Delivery }> {
    const { delivery, ...triggered } = await this.raise(forwarder, options)
    if (delivery === null)
      throw new Inconclusive(
        `no event arrived for an unchanged ${this.#parts.collection.resource.title} either, so a missing event proves nothing`,
        'user',
      )
    return { ...triggered, delivery }
  }

  /** @throws Inconclusive if the receiver was full, because a delivery may then be lost */
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
    else if (forwarder.inbox.full) throw new Inconclusive('more deliveries arrived than the receiver stores')
    else latency.noteMissing()
    return { ...triggered, delivery }
  }

  /**
   * Waits for a forbidden delivery. The delivery of `control` must already have arrived, and its trigger must
   * not be earlier than `triggered`.
   * @param otherwise decides which deliveries are forbidden if deliveries do not identify their events
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
    // The event may belong to another check that has no response to its trigger yet.
    await sleep(answerMs, session.signal)
    return { ...triggered, delivery: await this.#first(triggered, () => 0, forbidden) }
  }

  shows(delivery: Delivery, trigger: Exchange): boolean {
    return this.#parts.deliveries.log.shows(delivery, trigger)
  }

  /**
   * Observes the order of deliveries and the retries. Never throws because of the tenant's behaviour.
   * @param forwarder a forwarder whose events no other check uses
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
