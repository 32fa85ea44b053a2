// The stub's API. It follows the contract, except for the mutations.
import { at, equal, isObject, type Json, type JsonObject, withMember, withoutMember } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import type { Contract, Operation, Resource, Schema } from '../contract/index.ts'
import { operationOf, successSchema } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import { bodyIn, validMembers } from './body.ts'
import { violatingBody, withOtherValue } from './broken-body.ts'
import {
  createEntry,
  requireAllowed,
  requireConstraints,
  updatedBody,
  withServerSet,
  withShown,
} from './change.ts'
import { asDocumented, successOf, undocumentedStatus } from './documented.ts'
import { requireCurrent, tagHeaders } from './entity-tag.ts'
import { removedBy } from './json-patch.ts'
import { Tasks } from './later/accepted.ts'
import { requireStep, takeStep } from './later/before-deletion.ts'
import { superseding, upserted } from './later/replacements.ts'
import { pageOf, type StubPage } from './list.ts'
import type { Session, StubRequest, StubResponse } from './message.ts'
import { type Mutation, sendsBroken } from './mutation.ts'
import { requireParameters } from './parameters.ts'
import { Refused, refusal } from './refusal.ts'
import { entryBody, inEnvelope, itemBody, listBody, propertiesOf, settableMembers } from './response-body.ts'
import type { Security } from './security.ts'
import { type Entry, Store } from './store.ts'
import { refusalOf, type Tokens } from './tokens.ts'
import { drawn, movedFrom, otherThan } from './value.ts'

// Only the first responses and some later ones are broken: the run must continue, and a check may look late.
const brokenAtFirst = 3
const brokenEvery = 4
const isBrokenAlone = (turn: number): boolean => turn < brokenAtFirst || turn % brokenEvery === 0

export class Api {
  readonly #contract: Contract
  readonly #mutations: readonly Mutation[]
  readonly #tokens: Tokens | null
  readonly #security: Security | null
  readonly #store: Store
  readonly #tasks: Tasks
  readonly #ofResponses: readonly Mutation[]
  /** How often each mutation could have broken a response. */
  readonly #turns = new Map<Mutation, number>()

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
    this.#ofResponses = mutations.filter(({ breaks }) => breaks === sendsBroken)
    for (const resource of contract.resources.values())
      if (resource.singleton) this.#store.add(defaultEntry(resource, contract))
  }

  async answer(incoming: StubRequest): Promise<StubResponse> {
    const response = await this.#answer(incoming)
    return withSession(asDocumented(response, incoming), response.session)
  }

  /** Returns the state of an operation that got 202. */
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

  /** Returns null if the path contains no id. @throws Refused */
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
      const { body: page, headers } = this.#list(incoming)
      const sent = this.#sent(incoming, page)
      return { ...sent, headers: { ...sent.headers, ...headers } }
    }
    if (operation.act === 'create') {
      const existing = upserted(incoming, body, this.#store, this.#contract)
      if (existing !== null) return this.#written(incoming, existing, body)
      const one = createEntry(incoming, body, this.#store, this.#contract)
      this.#store.add(one)
      const isTold = resource.location || resource.idIn === 'location'
      const location = breaks('location') || !isTold ? {} : { location: this.#location(one) }
      const made = { ...location, ...this.#written(incoming, one, body) }
      if (breaks('accepted-takes-effect')) this.#store.remove(one)
      return made
    }
    if (breaks('safe-changes-nothing'))
      for (const one of this.#store.live(resource.name)) one.body = this.#withOtherValue(incoming, one.body)
    if (entry === null) return this.#sent(incoming, drawn(operation.response ?? true))
    requireCurrent(incoming, entry)
    takeStep(incoming, entry, body)
    const next = superseding(incoming, entry, body, this.#store, this.#contract)
    if (next !== null) return this.#written(incoming, next, body)
    if (operation.act === 'update' || operation.act === 'replace') {
      requireAllowed(incoming, entry, body, this.#store)
      const removed = operation.jsonPatch === null ? [] : removedBy(incoming, entry)
      const changed = removed.reduce(
        withoutMember,
        updatedBody(incoming, entry, body, this.#shownOf(incoming)),
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
          other.body = this.#withOtherValue(incoming, other.body)
      return this.#written(incoming, entry, body)
    }
    const shown = this.#bodyOf(incoming, entry)
    if (operation.act === 'delete') {
      requireStep(incoming, entry)
      if (resource.ended.size > 0) {
        if (!breaks('ended-after-delete')) entry.body = withShown(entry.body, resource.ended)
      } else if (!breaks('accepted-takes-effect')) this.#store.remove(entry)
      if (breaks('independent'))
        for (const other of this.#others(entry, named.above)) this.#store.remove(other)
    }
    return this.#sent(incoming, shown, entry)
  }

  #others(entry: Entry, above: readonly string[]): readonly Entry[] {
    return this.#store.live(entry.resource, above).filter((one) => one !== entry)
  }

  #list(incoming: StubRequest): { readonly body: Json; readonly headers: StubPage['headers'] } {
    const { operation, resource, named, breaks } = incoming
    const entries = this.#store.live(resource.name, named.above)
    const { items = true } = (itemsSchema(operation, resource) ?? {}) as { readonly items?: Json }
    const shown = entries.map((one) => itemBody(one, schemaOf(items), resource, this.#contract))
    const open = breaks('secret-hidden')
      ? shown.map((one, index) => (isObject(one) ? withSecrets(one, entries[index], resource) : one))
      : shown
    const listed = breaks('listed') ? open.slice(0, -1) : open
    const page = pageOf(listed, incoming)
    // Changes the total even if the page does not show it.
    const total = page.total + entries.length - listed.length + (breaks('total') ? 1 : 0)
    return { body: listBody({ ...page, total }, operation.response ?? {}, resource), headers: page.headers }
  }

  #written(incoming: StubRequest, entry: Entry, sent: JsonObject): StubResponse {
    const { operation, resource, breaks } = incoming
    const shown = this.#bodyOf(incoming, entry)
    if (breaks('stored')) entry.body = this.#withOtherValue(incoming, entry.body, Object.keys(sent))
    if (breaks('as-sent'))
      return this.#sent(
        incoming,
        withOtherValue(shown, Object.keys(sent), operation.response ?? {}, resource),
        entry,
      )
    return this.#sent(incoming, breaks('constant') ? inconstant(shown, operation, resource) : shown, entry)
  }

  #bodyOf({ operation, resource, breaks }: StubRequest, entry: Entry): JsonObject {
    const body = entryBody(entry, operation.response ?? {}, resource, this.#contract) as JsonObject
    return breaks('secret-hidden') ? withSecrets(body, entry, resource) : body
  }

  #withOtherValue(
    { resource }: StubRequest,
    body: JsonObject,
    members: readonly string[] = [...settableMembers(resource, this.#contract)],
  ): JsonObject {
    const read = this.#contract.operations.get(resource.life.read ?? '')
    return withOtherValue(body, members, read?.response ?? {}, resource)
  }

  #shownOf({ operation, resource }: StubRequest): Schema {
    return operation.response ?? this.#contract.operations.get(resource.life.read ?? '')?.response ?? {}
  }

  #own({ serverSet, states }: Resource, body: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => !serverSet.has(`/${name}`) && !states.has(`/${name}`)),
    )
  }

  #location({ resource, above, id }: Entry): string {
    const {
      create,
      read,
      update,
      replace,
      delete: removal,
    } = this.#contract.resources.get(resource)?.life ?? {}
    const atItem = read ?? update ?? replace ?? removal
    const path =
      atItem === undefined
        ? `${operationOf(this.#contract, create ?? '').path}/{id}`
        : operationOf(this.#contract, atItem).path
    const ids = [...above, id].slice(-(path.match(/\{/g) ?? []).length)
    return `${this.#contract.basePath ?? ''}${path.replace(/\{[^{}]*\}/g, () => uriEncoded(ids.shift() ?? ''))}`
  }

  #sent(incoming: StubRequest, body: Json, entry: Entry | null = null): StubResponse {
    const { operation, resource, breaks } = incoming
    const { success, act, response } = operation
    const headers = tagHeaders(entry, resource, this.#contract)
    const usual = act === 'create' ? 201 : response === null ? 204 : 200
    const status = operation.accepted === null ? (successOf(operation) ?? usual) : 202
    const task = entry === null ? null : this.#tasks.begin(incoming, entry)
    const location = task?.location === undefined ? {} : { location: task.location }
    const undocumented = breaks('documented-status') ? undocumentedStatus(operation) : undefined
    const sent = undocumented ?? (breaks('accepts') ? otherSuccess(success) : status)
    if (response === null || successSchema(operation, status) === null)
      return { status: sent, headers, ...location }
    const mediaType = breaks('response-json') ? { mediaType: 'text/html' } : {}
    const plain = inEnvelope(body, incoming, entry)
    const whole = task === null ? plain : task.named(plain)
    return { status: sent, headers, body: this.#mutated(operation, whole), ...mediaType, ...location }
  }

  /** Applies the next mutation that can break the body. */
  #mutated(operation: Operation, body: Json): Json {
    const own = this.#ofResponses.filter((one) => one.operation === operation.name)
    const onlyThis = this.#mutations.length > 1
    const isAlone = this.#ofResponses.length === 1
    for (const mutation of own) {
      const turn = this.#turns.get(mutation) ?? 0
      if (!isAlone && turn > 0) continue
      const broken = violatingBody(body, operation, mutation.clause, { onlyThis })
      if (broken === null) continue
      this.#turns.set(mutation, turn + 1)
      if (!isAlone || isBrokenAlone(turn)) return broken
    }
    return body
  }
}

/** The response may show the credential. */
export function withSession(response: StubResponse, session: Session | undefined): StubResponse {
  if (session === undefined) return response
  const { login, credential } = session
  if (login.cookie !== null)
    return {
      ...response,
      headers: { ...response.headers, 'set-cookie': `${login.cookie}=${credential}; Path=/; HttpOnly` },
    }
  const { body } = response
  const pointer = login.credential ?? ''
  if (body !== undefined && typeof at(body, pointer) !== 'string') return response
  return { ...response, body: withMember(isObject(body) ? body : {}, pointer, credential) }
}

function idRead(id: string | null, breaks: StubRequest['breaks']): string | null {
  if (breaks('other-id')) return id?.split('\0', 1)[0] ?? null
  return breaks('id-as-written') ? (id?.trimEnd() ?? null) : id
}

// Without a named success, every success would be right.
function otherSuccess(success: readonly number[] | null): number {
  return success === null ? 500 : ([200, 201, 202, 203].find((one) => !success.includes(one)) ?? 206)
}

function itemsSchema({ response }: Operation, { items }: Resource): Json | undefined {
  return items
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => propertiesOf(inner ?? true).get(name), response ?? undefined)
}

const schemaOf = (schema: Json): JsonObject =>
  typeof schema === 'object' && schema !== null ? (schema as JsonObject) : {}

/** Changes the id only if no other member is constant. */
function inconstant(body: JsonObject, { response }: Operation, { id, serverSet }: Resource): JsonObject {
  const constant = [...serverSet].filter(([, kind]) => kind === 'constant').map(([pointer]) => pointer)
  for (const pointer of [...constant.filter((one) => one !== id), ...constant.filter((one) => one === id)]) {
    const name = pointer.slice(1)
    const value = body[name]
    if (value === undefined) continue
    const other = movedFrom(value) ?? otherThan(value, propertiesOf(response ?? {}).get(name) ?? true)
    if (other !== undefined && !equal(other, value)) return withMember(body, pointer, other)
  }
  return body
}

function defaultEntry(resource: Resource, contract: Contract): Entry {
  const { life, defaults, name } = resource
  const writing = life.replace ?? life.update ?? life.create
  const request = writing === undefined ? null : operationOf(contract, writing).request
  // A missing member cannot show a change.
  const members = [...propertiesOf(request ?? true)].map(([name, member]) => [name, drawn(member)] as const)
  const full = Object.fromEntries(members)
  const written = defaults ?? (conforms(request ?? true, full) ? full : drawn(request ?? true))
  const body = withServerSet(isObject(written) ? written : {}, resource, contract)
  return { resource: name, id: '', above: [], body, first: body, gone: false }
}

/** No response shows secret members. Adds the sent value or a text. */
function withSecrets(body: JsonObject, entry: Entry | undefined, { secret }: Resource): JsonObject {
  return secret.reduce(
    (made, pointer) => withMember(made, pointer, at(entry?.body, pointer) ?? 'shown'),
    body,
  )
}
