// The object that suites use to create, change and list the resources of one kind.
import { type Json, type JsonObject, withMember } from '../../base/json.ts'
import {
  type Contract,
  idOfItem,
  type Operation,
  type Resource,
  resolvedSchema,
} from '../../contract/index.ts'
import { type Attempt, Inconclusive, NotRun, orElse } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Intent, Request } from '../requests/request.ts'
import { lifeOf, nameIn } from '../resources/kind.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import { drawnUpdates } from './drawn-updates.ts'
import { membersOf, settableMembers } from './request-members.ts'
import type { Current, ResourceAdapter, StateMember } from './resource-adapter.ts'
import type { ResourceFactory } from './resource-factory.ts'
import type { ResourceResponse } from './resource-response.ts'
import type { ResourceUnderTest } from './resource-under-test.ts'

export interface Creation extends ResourceResponse {
  /** Null if the tenant refused the creation, or if the run cannot prove that it created the resource. */
  readonly subject: ResourceUnderTest | null
}

export interface ResourceClientParts<D extends ResourceAdapter> {
  readonly resource: Resource
  readonly adapter: D
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly subjects: ResourceFactory
  readonly pool: ResourceTracker
  /** Returns the observable members. The first call determines them. */
  readonly telling: () => Promise<ReadonlySet<string>>
}

export class ResourceClient<D extends ResourceAdapter = ResourceAdapter> {
  readonly resource: Resource
  readonly values: D
  readonly #parts: ResourceClientParts<D>

  constructor(parts: ResourceClientParts<D>) {
    this.resource = parts.resource
    this.values = parts.adapter
    this.#parts = parts
  }

  get hasAdapter(): boolean {
    return this.values.changes !== undefined
  }

  /** The member with the state. Null if there is none, or if creations do not accept it. */
  get stateAtCreation(): StateMember | null {
    const { state } = this
    if (state === null || this.hasAdapter) return state
    const request = lifeOf(this.#parts.contract, this.resource, 'create')?.request ?? null
    return membersOf(request).includes(state.member) ? state : null
  }

  /** The members that an update can set, the name first. */
  get settable(): readonly string[] {
    const { contract, knowledge } = this.#parts
    const request = this.#changing()?.request ?? lifeOf(contract, this.resource, 'create')?.request ?? {}
    return settableMembers(resolvedSchema(request, knowledge.schemaAnswers, 'request'), this.resource)
  }

  get state(): StateMember | null {
    return this.#parts.subjects.stateOf(this.resource)
  }

  /** Returns updates of one member each. */
  changes(current: Current, pick = 0): readonly JsonObject[] {
    const { changes } = this.values
    if (changes !== undefined) return changes.call(this.values, current, pick)
    const operation = this.#changing()
    if (operation === null) return []
    const { settable: members, state } = this
    const { bodies } = this.#parts.subjects
    return drawnUpdates(current, pick, { operation, resource: this.resource, members, state, bodies })
  }

  updates(): readonly ((current: Current) => JsonObject)[] {
    return (
      this.values.updates?.() ??
      this.settable.map((member) => (current) => this.changes(current).find((body) => member in body) ?? {})
    )
  }

  invalid(current: Current): readonly JsonObject[] {
    return this.values.invalid?.(current) ?? this.spoilt(current)
  }

  /** @throws NotRun if the resource has no state that may change to any other state */
  inState(state: Json): JsonObject {
    if (this.state === null) throw new NotRun(`no state of the ${this.resource.title} is declared`)
    return { [this.state.member]: state }
  }

  named(name: string): JsonObject {
    const { nameAt } = this.resource
    return nameAt === null ? {} : withMember({}, nameAt, name)
  }

  spoilt(current: Current, pick = 0): readonly JsonObject[] {
    return this.values.spoilt?.(current, pick) ?? []
  }

  renamed(body: JsonObject): JsonObject {
    const { nameAt } = this.resource
    if (nameAt === null || nameIn({ resource: this.resource }, body) === undefined) return body
    const name = nameIn({ resource: this.resource }, this.body())
    return name === undefined ? body : withMember(body, nameAt, name)
  }

  /** True if reads and updates need credentials. */
  get authenticated(): boolean {
    const read = lifeOf(this.#parts.contract, this.resource, 'read')
    return this.#changing()?.authenticated === true && read?.authenticated !== false
  }

  update(key: Key, body: Json): Request {
    const { contract, subjects } = this.#parts
    return operationRequest(contract, subjects.operation(this.resource, 'update'), key, body)
  }

  /**
   * Returns a request that reads the resource and changes nothing.
   * @throws NotRun if the contract has no such operation
   */
  reading(key: Key): Request {
    return this.#parts.subjects.reading(this.resource, key)
  }

  seen(exchange: Attempt): ResourceResponse {
    return this.#parts.subjects.seen(this.resource, exchange)
  }

  #changing(): Operation | null {
    const { contract } = this.#parts
    return lifeOf(contract, this.resource, 'update') ?? lifeOf(contract, this.resource, 'replace')
  }

  body(overrides: JsonObject = {}): JsonObject {
    const { subjects } = this.#parts
    return subjects.bodies.of(subjects.operation(this.resource, 'create'), this.resource, { overrides })
  }

  creation(body: JsonObject = this.body()): Request {
    return this.#parts.subjects.creation(this.resource, body, '')
  }

  /** @throws Inconclusive if the tenant creates no resource */
  async make(overrides?: JsonObject): Promise<ResourceUnderTest> {
    const { subjects, telling } = this.#parts
    return subjects.make(this.resource, () => this.body(overrides), undefined, await telling())
  }

  /**
   * Returns a resource that another check lent, or a new one. Its values are arbitrary.
   * @throws Inconclusive if the tenant creates no resource
   */
  async any(): Promise<ResourceUnderTest> {
    const { subjects, telling } = this.#parts
    const known = await telling()
    const subject = (await subjects.borrowed(this.resource, known)) ?? (await this.make())
    // Without this call, the verdict would depend on the order of checks.
    subject.takeAsItIs()
    subjects.lend(subject)
    return subject
  }

  async create(overrides: JsonObject = {}, intent: Intent = 'valid'): Promise<Creation> {
    const { subjects, telling } = this.#parts
    const within = await subjects.keys.parentFor(this.resource)
    const sent = this.body(overrides)
    const seen = await subjects.create(this.resource, sent, within, { intent })
    const known = await telling()
    const subject = subjects.madeBy(this.resource, seen, sent, within, known)
    return { ...seen, telling: known, set: subject?.set ?? {}, subject }
  }

  /** @throws NotRun if no operation lists the resources */
  list(): Promise<{ readonly exchange: Attempt; readonly items: readonly JsonObject[] }> {
    return this.#parts.pool.list()
  }

  /**
   * Returns null for each resource that the list does not contain, and for all if the list cannot be read.
   */
  async listed(subjects: readonly ResourceUnderTest[]): Promise<readonly (ResourceResponse | null)[]> {
    const listing = subjects.length === 0 ? null : await this.list().catch(orElse(null))
    return subjects.map((subject) => {
      const body = listing?.items.find((item) => idOfItem(item, this.resource) === subject.id)
      return listing === null || body === undefined
        ? null
        : { ...subject.first, exchange: listing.exchange, accepted: true, body, set: subject.set }
    })
  }

  /** Tracks a resource that a refused request created, so that the run removes it. */
  adopt(id: string): void {
    this.#parts.subjects.adopt(this.resource, id)
  }

  get removable(): boolean {
    return this.#parts.pool.removable
  }

  /**
   * Tests the precondition that the run still has these resources. Records no evidence.
   * @throws Inconclusive if the run removed one of the resources to make room
   */
  async assumeKept(keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.#parts.pool.room.about(key, async () => undefined)
  }

  isKept({ key }: Pick<ResourceUnderTest, 'key'>): boolean {
    return this.#parts.pool.isOpen(key)
  }

  pin(key: Key): void {
    this.#parts.pool.room.pin(key)
  }

  remove(subjects: readonly Pick<ResourceUnderTest, 'key'>[]): Promise<void> {
    return this.#parts.pool.remove(subjects.map(({ key }) => key))
  }

  /**
   * Removes the resources as a precondition of a check. Records no evidence.
   * @throws Inconclusive if a resource may still exist
   */
  async assumeRemoved(subjects: readonly Pick<ResourceUnderTest, 'key'>[]): Promise<void> {
    const { pool } = this.#parts
    await this.remove(subjects)
    const left = subjects.find(({ key }) => pool.isOpen(key))
    if (left !== undefined)
      throw new Inconclusive(`the ${this.resource.title} could not be removed: ${pool.reasonFor(left.key)}`)
  }

  /** @throws NotRun if the run must not create a resource, or cannot create or remove one */
  permit(): void {
    this.#parts.pool.permit()
  }
}
