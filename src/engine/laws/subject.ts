// Subjects: resources of the run as laws work with them, whatever they are.
import type { Exchange } from '../../base/exchange.ts'
import { bodyOf, describeResponse } from '../../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Act, Operation, Resource } from '../../contract/index.ts'
import { acceptedBody, Inconclusive, isAccepted, NotRun } from '../../oracle/index.ts'
import { lifeOf } from '../kind.ts'
import { depthOf, idOf, type Key, operationRequest, parentOf } from '../operation-request.ts'
import { type OwnedKeys, ownedBy, type Pool } from '../pool.ts'
import type { Intent, Request } from '../request.ts'
import type { Resources } from '../resources.ts'
import type { SendOptions, Session } from '../session.ts'
import type { Singleton } from '../singleton.ts'
import { Bodies } from './bodies.ts'
import { updated } from './compare.ts'

/** A response to a request about a subject. */
export interface Seen {
  readonly exchange: Exchange
  readonly accepted: boolean
  /** The response's body; empty where the request was not accepted, or answered without one. */
  readonly body: JsonObject
}

export interface SubjectOptions extends SendOptions {
  /** Default: valid. */
  readonly intent?: Intent
}

export interface SubjectParts {
  readonly session: Session
  readonly resources: Resources
  readonly call: (request: Request, options?: SendOptions) => Promise<Exchange>
  readonly owned: OwnedKeys
  readonly seed: number
}

/** One resource of the run, or the only one that there is. */
export class Subject {
  readonly resource: Resource
  readonly key: Key
  /** What showed it first: its creation, or a read. */
  readonly first: Seen
  readonly #parts: SubjectParts
  /** What accepted requests have made of the members that can be sent. */
  #sent: JsonObject

  constructor(resource: Resource, key: Key, first: Seen, sent: JsonObject, parts: SubjectParts) {
    this.resource = resource
    this.key = key
    this.first = first
    this.#sent = sent
    this.#parts = parts
  }

  get sent(): JsonObject {
    return this.#sent
  }

  get id(): string {
    return idOf(this.key, depthOf(this.#parts.session.contract, this.resource.name))
  }

  /** The key of what it stands below. */
  get parent(): Key {
    return parentOf(this.key, depthOf(this.#parts.session.contract, this.resource.name))
  }

  /** Reads it: a premise. Throws Inconclusive where the read is not accepted. */
  async read(): Promise<Seen> {
    const only = this.#parts.resources.singletons.get(this.resource.name)
    const seen = only === undefined ? await this.send('read') : await readOnly(only)
    if (seen.accepted) return seen
    throw new Inconclusive(`the ${this.resource.title} could not be read: ${describeResponse(seen.exchange)}`)
  }

  /** Sends a request that does that to it, and notes what it makes of it where it is accepted. */
  async send(act: Act, body?: JsonObject, options: SubjectOptions = {}): Promise<Seen> {
    return this.sendTo(operationFor(this.#parts.session, this.resource, act), body, options)
  }

  async sendTo(operation: Operation, body?: JsonObject, options: SubjectOptions = {}): Promise<Seen> {
    const { contract } = this.#parts.session
    const { intent = 'valid', ...others } = options
    const request: Request = { ...operationRequest(contract, operation, this.key, body), intent }
    const all = seenIn(await this.#parts.call(request, others))
    // What the contract does not speak of may be anything, and another thing each time.
    const seen = { ...all, body: named(operation.response, all.body) as JsonObject }
    if (seen.accepted && body !== undefined)
      this.#sent = operation.act === 'replace' ? body : updated(this.#sent, body, this.resource.patch)
    return seen
  }
}

/** Makes subjects, and the bodies of their requests. */
export class Subjects {
  readonly bodies: Bodies
  readonly #parts: SubjectParts

  constructor(parts: SubjectParts) {
    this.#parts = parts
    this.bodies = new Bodies(parts.session, parts.seed)
  }

  resourceOf(operation: Operation): Resource {
    const resource = this.#parts.session.contract.resources.get(operation.resource)
    if (resource === undefined) throw new NotRun(`the contract says nothing of ${operation.resource}`)
    return resource
  }

  /** The operation by which the resource lives that way. Throws NotRun where the contract names none. */
  operation(resource: Resource, act: Act): Operation {
    return operationFor(this.#parts.session, resource, act)
  }

  /**
   * A new one, with what it stands below; or the only one that there is.
   * @throws Inconclusive where the tenant makes none
   */
  async make(resource: Resource, body?: JsonObject, within?: Key): Promise<Subject> {
    if (resource.singleton) return this.#only(resource)
    const pool = this.#pool(resource)
    const parent = within ?? (await this.parentFor(resource))
    pool.permit()
    const { request, made } = await pool.make(
      () => this.creation(resource, body, parent),
      ownedBy(this.#parts.owned, pool),
    )
    const seen: Seen = { exchange: made.created, accepted: true, body: made.body }
    return new Subject(resource, made.id, seen, isObject(request.body) ? request.body : {}, this.#parts)
  }

  /** A request that makes one below `within`. */
  creation(resource: Resource, body: JsonObject | undefined, within: Key): Request {
    const operation = this.operation(resource, 'create')
    const sent = body ?? this.bodies.of(operation, resource)
    return operationRequest(this.#parts.session.contract, operation, within, sent)
  }

  /** Sends a creation, whatever comes of it. */
  async create(
    resource: Resource,
    body: JsonObject,
    within: Key,
    options: SubjectOptions = {},
  ): Promise<Seen> {
    const { intent = 'valid', ...others } = options
    return seenIn(await this.#parts.call({ ...this.creation(resource, body, within), intent }, others))
  }

  /** What a creation has made; null where it was not accepted, or answered with what is not the run's. */
  madeBy(resource: Resource, seen: Seen, sent: JsonObject, within: Key): Subject | null {
    const pool = this.#pool(resource)
    const key = pool.keyIn(seen.exchange, within)
    return key === null ? null : new Subject(resource, key, seen, sent, this.#parts)
  }

  /** The key of something that one of the resource can stand below; "" where it stands below none. */
  async parentFor(resource: Resource): Promise<Key> {
    const { contract } = this.#parts.session
    const operation = this.operation(resource, 'create')
    const last = operation.parameters.filter((one) => one.in === 'path').at(-1)
    if (last === undefined) return ''
    const parent = last.resource === null ? undefined : contract.resources.get(last.resource)
    if (parent === undefined || parent.name === resource.name)
      throw new NotRun(
        `nothing says which resource {${last.name}} of ${operation.path} names: say so at the parameter's "resource"`,
      )
    return (await this.make(parent)).key
  }

  /** Lets some be made although what was made could not be removed by the contract's own operation. */
  unblock(resource: Resource): void {
    this.#pool(resource).unblock()
  }

  /** Takes over one that a refused request has made: it is to be removed. */
  adopt(resource: Resource, key: Key): void {
    const pool = this.#pool(resource)
    if (pool.found(key)) ownedBy(this.#parts.owned, pool).push(key)
  }

  /** What an exchange shows. */
  seen(exchange: Exchange): Seen {
    return seenIn(exchange)
  }

  /** Sends a request as it is, without a look at whose what it names is: for what can only be the run's own. */
  async raw(request: Request, options: SendOptions = {}): Promise<Seen> {
    return seenIn(await this.#parts.session.send(request, options))
  }

  #pool(resource: Resource): Pool {
    const pool = this.#parts.resources.pools.get(resource.name)
    if (pool === undefined)
      throw new NotRun(`no operation of the contract makes ${resource.name}: name it in the resource's life`)
    return pool
  }

  async #only(resource: Resource): Promise<Subject> {
    const singleton = this.#parts.resources.singletons.get(resource.name)
    if (singleton === undefined) throw new Error(`no singleton ${resource.name}`)
    const seen = await readOnly(singleton)
    if (!seen.accepted)
      throw new Inconclusive(`the ${resource.title} could not be read: ${describeResponse(seen.exchange)}`)
    return new Subject(resource, '', seen, {}, this.#parts)
  }
}

/** What a read of what there is one of shows, less what the contract does not speak of. */
async function readOnly(singleton: Singleton): Promise<Seen> {
  const seen = seenIn(await singleton.read())
  return { ...seen, body: named(singleton.shown, seen.body) as JsonObject }
}

function operationFor({ contract }: Session, resource: Resource, act: Act): Operation {
  const operation = lifeOf(contract, resource, act)
  if (operation === null) throw new NotRun(`no operation of the contract is the ${act} of ${resource.name}`)
  return operation
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

function seenIn(exchange: Exchange): Seen {
  const accepted = isAccepted(exchange)
  const body = bodyOf(exchange)
  return { exchange, accepted, body: accepted && body.ok ? acceptedBody(exchange) : {} }
}
