// The driver of event streams (parts 2.4, 3, 4.4, 4.5): what their requests say, and what the first one tells of a tenant.
import {
  acceptedBody,
  type Current,
  type Driver,
  type DriverParts,
  declaredIn,
  describeResponse,
  driver,
  type EventDelivery,
  isObject,
  type Json,
  type JsonObject,
  NotRun,
  type Operation,
  type Requests,
  type Scout,
  type StateMember,
  statusOf,
} from '../../src/suite.ts'
import { deliveryOf } from '../events/delivery.ts'

/** What the state of a stream can be. */
export type State = 'enabled' | 'disabled'

/** Values that look like a forwarding state and are none (part 2.4). */
export const otherStates: readonly string[] = [
  'ENABLED',
  'Disabled',
  ' enabled',
  'disabled ',
  'active',
  'paused',
  'on',
  'enable',
  'disable',
]

/** Values that nobody may set: the service does (part 2.4). */
export const foreignValues: JsonObject = {
  id: 'x'.repeat(26),
  created_at: '2001-02-03T04:05:06.000Z',
  updated_at: '2001-02-03T04:05:06.000Z',
}

export const nameCharactersMax = 128

// A reserved name (RFC 2606) that resolves nowhere: an event that a tenant forwards to it reaches nobody.
const endpoint = 'https://webhook.tenant-conformance.example/events'
// Event types to try where none is declared; one that the tenant accepts is known from then on, a refusal says nothing.
const candidates = ['user.created'] as const
// Long lists: one may be cut.
const longListMax = 8

export class EventStreams implements Driver {
  readonly #parts: DriverParts
  /** The state that creations carry, where the tenant takes none without. */
  #requiredState: State | null = null
  /** Whether lists of more than two subscriptions are sent, as a limit is not shown. */
  #longLists = true
  /** Whether requests carry webhook_authorization. */
  #withAuthorization = true

  readonly delivery: EventDelivery

  constructor(parts: DriverParts) {
    this.#parts = parts
    this.delivery = deliveryOf(this, parts)
  }

  get requests(): Requests {
    return this.#parts.requests
  }

  /** Whether requests carry webhook_authorization. */
  get authorizes(): boolean {
    return this.#withAuthorization
  }

  /** Name of the forwarding-state field, declared or observed; null while unknown. */
  get stateField(): string | null {
    const known = this.#parts.knowledge.known('forwarding-state-field')
    return typeof known === 'string' ? known : null
  }

  state(): StateMember | null {
    const member = this.stateField
    return member === null ? null : { member, values: ['enabled', 'disabled'] }
  }

  /** `{ <forwarding-state field>: state }`. Throws NotRun where the field's name is not known. */
  inState(state: Json): JsonObject {
    const field = this.stateField
    if (field === null)
      throw new NotRun(
        'the name of the forwarding-state field is not known: declare eventStream.forwardingStateField in the profile',
      )
    return { [field]: state }
  }

  /** The forwarding-state field's name. Throws NotRun where it is not known. */
  stateName(): string {
    const [name = ''] = Object.keys(this.inState(null))
    return name
  }

  get #knownTypes(): readonly string[] {
    const known = this.#parts.knowledge.known('event-types')
    return Array.isArray(known) ? known.map(String) : []
  }

  /** The event types known, at least one. Throws NotRun where none is known. */
  eventTypes(): readonly [string, ...string[]] {
    const [first, ...rest] = this.#knownTypes
    if (first === undefined)
      throw new NotRun('no event type is known: declare eventStream.eventTypes in the profile')
    return [first, ...rest]
  }

  /** `{ subscriptions }` to these event types. */
  subscribing(types: readonly string[]): JsonObject {
    return { subscriptions: listOf(types) }
  }

  /** Different lists of subscriptions, as far as the known event types allow; at least one list, at most four. */
  subscriptions(): readonly [readonly JsonObject[], ...(readonly JsonObject[])[]] {
    const [first, ...others] = this.eventTypes()
    const [second] = others
    if (second === undefined) return [listOf([first])]
    const all = [first, ...others].slice(0, longListMax)
    return [
      listOf([first]),
      listOf([second]),
      listOf([second, first]),
      ...(all.length > 2 && this.#longLists ? [listOf(all)] : []),
    ]
  }

  /** A webhook destination at the known address; another `variant` has another username. */
  destination(variant = 0): JsonObject {
    return this.destinationAt(this.#address, this.#username(variant))
  }

  /** Webhook destinations at addresses with a path and a query of their own. Which addresses a tenant takes is not shown. */
  elsewhere(): readonly JsonObject[] {
    const url = new URL(this.#address)
    const path = url.pathname.replace(/\/$/, '')
    url.pathname = `${path}/Path-2`
    url.searchParams.set('Key', 'A/b c 2')
    const plain = url.href
    // What decoding, encoding once more, or taking it for a pattern would change.
    const tricky = `${url.origin}${path}/a%20b%2Fc%25d%C3%BC/$&/$1/;v=1,2/~x?q=%26%3D%2B&p=a+b&p=2&e=&u=%F0%9F%99%82`
    return [plain, tricky, withPort(url)].map((address, index) =>
      this.destinationAt(address, this.#username(index + 2)),
    )
  }

  /** A webhook destination at the known address with a username that careless code changes. */
  destinationOf(username: string): JsonObject {
    return this.destinationAt(this.#address, username)
  }

  /** A name and a user name that are as long as each other, and differ. */
  alike(): JsonObject {
    const name = this.requests.name()
    return { name, destination: this.destinationOf(`${name.slice(0, -1)}_`) }
  }

  /** A webhook destination at that address. */
  destinationAt(address: string, username = this.#username(0)): JsonObject {
    const authorization = {
      webhook_authorization: { method: 'basic', username, ...this.#credentials },
    }
    return {
      type: 'webhook',
      configuration: { webhook_endpoint: address, ...(this.#withAuthorization ? authorization : {}) },
    }
  }

  /** Lists of subscriptions that are spoilt behind the first element: each element counts. */
  spoiltSubscriptions(): readonly JsonObject[] {
    const [list] = this.subscriptions()
    // A type that the tenant knows, where one is known.
    const [type = 'user.created'] = list.flatMap(({ event_type }) =>
      typeof event_type === 'string' ? [event_type] : [],
    )
    return [{ event_type: 7 }, {}, type, null].map((other) => ({ subscriptions: [...list, other] }))
  }

  /** Destinations of a type that can't be that of a variant: part 2.4 has three, of which two are not shown. */
  strangeDestinations(): readonly JsonObject[] {
    const random = this.requests.nameOfLength(12)
    return [random, 'WEBHOOK', `webhook${random}`, ''].map((type) => ({ ...this.destination(1), type }))
  }

  get #address(): string {
    const declared = declaredIn(this.#parts.profile, '/eventStream/webhookEndpoint')
    return typeof declared === 'string' ? declared : endpoint
  }

  /** The credential that is sent; null where it is not shown which of several fields is the password. */
  get password(): string | null {
    const [value, ...others] = Object.values(this.#credentials)
    return typeof value === 'string' && others.length === 0 ? value : null
  }

  get #credentials(): JsonObject {
    const declared = declaredIn(this.#parts.profile, '/eventStream/webhookCredentials')
    return isObject(declared) ? declared : {}
  }

  // With the run's marker, for a name of a certain length has no place for it.
  #username(variant: number): string {
    const { marker } = this.requests
    return variant === 0 ? marker : `${marker}-${variant}`
  }

  body({ act }: Operation, overrides: JsonObject): JsonObject {
    if (act === 'update') return { name: this.requests.name(), ...overrides }
    const [event_type] = this.eventTypes()
    return { ...this.#bodyFor(event_type), ...overrides }
  }

  whole(): JsonObject {
    // Two subscriptions where two event types are known, so that each element is varied.
    const subscriptions = this.subscriptions()[2] ?? this.subscriptions()[0]
    const state = this.stateField === null ? {} : this.inState('enabled')
    return { ...this.#bodyFor(this.eventTypes()[0]), subscriptions, ...state }
  }

  changes(current: Current, pick: number): readonly JsonObject[] {
    const lists = this.subscriptions()
    const list = (index: number): JsonObject => ({ subscriptions: lists[index % lists.length] ?? lists[0] })
    const place = (variant: number): JsonObject => ({ destination: this.destination(variant % 4) })
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
      ...this.subscriptions()
        .slice(1)
        .map((subscriptions) => () => ({ subscriptions })),
      () => ({ destination: this.destination(1) }),
      ...(this.stateField === null ? [] : [toggle, toggle]),
    ]
  }

  readonly foreign = foreignValues

  // Each member is invalid beside all the others, which it may follow or lead.
  invalid(current: Current): readonly JsonObject[] {
    const { requests } = this
    const list = this.subscriptions().at(-1) ?? []
    const name = (): JsonObject => ({ name: requests.name() })
    const subscriptions = { subscriptions: list }
    const destination = { destination: this.destination(2) }
    const known = this.stateField !== null
    const state = known ? this.#toggled(current) : {}
    return [
      { ...subscriptions, ...destination, ...state, name: '' },
      { name: requests.nameOfLength(nameCharactersMax + 1), ...subscriptions, ...destination, ...state },
      { ...name(), ...destination, ...state, subscriptions: [...list, {}] },
      { subscriptions: 'none', ...name(), ...destination, ...state },
      { ...name(), ...subscriptions, destination: 'nowhere', ...state },
      ...(known ? [{ ...name(), ...subscriptions, ...destination, ...this.inState('paused') }] : []),
    ]
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

  guess(): JsonObject {
    const [event_type = candidates[0]] = this.#knownTypes
    return this.#bodyFor(event_type)
  }

  /** The first stream shows what a creation needs: a known event type, with or without an authorization or a state. */
  async discover(scout: Scout): Promise<void> {
    const { knowledge } = this.#parts
    const declared = knowledge.known('event-types') !== undefined
    const types = declared ? [this.eventTypes()[0]] : candidates
    // A state is only sent where the tenant takes no stream without, and its field is declared.
    const states = this.stateField === null ? [null] : [null, 'enabled' as const]
    const refusals: string[] = []
    for (const requiredState of states)
      for (const withAuthorization of [true, false])
        for (const eventType of types) {
          this.#requiredState = requiredState
          this.#withAuthorization = withAuthorization
          // With nothing declared it is a guess, of which a refusal says nothing.
          const attempt = await scout.create(() => this.#bodyFor(eventType), declared ? 'valid' : 'probe')
          if (attempt.accepted) {
            if (!declared) knowledge.observe('event-types', eventType)
            const body = acceptedBody(attempt)
            if (scout.isOwn(body.id)) await this.#learn(body, scout)
            return
          }
          refusals.push(describeResponse(attempt))
          if (![400, 422].includes(statusOf(attempt))) return this.#blocked(scout, refusals)
        }
    this.#blocked(scout, refusals)
  }

  #bodyFor(event_type: string): JsonObject {
    return {
      name: this.requests.name(),
      ...this.subscribing([event_type]),
      destination: this.destination(),
      ...(this.#requiredState === null ? {} : this.inState(this.#requiredState)),
    }
  }

  #blocked(scout: Scout, [first]: readonly string[]): void {
    this.#requiredState = null
    this.#withAuthorization = true
    scout.block(
      `no event stream could be made (${first}): declare eventStream.eventTypes, webhookEndpoint and webhookCredentials in the profile as the tenant wants them`,
    )
  }

  async #learn(stream: JsonObject, scout: Scout): Promise<void> {
    const { knowledge } = this.#parts
    const id = String(stream.id)
    if (knowledge.declared('forwarding-state-field') === undefined) {
      const held = Object.entries(stream).filter(
        ([name, value]) => (value === 'enabled' || value === 'disabled') && name !== 'name',
      )
      const field = held.length === 1 ? held[0]?.[0] : await moving(held, id, scout)
      if (field !== undefined) {
        knowledge.observe('forwarding-state-field', field)
        scout.refresh()
      }
    }
    const long = this.subscriptions()[3]
    if (long !== undefined) this.#longLists = (await scout.update(id, { subscriptions: long })).accepted
    const field = this.stateField
    const state = field === null ? undefined : stream[field]
    if (state !== undefined) knowledge.observe('initial-state', state)
  }
}

/** A list of subscriptions. */
function listOf(types: readonly string[]): JsonObject[] {
  return types.map((event_type) => ({ event_type }))
}

// Several members hold a state: the forwarding state is the one that follows when it is sent.
async function moving(
  held: readonly (readonly [string, unknown])[],
  id: string,
  scout: Scout,
): Promise<string | undefined> {
  for (const [name, value] of held) {
    const other = value === 'enabled' ? 'disabled' : 'enabled'
    const attempt = await scout.update(id, { [name]: other })
    if (attempt.accepted && acceptedBody(attempt)[name] === other) return name
  }
  return undefined
}

export const eventStreams = driver('event-streams', (parts) => new EventStreams(parts))
export default eventStreams

/** The same address at another port, which no scheme takes for its own. */
function withPort({ href }: URL): string {
  const url = new URL(href)
  url.port = url.port === '8443' ? '9443' : '8443'
  return url.href
}
