// A subject: one resource of the run as checks work with it, how it is read and changed, and what it has to show by now.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Act, applyOverlay, type Operation, type Resource, type Schema } from '../../contract/index.ts'
import {
  type Attempt,
  acceptedBody,
  type Canonical,
  canonicalOf,
  Inconclusive,
  NotRun,
  notAccepted,
  updated,
} from '../../oracle/index.ts'
import { depthOf, idOf, type Key, operationRequest, parentOf } from '../requests/operation-request.ts'
import type { Intent, MediaType, Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { Identity, Pool } from '../resources/pool.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { Current, StateMember } from './driver.ts'

/** A response, and what is in it. */
export interface Shown {
  readonly exchange: Attempt
  readonly accepted: boolean
  /** The response's body; empty where the request was not accepted, or answered without one. */
  readonly body: JsonObject
}

/** A subject as one response shows it: what the contract does not speak of is left out of the body. */
export interface Seen extends Shown {
  /** What accepted requests have made of the members that can be set, as it was sent. */
  readonly set: JsonObject
  /** The members that are shown truly: see calibration.ts. */
  readonly telling: ReadonlySet<string>
  /** How its members are compared. */
  readonly canonical: Canonical
}

export interface SubjectOptions extends SendOptions {
  /** Default: valid. */
  readonly intent?: Intent
  readonly mediaType?: MediaType
  readonly refusal?: Request['refusal']
  /** How the request is written, where that is not as requests are. */
  readonly write?: Write
}

/** Writes a request otherwise than it was, with the same meaning or with another one. */
export type Write = (request: Request) => Request

export interface SubjectParts {
  readonly session: Session
  readonly call: (request: Request, options?: SendOptions) => Promise<Attempt>
  readonly state: () => StateMember | null
  readonly telling: ReadonlySet<string>
  /** Of what the run makes. */
  readonly pool?: Pool | undefined
  /** Reads what there is one of; absent for others. */
  readonly readOnly?: (options: SendOptions) => Promise<Attempt>
}

/** One resource of the run, or the only one that there is. */
export class Subject implements Current {
  readonly resource: Resource
  readonly key: Key
  /** What showed it first: its creation, or a read. */
  readonly first: Seen
  readonly #parts: SubjectParts
  readonly #identity: Identity | undefined
  #set: JsonObject
  /** Of what was set, that against which responses are held. */
  #setSince: JsonObject
  #last: Seen

  /** @param sent the body of the request that made it */
  constructor(resource: Resource, key: Key, first: Attempt, sent: Json | undefined, parts: SubjectParts) {
    this.resource = resource
    this.key = key
    this.#parts = parts
    this.#identity = parts.pool?.identityOf(key)
    this.#set = isObject(sent) ? this.#settable(sent) : {}
    this.#setSince = this.#set
    this.first = this.#seen(first)
    this.#last = this.first
  }

  /** What accepted requests have made of the members that can be set, as it was sent. */
  get set(): JsonObject {
    return this.#set
  }

  /** The last response that showed it. */
  get last(): Seen {
    return this.#last
  }

  /** The same, or the answer to a change that somebody else has made of it since: what there is one of, others change as well. */
  get latest(): Seen {
    const { request, id } = this.#last.exchange
    const change = this.#parts.session.history.latest(request.url)
    return change !== undefined && change.id > id ? this.#seen(change) : this.#last
  }

  /** The exchange that made it, or showed it first. */
  get created(): Attempt {
    return this.first.exchange
  }

  get id(): string {
    return idOf(this.key, this.#depth)
  }

  /** The key of what it stands below. */
  get parent(): Key {
    return parentOf(this.key, this.#depth)
  }

  get #depth(): number {
    return depthOf(this.#parts.session.contract, this.resource.name)
  }

  /** The members that are shown truly. */
  get telling(): ReadonlySet<string> {
    return this.#parts.telling
  }

  /** The state that it was last shown in, else the one that was last set; null where neither is known. */
  get state(): Json | null {
    const state = this.#parts.state()
    if (state === null) return null
    const { member, values } = state
    const known = [this.#last.body[member], this.#set[member]].find((value) =>
      values.some((one) => equal(one, value)),
    )
    return known ?? null
  }

  /**
   * A state that it is not in: the first of the others.
   * @throws NotRun where it has none
   */
  get otherState(): Json {
    const state = this.#parts.state()
    if (state === null) throw new NotRun(`nothing says which state ${this.resource.title} has`)
    const [first, second] = state.values
    const now = this.state ?? first
    return equal(now, first) ? second : first
  }

  /** For a check that takes it as it is: a response is held only against what is set from here on. */
  takeAsItIs(): void {
    this.#setSince = {}
  }

  mayBe(sent: JsonObject): boolean {
    const { canonical, body } = this.#last
    return Object.entries(sent).every(([member, value]) => {
      const known = canonical(member, body[member])
      return known === undefined || equal(known, canonical(member, value))
    })
  }

  /**
   * Reads it, by an update that changes nothing where no operation reads it: a premise.
   * @throws Inconclusive where the read is not accepted
   */
  async read(): Promise<Seen> {
    const seen = await this.look()
    if (seen.accepted) return seen
    throw notAccepted(`the ${this.resource.title} could not be read`, seen.exchange)
  }

  /** Asks for it, whether it is there or not. */
  async look(options: SubjectOptions = {}): Promise<Seen> {
    const { contract } = this.#parts.session
    if (this.#parts.readOnly !== undefined && lifeOf(contract, this.resource, 'read') === null)
      return this.#seen(await this.#parts.readOnly(options))
    const { readBy } = this.resource
    const update = readBy === null ? undefined : contract.operations.get(readBy.operation)
    return lifeOf(contract, this.resource, 'read') === null && readBy !== null && update !== undefined
      ? this.sendTo(update, isObject(readBy.body) ? readBy.body : {}, options)
      : this.send('read', undefined, options)
  }

  /** Updates it, and notes what that makes of it where it is accepted. */
  update(body: JsonObject, options: SubjectOptions = {}): Promise<Seen> {
    return this.send('update', body, options)
  }

  /** Sends a request that does that to it, and notes what it makes of it where it is accepted. */
  async send(act: Act, body?: JsonObject, options: SubjectOptions = {}): Promise<Seen> {
    return this.sendTo(operationFor(this.#parts.session, this.resource, act), body, options)
  }

  async sendTo(operation: Operation, body?: JsonObject, options: SubjectOptions = {}): Promise<Seen> {
    const { contract } = this.#parts.session
    const request = asked(operationRequest(contract, operation, this.key, body), options)
    const isOpen = this.#parts.pool?.isOpen(this.key) === true
    this.#assumeItself()
    const attempt = await this.#parts.call(request, options)
    if (attempt.accepted && !isOpen) await this.#parts.pool?.mistake(this.key)
    this.#assumeItself()
    if (!attempt.accepted) return this.#seen(attempt)
    if (body !== undefined) {
      const sent = this.#settable(body)
      const onto = (set: JsonObject): JsonObject =>
        operation.act === 'replace' ? sent : updated(set, sent, this.resource.patch)
      this.#set = onto(this.#set)
      this.#setSince = onto(this.#setSince)
    }
    const seen = this.#seen(attempt)
    if (hasBody(attempt) && operation.act !== 'delete') this.#last = seen
    return seen
  }

  /** @throws Inconclusive where its id is that of another one by now, or the run has changed it as if it were */
  #assumeItself(): void {
    const { pool } = this.#parts
    const [was, is] = [this.#identity, pool?.identityOf(this.key)]
    const another = was?.lives !== is?.lives
    if (another || (was?.mistaken !== is?.mistaken && pool?.isOpen(this.key)))
      throw new Inconclusive(
        `the tenant has given the id of ${another ? 'this' : 'a removed'} ${this.resource.title} to a new one: what the id is answered with says nothing of ${another ? 'the removed one' : 'this one'}`,
        'specification',
      )
  }

  // What the service sets nobody has set.
  #settable(body: JsonObject): JsonObject {
    const { serverSet } = this.resource
    return Object.fromEntries(Object.entries(body).filter(([member]) => !serverSet.has(`/${member}`)))
  }

  #seen(attempt: Attempt): Seen {
    const { session, telling } = this.#parts
    return seenIn(session, this.resource, attempt, this.#setSince, telling)
  }
}

/** The request as the options have it. */
export function asked(
  request: Request,
  { intent = 'valid', mediaType, refusal, write }: SubjectOptions,
): Request {
  const plain = {
    ...{ ...request, intent },
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(refusal === undefined ? {} : { refusal }),
  }
  return write === undefined ? plain : write(plain)
}

/** What an attempt shows of a resource. */
export function seenIn(
  session: Session,
  resource: Resource,
  exchange: Attempt,
  set: JsonObject = {},
  telling: ReadonlySet<string> = new Set(),
): Seen {
  const schema = responseSchemaOf(session, resource, exchange)
  const body = exchange.accepted && hasBody(exchange) ? acceptedBody(exchange) : {}
  return {
    exchange,
    accepted: exchange.accepted,
    // What the contract does not speak of may be anything, and another thing each time.
    body: named(schema, body) as JsonObject,
    set,
    telling,
    canonical: canonicalOf(schema ?? {}, resource),
  }
}

export function operationFor({ contract }: Session, resource: Resource, act: Act): Operation {
  const operation = lifeOf(contract, resource, act)
  if (operation === null)
    throw new NotRun(`no operation of the contract is the ${act} of ${resource.name}`, 'specification')
  return operation
}

function hasBody(exchange: Exchange): boolean {
  return bodyOf(exchange).ok
}

function responseSchemaOf(
  { contract, knowledge }: Session,
  resource: Resource,
  { operation }: Exchange,
): Schema | null {
  // A fixture shows one as its update does.
  const update = lifeOf(contract, resource, 'replace') ?? lifeOf(contract, resource, 'update')
  const response = (contract.operations.get(operation) ?? update)?.response ?? null
  return response === null ? null : applyOverlay(response, knowledge.overlay, 'response')
}

/** The value with those members alone that the schema names, at every level where it names some. */
function named(schema: Json | null, value: Json): Json {
  if (!isObject(schema)) return value
  const branches = ['anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as Json[]) : [],
  )
  if (branches.length > 0) {
    const [first = null] = branches.filter(
      (one) => isObject(one) && (one.properties ?? one.items) !== undefined,
    )
    return named(first, value)
  }
  if (Array.isArray(value)) return value.map((item: Json) => named(schema.items ?? null, item))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name in properties ? [[name, named(properties[name] ?? null, member)]] : [],
    ),
  )
}
