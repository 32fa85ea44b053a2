// A resource of the run that checks read, change and compare.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Act, Operation, Resource } from '../../contract/index.ts'
import { type Attempt, Inconclusive, NotRun, notAccepted, updated } from '../../oracle/index.ts'
import { depthOf, idOf, type Key, operationRequest, parentOf } from '../requests/operation-request.ts'
import type { Intent, Request } from '../requests/request.ts'
import type { Identity } from '../resources/changes.ts'
import { lifeOf } from '../resources/kind.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { Current, StateMember } from './resource-adapter.ts'
import { hasBody, type ResourceResponse, seenIn } from './resource-response.ts'

export interface RequestOptions extends SendOptions {
  readonly intent?: Intent
  readonly mediaType?: string
  readonly refusal?: Request['refusal']
  readonly write?: Write
}

export type Write = (request: Request) => Request

export interface ResourceUnderTestParts {
  readonly session: Session
  readonly call: (request: Request, options?: SendOptions) => Promise<Attempt>
  readonly state: () => StateMember | null
  readonly telling: ReadonlySet<string>
  readonly pool?: ResourceTracker | undefined
  readonly readSingleton?: (options: SendOptions) => Promise<Attempt>
}

export class ResourceUnderTest implements Current {
  readonly resource: Resource
  readonly key: Key
  readonly first: ResourceResponse
  readonly #parts: ResourceUnderTestParts
  readonly #identity: Identity | undefined
  #set: JsonObject
  /** The members of `#set` that responses must contain. */
  #setSince: JsonObject
  #last: ResourceResponse

  /** @param sent the body of the creation */
  constructor(
    resource: Resource,
    key: Key,
    first: Attempt,
    sent: Json | undefined,
    parts: ResourceUnderTestParts,
  ) {
    this.resource = resource
    this.key = key
    this.#parts = parts
    this.#identity = parts.pool?.identityOf(key)
    this.#set = isObject(sent) ? this.#settable(sent) : {}
    this.#setSince = this.#set
    this.first = this.#seen(first)
    this.#last = this.first
  }

  get set(): JsonObject {
    return this.#set
  }

  get last(): ResourceResponse {
    return this.#last
  }

  /** Includes changes by other checks, because checks share singletons. */
  get latest(): ResourceResponse {
    const { request, id } = this.#last.exchange
    const change = this.#parts.session.history.latest(request.url)
    return change !== undefined && change.id > id ? this.#seen(change) : this.#last
  }

  get created(): Attempt {
    return this.first.exchange
  }

  get id(): string {
    return idOf(this.key, this.#depth)
  }

  get parent(): Key {
    return parentOf(this.key, this.#depth)
  }

  get #depth(): number {
    return depthOf(this.#parts.session.contract, this.resource.name)
  }

  get telling(): ReadonlySet<string> {
    return this.#parts.telling
  }

  /** The state in the last response. If the response contains no state, the state that a request set last. */
  get state(): Json | null {
    const state = this.#parts.state()
    if (state === null) return null
    const { member, values } = state
    const known = [this.#last.body[member], this.#set[member]].find((value) =>
      values.some((one) => equal(one, value)),
    )
    return known ?? null
  }

  /** @throws NotRun if the resource has no state that may change to any other state */
  get otherState(): Json {
    const state = this.#parts.state()
    if (state === null) throw new NotRun(`no state of the ${this.resource.title} is declared`)
    const [first, second] = state.values
    const now = this.state ?? first
    return equal(now, first) ? second : first
  }

  /** After this call, checks compare responses only with values that are set later. */
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
   * Reads the resource as a precondition. If the contract has no read, uses a fixture, or the operation that
   * `readBy` names.
   * @throws Inconclusive if the tenant refuses the request
   */
  async read(): Promise<ResourceResponse> {
    const seen = await this.look()
    if (seen.accepted) return seen
    throw notAccepted(`the ${this.resource.title} could not be read`, seen.exchange)
  }

  /** Reads the resource. Returns the response even if the tenant refuses the request. */
  async look(options: RequestOptions = {}): Promise<ResourceResponse> {
    const { contract } = this.#parts.session
    if (this.#parts.readSingleton !== undefined && lifeOf(contract, this.resource, 'read') === null)
      return this.#seen(await this.#parts.readSingleton(options))
    const { readBy } = this.resource
    const update = readBy === null ? undefined : contract.operations.get(readBy.operation)
    return lifeOf(contract, this.resource, 'read') === null && readBy !== null && update !== undefined
      ? this.sendTo(update, isObject(readBy.body) ? readBy.body : {}, options)
      : this.send('read', undefined, options)
  }

  update(body: JsonObject, options: RequestOptions = {}): Promise<ResourceResponse> {
    return this.send('update', body, options)
  }

  /**
   * Sends the request that must precede the deletion. A check calls this method first to judge only the
   * deletion.
   */
  async prepareDeletion(): Promise<void> {
    await this.#parts.pool?.prepareDeletion(this.key)
  }

  async send(act: Act, body?: JsonObject, options: RequestOptions = {}): Promise<ResourceResponse> {
    return this.sendTo(operationFor(this.#parts.session, this.resource, act), body, options)
  }

  async sendTo(
    operation: Operation,
    body?: JsonObject,
    options: RequestOptions = {},
  ): Promise<ResourceResponse> {
    const { contract } = this.#parts.session
    const request = asked(operationRequest(contract, operation, this.key, body), options)
    const isOpen = this.#parts.pool?.isOpen(this.key) === true
    this.#assumeItself()
    const attempt = await this.#parts.call(request, options)
    if (attempt.accepted && !isOpen) await this.#parts.pool?.mistake(this.key)
    this.#assumeItself()
    if (!attempt.accepted) return this.#seen(attempt)
    if (body !== undefined && operation.act !== 'other') {
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

  /** @throws Inconclusive if the tenant gave the id to another resource */
  #assumeItself(): void {
    const { pool } = this.#parts
    const [was, is] = [this.#identity, pool?.identityOf(this.key)]
    const another = was?.lives !== is?.lives
    if (another || (was?.mistaken !== is?.mistaken && pool?.isOpen(this.key)))
      throw new Inconclusive(
        `the tenant gave the id of ${another ? 'this' : 'a removed'} ${this.resource.title} to a new ${this.resource.title}: responses for this id prove nothing about ${another ? 'the removed' : 'this'} ${this.resource.title}`,
        'specification',
      )
  }

  #settable(body: JsonObject): JsonObject {
    const { serverSet } = this.resource
    return Object.fromEntries(Object.entries(body).filter(([member]) => !serverSet.has(`/${member}`)))
  }

  #seen(attempt: Attempt): ResourceResponse {
    const { session, telling } = this.#parts
    return seenIn(session, this.resource, attempt, this.#setSince, telling)
  }
}

export function asked(
  request: Request,
  { intent = 'valid', mediaType, refusal, write }: RequestOptions,
): Request {
  const plain = {
    ...{ ...request, intent },
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(refusal === undefined ? {} : { refusal }),
  }
  return write === undefined ? plain : write(plain)
}

export function operationFor({ contract }: Session, resource: Resource, act: Act): Operation {
  const operation = lifeOf(contract, resource, act)
  if (operation === null)
    throw new NotRun(
      `the contract names no operation as "${act}" in "life" of ${resource.name}`,
      'specification',
    )
  return operation
}
