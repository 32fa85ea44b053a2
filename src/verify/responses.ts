// Builds the stub's responses, and breaks them as the mutations require.
import { at, equal, isObject, type Json, type JsonObject, withMember } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import type { Contract, Operation, Resource } from '../contract/index.ts'
import { operationOf, successSchema } from '../contract/index.ts'
import { violatingBody, withOtherValue } from './broken-body.ts'
import { successOf, undocumentedStatus } from './documented.ts'
import { tagHeaders } from './entity-tag.ts'
import type { Entry } from './entries/store.ts'
import type { Tasks } from './later/accepted.ts'
import { pageOf, type StubPage } from './list.ts'
import type { Session, StubRequest, StubResponse } from './message.ts'
import { type Mutation, sendsBroken } from './mutation.ts'
import { entryBody, inEnvelope, itemBody, listBody, propertiesOf, settableMembers } from './response-body.ts'
import { movedFrom, otherThan } from './value.ts'

// Checks that run late get broken responses, too. The run can continue, because most responses are correct.
const brokenAtFirst = 3
const brokenEvery = 4
const isBrokenAlone = (turn: number): boolean => turn < brokenAtFirst || turn % brokenEvery === 0

export class Responses {
  readonly #contract: Contract
  readonly #mutations: readonly Mutation[]
  readonly #tasks: Tasks
  readonly #ofResponses: readonly Mutation[]
  /** The number of responses that each mutation could have broken. */
  readonly #turns = new Map<Mutation, number>()

  constructor(contract: Contract, mutations: readonly Mutation[], tasks: Tasks) {
    this.#contract = contract
    this.#mutations = mutations
    this.#tasks = tasks
    this.#ofResponses = mutations.filter(({ breaks }) => breaks === sendsBroken)
  }

  written(incoming: StubRequest, entry: Entry, sent: JsonObject): StubResponse {
    const { operation, resource, breaks } = incoming
    const shown = this.bodyOf(incoming, entry)
    if (breaks('stored'))
      entry.body = otherValues(this.#contract, incoming.resource, entry.body, Object.keys(sent))
    if (breaks('as-sent'))
      return this.sent(
        incoming,
        withOtherValue(shown, Object.keys(sent), operation.response ?? {}, resource),
        entry,
      )
    return this.sent(incoming, breaks('constant') ? inconstant(shown, operation, resource) : shown, entry)
  }

  bodyOf({ operation, resource, breaks }: StubRequest, entry: Entry): JsonObject {
    const body = entryBody(entry, operation.response ?? {}, resource, this.#contract) as JsonObject
    return breaks('secret-hidden') ? withSecrets(body, entry, resource) : body
  }

  list(
    incoming: StubRequest,
    entries: readonly Entry[],
  ): { readonly body: Json; readonly headers: StubPage['headers'] } {
    const { operation, resource, breaks } = incoming
    const { items = true } = (itemsSchema(operation, resource) ?? {}) as { readonly items?: Json }
    const shown = entries.map((one) => itemBody(one, schemaOf(items), resource, this.#contract))
    const open = breaks('secret-hidden')
      ? shown.map((one, index) => (isObject(one) ? withSecrets(one, entries[index], resource) : one))
      : shown
    const listed = breaks('listed') ? open.slice(0, -1) : open
    const page = pageOf(listed, incoming)
    // The total includes entries that a mutation omits from the list.
    const total = page.total + entries.length - listed.length + (breaks('total') ? 1 : 0)
    return { body: listBody({ ...page, total }, operation.response ?? {}, resource), headers: page.headers }
  }

  location({ resource, above, id }: Entry): string {
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

  sent(incoming: StubRequest, body: Json, entry: Entry | null = null): StubResponse {
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

export function otherValues(
  contract: Contract,
  resource: Resource,
  body: JsonObject,
  members: readonly string[] = [...settableMembers(resource, contract)],
): JsonObject {
  const read = contract.operations.get(resource.life.read ?? '')
  return withOtherValue(body, members, read?.response ?? {}, resource)
}

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

// If the contract names no success status, every 2xx status is correct.
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

function withSecrets(body: JsonObject, entry: Entry | undefined, { secret }: Resource): JsonObject {
  return secret.reduce(
    (made, pointer) => withMember(made, pointer, at(entry?.body, pointer) ?? 'shown'),
    body,
  )
}
