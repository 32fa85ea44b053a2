// A collection: the resources of one kind as a suite works with them.
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { applyOverlay, type Contract, type Operation, type Resource } from '../../contract/index.ts'
import { type Attempt, Inconclusive, NotRun, orElse } from '../../oracle/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Intent, Request } from '../requests/request.ts'
import { lifeOf, nameIn } from '../resources/kind.ts'
import type { Pool } from '../resources/pool.ts'
import { membersOf, set } from './bodies.ts'
import type { Current, Driver, StateMember } from './driver.ts'
import type { Seen, Subject } from './subject.ts'
import type { Subjects } from './subjects.ts'

/** What a creation came to. */
export interface Creation extends Seen {
  /** Null where the tenant did not accept it, or answered with what is not the run's. */
  readonly subject: Subject | null
}

export interface CollectionParts<D extends Driver> {
  readonly resource: Resource
  readonly driver: D
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly subjects: Subjects
  readonly pool: Pool
  /** Which members are shown truly; found out by the first that asks. */
  readonly telling: () => Promise<ReadonlySet<string>>
}

export class Collection<D extends Driver = Driver> {
  readonly resource: Resource
  /** What the contract's driver knows of them, such as values of their members. */
  readonly values: D
  readonly #parts: CollectionParts<D>

  constructor(parts: CollectionParts<D>) {
    this.resource = parts.resource
    this.values = parts.driver
    this.#parts = parts
  }

  /** Whether a driver says what may be sent; where none does the schema alone decides. */
  get isDriven(): boolean {
    return this.values.changes !== undefined
  }

  /** The member that holds the state, where a creation takes it. */
  get stateAtCreation(): StateMember | null {
    const { state } = this
    if (state === null || this.isDriven) return state
    const request = lifeOf(this.#parts.contract, this.resource, 'create')?.request ?? null
    return membersOf(request).includes(state.member) ? state : null
  }

  /** The members that an update may change, the name first: not the states of which not every one may become any other. */
  get settable(): readonly string[] {
    const { serverSet, states, nameAt } = this.resource
    const { contract, knowledge } = this.#parts
    const request = this.#changing()?.request ?? lifeOf(contract, this.resource, 'create')?.request ?? {}
    const members = membersOf(applyOverlay(request, knowledge.overlay, 'request')).filter(
      (member) => !serverSet.has(`/${member}`) && states.get(`/${member}`)?.transitions == null,
    )
    return members.toSorted((one, other) => Number(`/${other}` === nameAt) - Number(`/${one}` === nameAt))
  }

  /** The member that holds the state; null where it is not known. */
  get state(): StateMember | null {
    return this.#parts.subjects.stateOf(this.resource)
  }

  /** Valid updates of one member each, to values that it does not have, where there are others. */
  changes(current: Current, pick = 0): readonly JsonObject[] {
    const { changes } = this.values
    if (changes !== undefined) return changes.call(this.values, current, pick)
    const operation = this.#changing()
    if (operation === null) return []
    const { bodies } = this.#parts.subjects
    const { state } = this
    return this.settable.flatMap((member) => {
      if (member === state?.member) {
        const other = state.values.find(
          (value) => current.state !== null && !current.mayBe({ [member]: value }),
        )
        return other === undefined ? [] : [{ [member]: other }]
      }
      const { [member]: value } = bodies.of(operation, this.resource)
      return value === undefined ? [] : [{ [member]: value }]
    })
  }

  /** Updates one after another, of one member each. */
  updates(): readonly ((current: Current) => JsonObject)[] {
    const made = this.values.updates?.()
    if (made !== undefined) return made
    return this.settable.map(
      (member) => (current) => this.changes(current).find((body) => member in body) ?? {},
    )
  }

  /** Updates that are invalid in one member, beside others that would change something. */
  invalid(current: Current): readonly JsonObject[] {
    return this.values.invalid?.(current) ?? this.spoilt(current)
  }

  /** Sets the state. Throws NotRun where nothing says which member holds it. */
  inState(state: Json): JsonObject {
    if (this.state === null) throw new NotRun(`nothing says which state the ${this.resource.title} has`)
    return { [this.state.member]: state }
  }

  /** Sets the name; empty where it has none. */
  named(name: string): JsonObject {
    const { nameAt } = this.resource
    return nameAt === null ? {} : set({}, nameAt, name)
  }

  /** Updates of those in sequences that are invalid in one member. */
  spoilt(current: Current, pick = 0): readonly JsonObject[] {
    return this.values.spoilt?.(current, pick) ?? []
  }

  /** The body with another name, as a name may have to be unique. */
  renamed(body: JsonObject): JsonObject {
    const { nameAt } = this.resource
    if (nameAt === null || nameIn({ resource: this.resource }, body) === undefined) return body
    const name = nameIn({ resource: this.resource }, this.body())
    return name === undefined ? body : set(body, nameAt, name)
  }

  /** A request that updates one. */
  update(key: Key, body: Json): Request {
    const { contract, subjects } = this.#parts
    return operationRequest(contract, subjects.operation(this.resource, 'update'), key, body)
  }

  /** A request that shows one and changes nothing. Throws NotRun where the contract has none. */
  reading(key: Key): Request {
    return this.#parts.subjects.reading(this.resource, key)
  }

  /** What an exchange shows of one. */
  seen(exchange: Attempt): Seen {
    return this.#parts.subjects.seen(this.resource, exchange)
  }

  #changing(): Operation | null {
    const { contract } = this.#parts
    return lifeOf(contract, this.resource, 'update') ?? lifeOf(contract, this.resource, 'replace')
  }

  /** The body of a valid creation, another one with each call. */
  body(overrides: JsonObject = {}): JsonObject {
    const { subjects } = this.#parts
    return subjects.bodies.of(subjects.operation(this.resource, 'create'), this.resource, { overrides })
  }

  /** A request that creates one, for resources that stand below no others. */
  creation(body: JsonObject = this.body()): Request {
    return this.#parts.subjects.creation(this.resource, body, '')
  }

  /** A new one. Throws Inconclusive where the tenant makes none. */
  async make(overrides?: JsonObject): Promise<Subject> {
    const { subjects, telling } = this.#parts
    return subjects.make(this.resource, () => this.body(overrides), undefined, await telling())
  }

  /**
   * One of the run's, whatever it holds: one that another check has left, or else a new one. What showed it first is a read or its creation.
   * @throws Inconclusive where the tenant makes none
   */
  async any(): Promise<Subject> {
    const { subjects, telling } = this.#parts
    const known = await telling()
    const subject = (await subjects.borrowed(this.resource, known)) ?? (await this.make())
    // A check that takes any speaks of what it sends itself: who was first must not change what it says.
    subject.takeAsItIs()
    subjects.lend(subject)
    return subject
  }

  /** Sends a creation, valid unless told otherwise, whatever comes of it. */
  async create(overrides: JsonObject = {}, intent: Intent = 'valid'): Promise<Creation> {
    const { subjects, telling } = this.#parts
    const within = await subjects.parentFor(this.resource)
    const sent = this.body(overrides)
    const seen = await subjects.create(this.resource, sent, within, { intent })
    const known = await telling()
    const subject = subjects.madeBy(this.resource, seen, sent, within, known)
    return { ...seen, telling: known, set: subject?.set ?? {}, subject }
  }

  /** Those that the tenant lists. Throws NotRun where nothing lists them. */
  list(): Promise<{ readonly exchange: Attempt; readonly items: readonly JsonObject[] }> {
    return this.#parts.pool.list()
  }

  /** How a list shows each of those; null for one that is not on it, and for all where nothing lists them. */
  async listed(subjects: readonly Subject[]): Promise<readonly (Seen | null)[]> {
    const listing = subjects.length === 0 ? null : await this.list().catch(orElse(null))
    return subjects.map((subject) => {
      const body = listing?.items.find((item) => String(at(item, this.resource.id)) === subject.id)
      return listing === null || body === undefined
        ? null
        : { ...subject.first, exchange: listing.exchange, accepted: true, body, set: subject.set }
    })
  }

  /** Takes over one that a refused request made: it is to be removed. */
  adopt(id: string): void {
    this.#parts.subjects.adopt(this.resource, id)
  }

  /** Whether one that the run makes can be removed again. */
  get removable(): boolean {
    return this.#parts.pool.removable
  }

  /** Those are still there, as far as the run knows: a premise. @throws Inconclusive where one was removed to make room */
  async assumeKept(keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.#parts.pool.room.about(key, async () => undefined)
  }

  /** Whether it is still there, as far as the run knows. */
  isKept({ key }: Pick<Subject, 'key'>): boolean {
    return this.#parts.pool.isOpen(key)
  }

  /** Keeps one from being removed to make room: something waits for what it does. */
  pin(key: Key): void {
    this.#parts.pool.room.pin(key)
  }

  /** Removes some of the check before it ends. */
  remove(subjects: readonly Pick<Subject, 'key'>[]): Promise<void> {
    return this.#parts.pool.remove(subjects.map(({ key }) => key))
  }

  /**
   * Removes some of the check: a premise.
   * @throws Inconclusive where one of them is still there, or may be
   */
  async assumeRemoved(subjects: readonly Pick<Subject, 'key'>[]): Promise<void> {
    const { pool } = this.#parts
    await this.remove(subjects)
    const left = subjects.find(({ key }) => pool.isOpen(key))
    if (left !== undefined)
      throw new Inconclusive(`the ${this.resource.title} could not be removed: ${pool.reasonFor(left.key)}`)
  }

  /** Throws NotRun where none may be made, or none can. */
  permit(): void {
    this.#parts.pool.permit()
  }
}
