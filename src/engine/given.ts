// Requests that are valid by the contract and what is known of the tenant; a check varies them in one point.
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { NotRun } from '../oracle/index.ts'
import type { Request } from './request.ts'
import type { Session } from './session.ts'
import type { Stream } from './streams.ts'

/** What a stream's state can be. */
export type State = 'enabled' | 'disabled'

// A reserved name (RFC 2606) that resolves nowhere: an event that a tenant forwards to it reaches nobody.
const endpoint = 'https://webhook.tenant-conformance.example/events'

export class Given {
  readonly #session: Session
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

  /** `count` different lists of subscriptions as far as the known event types allow; at least one list. */
  subscriptions(count: number): readonly (readonly JsonObject[])[] {
    const types = this.eventTypes()
    const lists = types.map((event_type) => [{ event_type }])
    if (types.length > 1) lists.push(types.slice(0, 2).map((event_type) => ({ event_type })))
    return lists.slice(0, count)
  }

  /** A webhook destination; another `variant` has another endpoint path and username. */
  destination(variant = 0): JsonObject {
    const { webhookEndpoint } = this.#session.config.profile.eventStream ?? {}
    const base = webhookEndpoint ?? endpoint
    return this.destinationAt(
      variant === 0 ? base : withPath(base, `v${variant}`),
      variant === 0 ? undefined : `tenant-conformance-${variant}`,
    )
  }

  /** A webhook destination with that endpoint. */
  destinationAt(webhook_endpoint: string, username = 'tenant-conformance'): JsonObject {
    const { webhookCredentials } = this.#session.config.profile.eventStream ?? {}
    const authorization = {
      webhook_authorization: { method: 'basic', username, ...webhookCredentials },
    }
    return {
      type: 'webhook',
      configuration: { webhook_endpoint, ...(this.withAuthorization ? authorization : {}) },
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

  /** Two plain messages that no other call gives. */
  templateMessages(): { readonly enrollment_message: string; readonly verification_message: string } {
    const number = this.#session.next()
    return {
      enrollment_message: `{{code}} enrolls you with {{tenant.friendly_name}}, ${number}.`,
      verification_message: `{{code}} verifies you with {{tenant.friendly_name}}, ${number}.`,
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
      path: operation.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? '')),
      intent: 'valid',
      ...rest,
    }
  }
}

/**
 * The comparable parts of a destination that was sent and of the one that came back: type and endpoint, and where an
 * authorization was sent, its method and username (part 2.4).
 */
export function comparedDestination(
  sent: Json | undefined,
  received: Json | undefined,
): { expected: Json; actual: Json } {
  const authorized =
    isObject(sent) && isObject(sent.configuration) && 'webhook_authorization' in sent.configuration
  return { expected: essence(sent, authorized), actual: essence(received, authorized) }
}

function essence(destination: Json | undefined, authorized: boolean): Json {
  const { type, configuration } = isObject(destination) ? destination : ({} as JsonObject)
  const { webhook_endpoint, webhook_authorization } = isObject(configuration)
    ? configuration
    : ({} as JsonObject)
  const { method, username } = isObject(webhook_authorization) ? webhook_authorization : ({} as JsonObject)
  return {
    type: type ?? null,
    webhook_endpoint: normalised(webhook_endpoint),
    ...(authorized ? { method: method ?? null, username: username ?? null } : {}),
  }
}

// An endpoint that comes back in its normal form (RFC 3986, 6.2.2) is the same address.
function normalised(url: Json | undefined): Json {
  if (typeof url !== 'string' || !URL.canParse(url)) return url ?? null
  return new URL(url).href
}

function withPath(url: string, segment: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/${segment}`
  return parsed.href
}
