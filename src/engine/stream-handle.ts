// A stream of the run as a check works with it: how it is read and updated, and what it has to show by now.
import { describeResponse, type Exchange } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { acceptedBody, Inconclusive, isAccepted } from '../oracle/index.ts'
import type { Given, State } from './given.ts'
import type { Existing as Stream } from './pool.ts'
import type { Principal } from './principal.ts'
import type { Intent, MediaType, Request } from './request.ts'
import type { SendOptions } from './session.ts'

/** A stream as one response shows it. */
export interface Seen {
  readonly exchange: Exchange
  readonly accepted: boolean
  /** The response's body; empty where the request was not accepted. */
  readonly body: JsonObject
  /** What accepted requests have made of the members that can be set, as it was sent. */
  readonly set: JsonObject
  /** The members that are shown truly: see calibration.ts. */
  readonly telling: ReadonlySet<string>
}

/** What a creation came to. */
export interface Creation extends Seen {
  /** Null where the tenant did not accept it, or answered with what is not the run's. */
  readonly stream: StreamHandle | null
}

export interface UpdateOptions {
  /** Default: valid. */
  readonly intent?: Intent
  readonly as?: Principal
  readonly mediaType?: MediaType
}

export interface StreamParts {
  readonly given: Given
  readonly call: (request: Request, options?: SendOptions) => Promise<Exchange>
  /** Name of the forwarding-state field; null while unknown. */
  readonly stateField: () => string | null
  /** The members that are shown truly. */
  readonly telling: ReadonlySet<string>
}

/** The members of a stream that requests can set (part 4.5). */
export function settableMembers(stateField: string | null): readonly string[] {
  return ['name', 'subscriptions', 'destination', ...(stateField === null ? [] : [stateField])]
}

export class StreamHandle implements Stream {
  readonly id: string
  readonly created: Exchange
  readonly body: JsonObject
  /** The stream as its creation returned it. */
  readonly first: Seen
  readonly #parts: StreamParts
  #set: JsonObject
  #shown: JsonObject

  /** @param sent the body of the request that made it */
  constructor({ id, created, body }: Stream, sent: unknown, parts: StreamParts) {
    this.id = id
    this.created = created
    this.body = body
    this.#parts = parts
    this.#set = isObject(sent) ? this.#settable(sent) : {}
    this.#shown = body
    this.first = { exchange: created, accepted: true, body, set: this.#set, telling: parts.telling }
  }

  /** The members that are shown truly. */
  get telling(): ReadonlySet<string> {
    return this.#parts.telling
  }

  /** The body of the last response that showed it. */
  get shown(): JsonObject {
    return this.#shown
  }

  /** The state that it was last shown in, else the one that was last set; null where neither is known. */
  get state(): State | null {
    const field = this.#parts.stateField()
    if (field === null) return null
    const known = [this.#shown[field], this.#set[field]].find(
      (state) => state === 'enabled' || state === 'disabled',
    )
    return (known as State | undefined) ?? null
  }

  /** The state that it is not in. */
  get otherState(): State {
    return this.state === 'disabled' ? 'enabled' : 'disabled'
  }

  /** Reads it by an empty update (part 4.5): a premise. Throws Inconclusive where that is not accepted. */
  async read(): Promise<Seen> {
    const seen = await this.update({})
    if (seen.accepted) return seen
    throw new Inconclusive(`the stream could not be read: ${describeResponse(seen.exchange)}`)
  }

  /** Sends an update, and notes what it sets where it is accepted. */
  async update(body: JsonObject, options: UpdateOptions = {}): Promise<Seen> {
    const { given, call } = this.#parts
    const { as: _, ...varied } = options
    const request: Request = { ...given.update(this, body), ...varied }
    const exchange = await call(request, options)
    const accepted = isAccepted(exchange)
    if (accepted) {
      this.#set = { ...this.#set, ...this.#settable(body) }
      this.#shown = acceptedBody(exchange)
    }
    return {
      exchange,
      accepted,
      body: accepted ? this.#shown : {},
      set: this.#set,
      telling: this.#parts.telling,
    }
  }

  #settable(body: JsonObject): JsonObject {
    const members = settableMembers(this.#parts.stateField())
    return Object.fromEntries(Object.entries(body).filter(([member]) => members.includes(member)))
  }
}
