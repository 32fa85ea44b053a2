// Creates the resources of a check, and the bodies of its requests.
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Act, Operation, Resource } from '../../contract/index.ts'
import { type Attempt, NotRun, notAccepted } from '../../oracle/index.ts'
import { fixtureName } from '../../profile/index.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import { type OwnedKeys, ownedBy } from '../resources/owned-keys.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Singleton } from '../resources/singletons/singleton.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { BodyFacts } from './accepted-bodies.ts'
import { type Existing, PathKeys } from './path-keys.ts'
import { Bodies, type Referenced, type Taken } from './request-bodies.ts'
import type { ResourceAdapters, StateMember } from './resource-adapter.ts'
import { type PlainResponse, plainIn, type ResourceResponse, seenIn } from './resource-response.ts'
import { asked, operationFor, type RequestOptions, ResourceUnderTest } from './resource-under-test.ts'

export interface SubjectsParts {
  readonly session: Session
  readonly resources: {
    readonly adapters: ResourceAdapters
    readonly pools: ReadonlyMap<string, ResourceTracker>
    readonly singletons: ReadonlyMap<string, Singleton>
    readonly taken: Taken
    readonly referenced: Referenced
    readonly bodyFacts: BodyFacts
    readonly existing: Existing
  }
  readonly call: (request: Request, options?: SendOptions) => Promise<Attempt>
  readonly owned: OwnedKeys
  readonly seed: number
  readonly options: SendOptions
}

const nothing: ReadonlySet<string> = new Set()

export class ResourceFactory {
  readonly bodies: Bodies
  readonly keys: PathKeys
  readonly #parts: SubjectsParts
  readonly #unblocked = new Set<string>()

  constructor(parts: SubjectsParts) {
    this.#parts = parts
    const { session, resources, options } = parts
    this.bodies = new Bodies(session, resources, parts.seed)
    const make = async (resource: Resource): Promise<Key> => (await this.make(resource)).key
    this.keys = new PathKeys({ session, options, existing: resources.existing, make })
  }

  resourceOf(operation: Operation): Resource {
    const resource = this.#parts.session.contract.resources.get(operation.resource)
    if (resource === undefined)
      throw new NotRun(`the contract does not describe ${operation.resource}`, 'specification')
    return resource
  }

  /** @throws NotRun if the contract does not define the operation */
  operation(resource: Resource, act: Act): Operation {
    return operationFor(this.#parts.session, resource, act)
  }

  /** Returns null if no state may change to any other state. */
  stateOf(resource: Resource): StateMember | null {
    const adapter = this.#parts.resources.adapters.named(resource.name)
    if (adapter.state !== undefined) return adapter.state()
    for (const [pointer, { values, transitions }] of resource.states) {
      const [first, second, ...others] = values
      if (transitions === null && first !== undefined && second !== undefined)
        return { member: pointer.slice(1), values: [first, second, ...others] }
    }
    return null
  }

  /**
   * Creates a resource and its parents, or returns the singleton.
   * @param body the body, or a function that returns a new body for each attempt. Default: a valid body
   * @throws Inconclusive if the tenant creates no resource
   */
  async make(
    resource: Resource,
    body?: JsonObject | (() => JsonObject),
    within?: Key,
    telling = nothing,
  ): Promise<ResourceUnderTest> {
    if (resource.singleton) return this.#only(resource)
    const pool = this.#pool(resource)
    const parent = within ?? (await this.keys.parentFor(resource))
    const options = { unblocked: this.#unblocked.has(resource.name) }
    pool.permit(options)
    const { request, made } = await pool.make(
      () => this.creation(resource, typeof body === 'function' ? body() : body, parent),
      ownedBy(this.#parts.owned, pool),
      options,
    )
    return this.#subject(resource, made.id, made.created, request, telling)
  }

  async borrowed(resource: Resource, telling: ReadonlySet<string>): Promise<ResourceUnderTest | null> {
    const pool = this.#pool(resource)
    const key = pool.borrow(ownedBy(this.#parts.owned, pool))
    if (key === null) return null
    const attempt = await this.#parts.call(this.reading(resource, key))
    if (!attempt.accepted) return null
    return this.#subject(resource, key, attempt, {}, telling)
  }

  lend({ resource, key }: ResourceUnderTest): void {
    this.#pool(resource).lend(key)
  }

  /** @throws NotRun if no operation reads the resource */
  reading(resource: Resource, key: Key): Request {
    const { contract } = this.#parts.session
    const operation = lifeOf(contract, resource, 'read')
    const { readBy } = resource
    return operation === null && readBy !== null
      ? operationRequest(contract, this.operation(resource, 'update'), key, readBy.body)
      : operationRequest(contract, operation ?? this.operation(resource, 'read'), key, undefined)
  }

  creation(resource: Resource, body: JsonObject | undefined, within: Key): Request {
    const operation = this.operation(resource, 'create')
    const sent = body ?? this.bodies.of(operation, resource)
    return operationRequest(this.#parts.session.contract, operation, within, sent)
  }

  async create(
    resource: Resource,
    body: JsonObject,
    within: Key,
    options: RequestOptions = {},
  ): Promise<ResourceResponse> {
    const request = asked(this.creation(resource, body, within), options)
    return this.seen(resource, await this.#parts.call(request, options))
  }

  /** Returns null without a proof that the run created the resource. */
  madeBy(
    resource: Resource,
    { exchange }: Pick<ResourceResponse, 'exchange'>,
    sent: JsonObject,
    within: Key,
    telling = nothing,
  ): ResourceUnderTest | null {
    if (!exchange.accepted) return null
    const key = this.#pool(resource).keyIn(exchange, within)
    return key === null ? null : this.#subject(resource, key, exchange, { body: sent }, telling)
  }

  idsOf(resource: Resource): readonly string[] {
    return this.#pool(resource).ids
  }

  unblock(resource: Resource): void {
    if (this.#pool(resource).failsToRemove) this.#unblocked.add(resource.name)
  }

  async lookByFixture({ resource, key }: ResourceUnderTest): Promise<ResourceResponse | null> {
    const { session, options } = this.#parts
    const name = fixtureName(resource, 'read')
    const fixture = fixtureOf(session, name)
    if (fixture === undefined) return null
    const request = fixtureRequest(name, fixture, { id: key, unique: session.marker }, 'none')
    return this.seen(resource, await session.send({ ...request, intent: 'probe' }, options))
  }

  adopt(resource: Resource, key: Key): void {
    const pool = this.#pool(resource)
    if (pool.found(key)) ownedBy(this.#parts.owned, pool).push(key)
  }

  seen(resource: Resource, exchange: Attempt): ResourceResponse {
    return seenIn(this.#parts.session, resource, exchange)
  }

  /** Skips the proof of ownership. The request must not change another client's resource. */
  async raw(request: Request, options: SendOptions = {}): Promise<PlainResponse> {
    return plainIn(await this.#parts.session.send(request, { ...this.#parts.options, ...options }))
  }

  #subject(
    resource: Resource,
    key: Key,
    first: Attempt,
    { body }: Pick<Request, 'body'>,
    telling: ReadonlySet<string>,
  ): ResourceUnderTest {
    const { session, call } = this.#parts
    const sent = isObject(body) ? body : undefined
    return new ResourceUnderTest(resource, key, first, sent, {
      session,
      call,
      telling,
      pool: this.#parts.resources.pools.get(resource.name),
      state: () => this.stateOf(resource),
      ...(resource.singleton ? { readSingleton: (options) => this.#readSingleton(resource, options) } : {}),
    })
  }

  #pool(resource: Resource): ResourceTracker {
    const pool = this.#parts.resources.pools.get(resource.name)
    if (pool === undefined)
      throw new NotRun(
        `no operation of the contract creates ${resource.name}: add the operation, and name it as "create" in "life" of ${resource.name}`,
        'specification',
      )
    return pool
  }

  async #only(resource: Resource): Promise<ResourceUnderTest> {
    const first = await this.#readSingleton(resource)
    if (!first.accepted) throw notAccepted(`the ${resource.title} could not be read`, first)
    return this.#subject(resource, '', first, {}, nothing)
  }

  #readSingleton({ name, life }: Resource, options: SendOptions = {}): Promise<Attempt> {
    const { session, resources, call } = this.#parts
    const reading = session.contract.operations.get(life.read ?? '')
    if (reading !== undefined)
      return call(operationRequest(session.contract, reading, '', undefined), options)
    const singleton = resources.singletons.get(name)
    if (singleton === undefined) throw new NotRun(`the run has no request that reads ${name}`)
    return singleton.read({ ...this.#parts.options, ...options })
  }
}
