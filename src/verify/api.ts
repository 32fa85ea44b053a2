// The stub's API, which follows the contract except for its mutations.
import { equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import type { Contract, Operation, Resource } from '../contract/index.ts'
import { operationOf } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import type { Answer, Asked } from './answer.ts'
import { bodyIn, requireQuery, validMembers } from './body.ts'
import { breaking, spoilt } from './broken.ts'
import { changed, made, requireAllowed, withServerSet } from './change.ts'
import { withMember } from './member.ts'
import { type Mutation, sendsBroken } from './mutation.ts'
import { Refused, refusal } from './refusal.ts'
import { propertiesOf, settableMembers, shownEntry, shownList } from './shown.ts'
import { type Entry, Store } from './store.ts'
import { refusalOf, type Tokens } from './tokens.ts'
import { drawn, movedFrom, otherThan } from './value.ts'

// A few broken responses show a fault, and the run must go on. A single mutation breaks several, because earlier requests may use up the first.
const brokenAloneMax = 3

export class Api {
  readonly #contract: Contract
  readonly #mutations: readonly Mutation[]
  readonly #tokens: Tokens | null
  readonly #store: Store
  #unshown: readonly Mutation[]

  constructor(contract: Contract, mutations: readonly Mutation[], tokens: Tokens | null) {
    this.#contract = contract
    this.#mutations = mutations
    this.#tokens = tokens
    this.#store = new Store(contract)
    const ofResponses = mutations.filter(({ breaks }) => breaks === sendsBroken)
    const times = ofResponses.length === 1 ? brokenAloneMax : 1
    this.#unshown = Array.from({ length: times }, () => ofResponses).flat()
    for (const resource of contract.resources.values())
      if (resource.singleton) this.#store.add(onlyOne(resource, contract))
  }

  async answer(asked: Asked): Promise<Answer> {
    const { operation, breaks, authorization } = asked
    let entry: Entry | null = null
    try {
      if (this.#tokens !== null && operation.authenticated) {
        const reason = refusalOf(await this.#tokens.bearer(authorization), operation, breaks)
        if (reason !== null) throw new Refused(reason)
      }
      entry = this.#named(asked)
      requireQuery(asked)
      return this.#served(asked, entry, bodyIn(asked, this.#contract, this.#mutations))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (entry !== null && breaks('refused-changes-nothing'))
        entry.body = { ...entry.body, ...this.#own(asked.resource, validMembers(operation, asked.text)) }
      const inText = breaks('problem') || (breaks('id-refused-in-json') && / $/.test(asked.named.id ?? ''))
      return refusal(error, operation, this.#contract, { inText, failing: breaks('no-server-error') })
    }
  }

  /** Null if the path names no id. @throws Refused */
  #named({ operation, resource, named: written, breaks }: Asked): Entry | null {
    const named = { ...written, id: idRead(written.id, breaks) }
    const { name, singleton, afterDelete } = resource
    if (singleton) return this.#store.live(name)[0] ?? null
    if (named.id === null) {
      if (!this.#store.holdsAbove(operation, named)) throw new Refused('unknown')
      return null
    }
    const found = this.#store.find(name, named, {
      gone: breaks('gone-after-delete') || breaks('gone-with-parent'),
      anywhere: breaks('wrong-parent'),
    })
    if (found !== undefined) return found
    if (this.#store.find(name, named, { gone: true }) !== undefined) throw new Refused('unknown', afterDelete)
    if (breaks('unknown-id')) return { ...onlyOne(resource, this.#contract), id: named.id }
    throw new Refused('unknown')
  }

  #served(asked: Asked, entry: Entry | null, body: JsonObject): Answer {
    const { operation, resource, named, breaks } = asked
    if (operation.act === 'list') return this.#sent(asked, this.#list(asked))
    if (operation.act === 'create') {
      const one = made(asked, body, this.#store, this.#contract)
      this.#store.add(one)
      const location = breaks('location') || !resource.location ? {} : { location: this.#location(one) }
      return { ...this.#written(asked, one, body), ...location }
    }
    if (entry === null) return this.#sent(asked, drawn(operation.response ?? true))
    if (operation.act === 'update' || operation.act === 'replace') {
      requireAllowed(asked, entry, body, this.#store)
      entry.body = changed(asked, entry, body)
      if (breaks('independent'))
        for (const other of this.#others(entry, named.above)) other.body = this.#spoiltIn(asked, other.body)
      return this.#written(asked, entry, body)
    }
    const shown = this.#shown(asked, entry)
    if (operation.act === 'delete') {
      this.#store.remove(entry)
      if (breaks('independent'))
        for (const other of this.#others(entry, named.above)) this.#store.remove(other)
    }
    return this.#sent(asked, shown)
  }

  #others(entry: Entry, above: readonly string[]): readonly Entry[] {
    return this.#store.live(entry.resource, above).filter((one) => one !== entry)
  }

  #list({ operation, resource, named, breaks }: Asked): Json {
    const entries = this.#store.live(resource.name, named.above)
    const { items = true } = (itemsSchema(operation, resource) ?? {}) as { readonly items?: Json }
    const shown = entries.map((one) => shownEntry(one, schemaOf(items), resource, this.#contract))
    const listed = breaks('listed') ? shown.slice(0, -1) : shown
    return shownList(listed, entries.length + (breaks('total') ? 1 : 0), operation.response ?? {}, resource)
  }

  #written(asked: Asked, entry: Entry, sent: JsonObject): Answer {
    const { operation, resource, breaks } = asked
    const shown = this.#shown(asked, entry)
    if (breaks('stored')) entry.body = this.#spoiltIn(asked, entry.body, Object.keys(sent))
    if (breaks('as-sent'))
      return this.#sent(asked, spoilt(shown, Object.keys(sent), operation.response ?? {}, resource))
    return this.#sent(asked, breaks('constant') ? inconstant(shown, operation, resource) : shown)
  }

  #shown({ operation, resource }: Asked, entry: Entry): JsonObject {
    return shownEntry(entry, operation.response ?? {}, resource, this.#contract) as JsonObject
  }

  /** Default: members that requests can set. */
  #spoiltIn(
    { resource }: Asked,
    body: JsonObject,
    members: readonly string[] = [...settableMembers(resource, this.#contract)],
  ): JsonObject {
    const read = this.#contract.operations.get(resource.life.read ?? '')
    return spoilt(body, members, read?.response ?? {}, resource)
  }

  // Excludes states and members that the service sets.
  #own({ serverSet, states }: Resource, body: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => !serverSet.has(`/${name}`) && !states.has(`/${name}`)),
    )
  }

  #location({ resource, above, id }: Entry): string {
    const life = this.#contract.resources.get(resource)?.life
    const { path } = operationOf(this.#contract, life?.read ?? '')
    const ids = [...above, id].slice(-(path.match(/\{/g) ?? []).length)
    return `${this.#contract.basePath ?? ''}${path.replace(/\{[^{}]*\}/g, () => uriEncoded(ids.shift() ?? ''))}`
  }

  #sent({ operation, breaks }: Asked, body: Json): Answer {
    const { success, act, response } = operation
    const usual = act === 'create' ? 201 : response === null ? 204 : 200
    const [status = usual] = success ?? []
    const told = breaks('accepts') ? otherSuccess(success) : status
    if (response === null) return { status: told }
    const mediaType = breaks('response-json') ? { mediaType: 'text/html' } : {}
    return { status: told, body: this.#mutated(operation, body), ...mediaType }
  }

  /** Applies the next mutation that can break the body. */
  #mutated(operation: Operation, body: Json): Json {
    const own = this.#unshown.filter((one) => one.operation === operation.name)
    const alone = this.#mutations.length > 1
    for (const mutation of own) {
      const broken = breaking(body, operation, mutation.clause, { alone })
      if (broken === null) continue
      const shown = this.#unshown.indexOf(mutation)
      this.#unshown = this.#unshown.filter((_, index) => index !== shown)
      return broken
    }
    return body
  }
}

function idRead(id: string | null, breaks: Asked['breaks']): string | null {
  if (breaks('other-id')) return id?.split('\0', 1)[0] ?? null
  return breaks('id-as-written') ? (id?.trimEnd() ?? null) : id
}

// If the contract names no success, any would be right, so the stub fails.
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

/** Changes a constant member; the id only if there is no other. */
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

function onlyOne(resource: Resource, contract: Contract): Entry {
  const { life, defaults, name } = resource
  const writing = life.replace ?? life.update ?? life.create
  const request = writing === undefined ? null : operationOf(contract, writing).request
  // A missing member shows no change.
  const members = [...propertiesOf(request ?? true)].map(([name, member]) => [name, drawn(member)] as const)
  const full = Object.fromEntries(members)
  const written = defaults ?? (conforms(request ?? true, full) ? full : drawn(request ?? true))
  const body = withServerSet(isObject(written) ? written : {}, resource, contract)
  return { resource: name, id: '', above: [], body, first: body, gone: false }
}
