// Requests that are valid by the contract and what is known of the tenant; a check varies them in one point.
import type { Json, JsonObject } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import { NotRun } from '../oracle/index.ts'
import type { Existing as Stream } from './pool.ts'
import type { Request } from './request.ts'
import type { Session } from './session.ts'

/** What a stream's state can be. */
export type State = 'enabled' | 'disabled'

// A reserved name (RFC 2606) that resolves nowhere: an event that a tenant forwards to it reaches nobody.
const endpoint = 'https://webhook.tenant-conformance.example/events'

export class Given {
  readonly #session: Session
  /** The state that creations carry, where the tenant takes none without; found out by the first creation. */
  requiredState: State | null = null
  /** Whether lists of more than two subscriptions are sent, as a limit is not shown; found out by the first stream. */
  longLists = true
  /** Whether requests carry webhook_authorization; found out by the first creation. */
  withAuthorization = true

  constructor(session: Session) {
    this.#session = session
  }

  /** A name of a stream that no other call gives, with the run's marker in it. */
  name(): string {
    return `${this.#session.marker} ${this.#session.next()}`
  }

  /** A name of exactly that many characters; from a few characters on, no other call gives it. */
  nameOfLength(characters: number): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    let number = this.#session.next() * 7 + this.#session.offset
    let name = ''
    while (name.length < characters) {
      name += letters[number % letters.length]
      number = number < letters.length ? number + 11 : Math.floor(number / letters.length)
    }
    return name
  }

  /** The event types known, at least one. Throws NotRun where none is known. */
  eventTypes(): readonly [string, ...string[]] {
    const [first, ...rest] = this.#session.knowledge.eventTypes ?? []
    if (first === undefined)
      throw new NotRun('no event type is known: declare eventStream.eventTypes in the profile')
    return [first, ...rest]
  }

  /** Different lists of subscriptions, as far as the known event types allow; at least one list, at most four. */
  subscriptions(): readonly [readonly JsonObject[], ...(readonly JsonObject[])[]] {
    const [first, ...others] = this.eventTypes()
    const list = (types: readonly string[]): JsonObject[] => types.map((event_type) => ({ event_type }))
    const [second] = others
    if (second === undefined) return [list([first])]
    // Long ones too: a list may be cut.
    const all = [first, ...others].slice(0, 8)
    return [
      list([first]),
      list([second]),
      list([second, first]),
      ...(all.length > 2 && this.longLists ? [list(all)] : []),
    ]
  }

  /** A webhook destination at the known address; another `variant` has another username. */
  destination(variant = 0): JsonObject {
    return this.destinationAt(
      this.#session.config.profile.eventStream?.webhookEndpoint ?? endpoint,
      this.#username(variant),
    )
  }

  /** A number of a destination that no other call gives. */
  variant(): number {
    return 10 + this.#session.next()
  }

  /** A webhook destination at an address with a path and a query of its own. Which addresses a tenant takes is not shown. */
  elsewhere(variant: number): JsonObject {
    const url = new URL(this.#session.config.profile.eventStream?.webhookEndpoint ?? endpoint)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/Path-${variant}`
    url.searchParams.set('Key', `A/b c ${variant}`)
    return this.destinationAt(url.href, this.#username(variant))
  }

  /** A webhook destination at the known address with a username that careless code changes. */
  destinationOf(username: string): JsonObject {
    return this.destinationAt(this.#session.config.profile.eventStream?.webhookEndpoint ?? endpoint, username)
  }

  /** A webhook destination at that address. */
  destinationAt(address: string, username = this.#username(0)): JsonObject {
    const { webhookCredentials } = this.#session.config.profile.eventStream ?? {}
    const authorization = {
      webhook_authorization: {
        method: 'basic',
        username,
        ...webhookCredentials,
      },
    }
    return {
      type: 'webhook',
      configuration: { webhook_endpoint: address, ...(this.withAuthorization ? authorization : {}) },
    }
  }

  /** `{ <forwarding-state field>: state }`. Throws NotRun where the field's name is not known. */
  state(state: Json): JsonObject {
    return { [this.stateField()]: state }
  }

  stateField(): string {
    const field = this.#session.knowledge.forwardingStateField
    if (field === null)
      throw new NotRun(
        'the name of the forwarding-state field is not known: declare eventStream.forwardingStateField in the profile',
      )
    return field
  }

  /** The body of a valid creation. */
  streamBody(overrides: JsonObject = {}): JsonObject {
    const [event_type] = this.eventTypes()
    return {
      name: this.name(),
      subscriptions: [{ event_type }],
      destination: this.destination(),
      ...(this.requiredState === null ? {} : this.state(this.requiredState)),
      ...overrides,
    }
  }

  /** A request that creates a stream. */
  stream(overrides: JsonObject = {}): Request {
    return this.creation(this.streamBody(overrides))
  }

  /** A creation with that body. */
  creation(body: Json): Request {
    return this.#request('event-streams.create', {}, { effect: 'reversible', body })
  }

  /** A request that updates a stream. */
  update(stream: Pick<Stream, 'id'>, body: Json): Request {
    return this.#request('event-streams.update', { id: stream.id }, { effect: 'reversible', body })
  }

  /** A request that replaces the phone templates; messages left out get a text of the run. */
  templates(messages: JsonObject = {}): Request {
    return this.templatesBody({ ...this.templateMessages(), ...messages })
  }

  /** A replacement of the phone templates with that body. */
  templatesBody(body: Json): Request {
    return this.#request('phone-templates.update', {}, { effect: 'reversible', body })
  }

  /** Two plain messages that no other call gives, with the run's marker in them. */
  templateMessages(): { readonly enrollment_message: string; readonly verification_message: string } {
    const mark = `${this.#session.marker} ${this.#session.next()}`
    return {
      enrollment_message: `${mark}: {{code}} enrolls you with {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you with {{tenant.friendly_name}}.`,
    }
  }

  /** A read of the signing keys. */
  keys(): Request {
    return this.#request('custom-signing-keys.get', {}, { effect: 'none' })
  }

  /** A request that deletes a policy. */
  deletion(id: string): Request {
    return this.#request('rate-limit-policies.delete', { id }, { effect: 'destructive' })
  }

  // With the run's marker, for a name of a certain length has no place for it.
  #username(variant: number): string {
    return variant === 0 ? this.#session.marker : `${this.#session.marker}-${variant}`
  }

  #request(
    name: string,
    path: Readonly<Record<string, string>>,
    rest: Pick<Request, 'effect'> & { body?: Json },
  ): Request {
    const operation = this.#session.contract.operations.get(name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    return {
      operation: name,
      method: operation.method,
      path: operation.path.replace(/\{(\w+)\}/g, (_, key: string) => uriEncoded(path[key] ?? '')),
      intent: 'valid',
      ...rest,
    }
  }
}
