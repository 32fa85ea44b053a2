// Answers requests as the contract requires, except for the behaviour that mutations change.
import { isObject, type JsonObject, withoutMember } from '../base/json.ts'
import type { Contract, Resource, Schema } from '../contract/index.ts'
import { operationOf } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import { bodyIn, validMembers } from './body.ts'
import { asDocumented } from './documented.ts'
import { requireCurrent } from './entity-tag.ts'
import { requireAllowed, requireConstraints } from './entries/entry-constraints.ts'
import { createEntry, withServerSet, withShown } from './entries/new-entry.ts'
import { type Entry, Store } from './entries/store.ts'
import { updatedBody } from './entries/updated-body.ts'
import { removedBy } from './json-patch.ts'
import { Tasks } from './later/accepted.ts'
import { requireStep, takeStep } from './later/before-deletion.ts'
import { superseding, upserted } from './later/replacements.ts'
import type { StubRequest, StubResponse } from './message.ts'
import type { Mutation } from './mutation.ts'
import { requireParameters } from './parameters.ts'
import { Refused, refusal } from './refusal.ts'
import { propertiesOf } from './response-body.ts'
import { otherValues, Responses, withSession } from './responses.ts'
import type { Security } from './security.ts'
import { refusalOf, type Tokens } from './tokens.ts'
import { drawn } from './value.ts'

export class Api {
  readonly #contract: Contract
  readonly #mutations: readonly Mutation[]
  readonly #tokens: Tokens | null
  readonly #security: Security | null
  readonly #store: Store
  readonly #tasks: Tasks
  readonly #responses: Responses

  constructor(
    contract: Contract,
    mutations: readonly Mutation[],
    tokens: Tokens | null,
    security: Security | null,
  ) {
    this.#contract = contract
    this.#mutations = mutations
    this.#tokens = tokens
    this.#security = security
    this.#store = new Store(contract)
    this.#tasks = new Tasks(contract)
    this.#responses = new Responses(contract, mutations, this.#tasks)
    for (const resource of contract.resources.values())
      if (resource.singleton) this.#store.add(defaultEntry(resource, contract))
  }

  async answer(incoming: StubRequest): Promise<StubResponse> {
    const response = await this.#answer(incoming)
    return withSession(asDocumented(response, incoming), response.session)
  }

  task(id: string): StubResponse {
    return this.#tasks.shown(id, null) ?? { status: 404 }
  }

  async #answer(incoming: StubRequest): Promise<StubResponse> {
    const { operation, breaks } = incoming
    let entry: Entry | null = null
    try {
      const reason = await this.#refusalOf(incoming)
      if (reason !== null) throw new Refused(reason)
      const task = this.#tasks.shown(incoming.named.id, operation)
      if (task !== null) return task
      entry = this.#named(incoming)
      requireParameters(incoming)
      const body = bodyIn(incoming, entry, this.#contract, this.#mutations)
      const session = (await this.#security?.loginOf(incoming)) ?? null
      if (session === 'refused') throw new Refused('unauthenticated')
      this.#security?.logOut(incoming)
      const served = this.#served(incoming, entry, body)
      return session === null ? served : { ...served, session }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (entry !== null && breaks('refused-changes-nothing'))
        entry.body = {
          ...entry.body,
          ...this.#own(incoming.resource, validMembers(operation, incoming.text)),
        }
      const inText = breaks('problem') || (breaks('id-refused-in-json') && / $/.test(incoming.named.id ?? ''))
      return refusal(error, operation, this.#contract, { inText, failing: breaks('no-server-error') })
    }
  }

  async #refusalOf(incoming: StubRequest): Promise<'unauthenticated' | 'forbidden' | null> {
    const { operation, breaks, authorization } = incoming
    if (this.#security !== null) return this.#security.refusalOf(incoming)
    if (this.#tokens === null || !operation.authenticated) return null
    return refusalOf(await this.#tokens.bearer(authorization), operation, breaks)
  }

  /** Returns null if the path names no entry. @throws Refused for an unknown id */
  #named({ operation, resource, named: written, breaks }: StubRequest): Entry | null {
    const named = { ...written, id: idRead(written.id, breaks) }
    const { name, singleton, afterDelete } = resource
    if (singleton) return this.#store.live(name)[0] ?? null
    if (named.id === null || operation.chosenId !== null) {
      if (!this.#store.holdsAbove(operation, named)) throw new Refused('unknown')
      return null
    }
    const found = this.#store.find(name, named, {
      gone: breaks('gone-after-delete') || breaks('gone-with-parent'),
      anywhere: breaks('wrong-parent'),
    })
    if (found !== undefined) return found
    if (this.#store.find(name, named, { gone: true }) !== undefined) throw new Refused('unknown', afterDelete)
    if (breaks('unknown-id'))
      return { ...defaultEntry(resource, this.#contract), id: named.id, deletable: true }
    throw new Refused('unknown')
  }

  #served(incoming: StubRequest, entry: Entry | null, body: JsonObject): StubResponse {
    const { operation, resource, named, breaks } = incoming
    if (operation.act === 'list') {
      const { body: page, headers } = this.#responses.list(
        incoming,
        this.#store.live(resource.name, named.above),
      )
      const sent = this.#responses.sent(incoming, page)
      return { ...sent, headers: { ...sent.headers, ...headers } }
    }
    if (operation.act === 'create') {
      const existing = upserted(incoming, body, this.#store, this.#contract)
      if (existing !== null) return this.#responses.written(incoming, existing, body)
      const one = createEntry(incoming, body, this.#store, this.#contract)
      this.#store.add(one)
      const isTold = resource.location || resource.idIn === 'location'
      const location = breaks('location') || !isTold ? {} : { location: this.#responses.location(one) }
      const made = { ...location, ...this.#responses.written(incoming, one, body) }
      if (breaks('accepted-takes-effect')) this.#store.remove(one)
      return made
    }
    if (breaks('safe-changes-nothing'))
      for (const one of this.#store.live(resource.name))
        one.body = otherValues(this.#contract, incoming.resource, one.body)
    if (entry === null) return this.#responses.sent(incoming, drawn(operation.response ?? true))
    requireCurrent(incoming, entry)
    takeStep(incoming, entry, body)
    const next = superseding(incoming, entry, body, this.#store, this.#contract)
    if (next !== null) return this.#responses.written(incoming, next, body)
    if (operation.act === 'update' || operation.act === 'replace') {
      requireAllowed(incoming, entry, body, this.#store)
      const removed = operation.jsonPatch === null ? [] : removedBy(incoming, entry)
      const changed = removed.reduce(
        withoutMember,
        updatedBody(incoming, entry, body, shownOf(incoming, this.#contract)),
      )
      requireConstraints(
        incoming,
        body,
        operation.act === 'replace' ? body : changed,
        this.#store,
        this.#contract,
      )
      entry.body = changed
      if (breaks('independent'))
        for (const other of this.#others(entry, named.above))
          other.body = otherValues(this.#contract, incoming.resource, other.body)
      return this.#responses.written(incoming, entry, body)
    }
    const shown = this.#responses.bodyOf(incoming, entry)
    if (operation.act === 'delete') {
      requireStep(incoming, entry)
      if (resource.ended.size > 0) {
        if (!breaks('ended-after-delete')) entry.body = withShown(entry.body, resource.ended)
      } else if (!breaks('accepted-takes-effect')) this.#store.remove(entry)
      if (breaks('independent'))
        for (const other of this.#others(entry, named.above)) this.#store.remove(other)
    }
    return this.#responses.sent(incoming, shown, entry)
  }

  #others(entry: Entry, above: readonly string[]): readonly Entry[] {
    return this.#store.live(entry.resource, above).filter((one) => one !== entry)
  }

  #own({ serverSet, states }: Resource, body: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => !serverSet.has(`/${name}`) && !states.has(`/${name}`)),
    )
  }
}

function idRead(id: string | null, breaks: StubRequest['breaks']): string | null {
  if (breaks('other-id')) return id?.split('\0', 1)[0] ?? null
  return breaks('id-as-written') ? (id?.trimEnd() ?? null) : id
}

function defaultEntry(resource: Resource, contract: Contract): Entry {
  const { life, defaults, name } = resource
  const writing = life.replace ?? life.update ?? life.create
  const request = writing === undefined ? null : operationOf(contract, writing).request
  // Tries to fill all members, because a missing member cannot show a change.
  const members = [...propertiesOf(request ?? true)].map(([name, member]) => [name, drawn(member)] as const)
  const full = Object.fromEntries(members)
  const written = defaults ?? (conforms(request ?? true, full) ? full : drawn(request ?? true))
  const body = withServerSet(isObject(written) ? written : {}, resource, contract)
  return { resource: name, id: '', above: [], body, first: body, gone: false }
}

function shownOf({ operation, resource }: StubRequest, { operations }: Contract): Schema {
  return operation.response ?? operations.get(resource.life.read ?? '')?.response ?? {}
}
