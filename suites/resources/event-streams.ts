// The adapter of event streams (parts 2.4, 3, 4.4 and 4.5).
import {
  type AdapterParts,
  type Current,
  type EventDelivery,
  type Json,
  type JsonObject,
  NotRun,
  type Operation,
  type Requests,
  type ResourceAdapter,
  resourceAdapter,
  type Scout,
  type StateMember,
} from '../../src/suite.ts'
import { deliveryOf } from './event-streams/delivery.ts'
import { Destinations } from './event-streams/destinations.ts'
import { discoverCreation, guessedType } from './event-streams/discovery.ts'
import { invalidUpdates } from './event-streams/invalid-updates.ts'
import { nameCharactersMax, serviceSetValues } from './event-streams/members.ts'
import { Subscriptions } from './event-streams/subscriptions.ts'

export class EventStreams implements ResourceAdapter {
  readonly #parts: AdapterParts
  /** The state that each creation must send. Null if the tenant requires no state. */
  requiredState: 'enabled' | 'disabled' | null = null
  readonly destinations: Destinations
  readonly subscriptions: Subscriptions
  readonly delivery: EventDelivery
  readonly foreign = serviceSetValues

  constructor(parts: AdapterParts) {
    this.#parts = parts
    this.destinations = new Destinations(parts)
    this.subscriptions = new Subscriptions(parts)
    this.delivery = deliveryOf(this, parts)
  }

  get requests(): Requests {
    return this.#parts.requests
  }

  /** Null until the run knows the name of the field. */
  get stateField(): string | null {
    const known = this.#parts.knowledge.known('forwarding-state-field')
    return typeof known === 'string' ? known : null
  }

  state(): StateMember | null {
    const member = this.stateField
    return member === null ? null : { member, values: ['enabled', 'disabled'] }
  }

  /** @throws NotRun if the run does not know the name of the field */
  inState(state: Json): JsonObject {
    const field = this.stateField
    if (field === null)
      throw new NotRun(
        'the name of the forwarding-state field is not known: declare eventStream.forwardingStateField in the profile',
      )
    return { [field]: state }
  }

  /** @throws NotRun if the run does not know the name of the field */
  stateName(): string {
    const [name = ''] = Object.keys(this.inState(null))
    return name
  }

  bodyFor(event_type: string): JsonObject {
    return {
      name: this.requests.name(),
      ...this.subscriptions.to([event_type]),
      destination: this.destinations.plain(),
      ...(this.requiredState === null ? {} : this.inState(this.requiredState)),
    }
  }

  body({ act }: Operation, overrides: JsonObject): JsonObject {
    if (act === 'update') return { name: this.requests.name(), ...overrides }
    const [event_type] = this.subscriptions.types()
    return { ...this.bodyFor(event_type), ...overrides }
  }

  whole(): JsonObject {
    const lists = this.subscriptions.lists()
    // If two or more types are known, lists[2] exists and has two elements.
    const subscriptions = lists[2] ?? lists[0]
    const state = this.stateField === null ? {} : this.inState('enabled')
    return { ...this.bodyFor(this.subscriptions.types()[0]), subscriptions, ...state }
  }

  guess(): JsonObject {
    return this.bodyFor(guessedType(this.subscriptions.knownTypes))
  }

  async discover(scout: Scout): Promise<void> {
    await discoverCreation(this, this.#parts, scout)
  }

  changes(current: Current, pick: number): readonly JsonObject[] {
    const lists = this.subscriptions.lists()
    const list = (index: number): JsonObject => ({ subscriptions: lists[index % lists.length] ?? lists[0] })
    const place = (variant: number): JsonObject => ({ destination: this.destinations.plain(variant % 4) })
    return [
      { name: this.requests.name() },
      current.mayBe(list(pick)) ? list(pick + 1) : list(pick),
      ...(current.state === null ? [] : [this.#toggled(current)]),
      current.mayBe(place(pick)) ? place(pick + 1) : place(pick),
    ]
  }

  #toggled({ state }: Current): JsonObject {
    return this.inState(state === 'disabled' ? 'enabled' : 'disabled')
  }

  updates(): readonly ((current: Current) => JsonObject)[] {
    const toggle = (current: Current): JsonObject => this.#toggled(current)
    return [
      () => ({ name: this.requests.name() }),
      ...this.subscriptions
        .lists()
        .slice(1)
        .map((subscriptions) => () => ({ subscriptions })),
      () => ({ destination: this.destinations.plain(1) }),
      ...(this.stateField === null ? [] : [toggle, toggle]),
    ]
  }

  invalid(current: Current): readonly JsonObject[] {
    return invalidUpdates(this, this.stateField === null ? {} : this.#toggled(current))
  }

  spoilt(current: Current, pick: number): readonly JsonObject[] {
    const [name, list, ...others] = this.changes(current, pick)
    return [
      { ...name, subscriptions: 'none' },
      { ...list, name: '' },
      ...others.map((valid) => ({ ...valid, name: this.requests.nameOfLength(nameCharactersMax + 1) })),
      { ...name, destination: 'nowhere' },
      ...(current.state === null ? [] : [{ ...name, ...this.inState('paused') }]),
    ]
  }
}

export const eventStreams = resourceAdapter('event-streams', (parts) => new EventStreams(parts))
export default eventStreams
