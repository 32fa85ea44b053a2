// Creates and updates the entries of the stub.
import { nowMs } from '../base/clock.ts'
import { at, equal, isObject, type Json, type JsonObject, withMember } from '../base/json.ts'
import {
  type Contract,
  constraintClause,
  constraintsIn,
  keepsConstraint,
  normalForm,
  type Operation,
  type Pointer,
  type Resource,
  referenceClause,
  referencesIn,
  type Schema,
  schemaAt,
  withNormalDefaults,
} from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import { isMerge } from './body.ts'
import { withOtherValue } from './broken-body.ts'
import type { StubRequest } from './message.ts'
import { Refused } from './refusal.ts'
import { propertiesOf } from './response-body.ts'
import type { Entry, Store } from './store.ts'
import { drawn, firstOf, freshId, movedFrom, otherThan } from './value.ts'

/**
 * Makes a new entry from the sent body.
 * @throws Refused if the contract forbids this entry
 */
export function createEntry(
  incoming: StubRequest,
  sent: JsonObject,
  store: Store,
  contract: Contract,
): Entry {
  const { operation, resource, named, breaks } = incoming
  requireUnique(incoming, null, sent, store)
  requireConstraints(incoming, sent, sent, store, contract)
  const last = store.live(resource.name).at(-1)
  const paths = operationsOf(resource, contract).map(({ idParameter }) => idParameter?.schema ?? true)
  const gone = breaks('ids-not-reused') ? store.removed(resource.name).at(-1) : undefined
  const id =
    operation.chosenId !== null && named.id !== null
      ? named.id
      : gone !== undefined
        ? gone.id
        : breaks('ids-unique') && last !== undefined
          ? (at(last.body, resource.id) ?? last.id)
          : freshId(shownAs(resource.id, resource, contract), paths, store.count)
  const adopted = breaks('server-set') ? sent : {}
  // If the name of a resource is also its id, the request chooses the id.
  const isSent = resource.idIn === 'request' || resource.nameAt === resource.id
  const chosen = at(isSent ? sent : adopted, resource.id)
  let body = withServerSet(normalBody(incoming, sent), resource, contract, adopted)
  if (chosen === undefined) body = withMember(body, resource.id, id)
  for (const [pointer, { values, initial }] of resource.states) {
    const other = values.find((one) => !equal(one, initial))
    const first = at(sent, pointer) ?? initial ?? values[0]
    const state = breaks('initial-state') ? other : first
    if (state !== undefined) body = withMember(body, pointer, state)
  }
  // Changes members that would show an end state, because a new entry must not have such a state.
  for (const [pointer, value] of [
    ...resource.ended,
    ...resource.superseded,
    ...(resource.beforeDelete?.until ?? []),
  ])
    if (
      isObject(value) ? conforms(value, at(body, pointer) ?? null) : equal(at(body, pointer) ?? null, value)
    )
      body = withMember(body, pointer, unlike(value, shownAs(pointer, resource, contract)))
  const ownId = at(body, resource.id) ?? id
  return { resource: resource.name, id: String(ownId), above: named.above, body, first: body, gone: false }
}

export function withShown(body: JsonObject, values: Resource['ended']): JsonObject {
  return [...values].reduce(
    (one, [pointer, value]) => withMember(one, pointer, isObject(value) ? drawn(value) : value),
    body,
  )
}

function unlike(value: Json, schema: Json): Json {
  return isObject(value) ? null : (otherThan(value, schema) ?? null)
}

/** Adds the members that the service sets. Keeps the members in `adopted`, and does not add the id. */
export function withServerSet(
  body: JsonObject,
  resource: Resource,
  contract: Contract,
  adopted: JsonObject = {},
): JsonObject {
  return [...resource.serverSet.keys()]
    .filter((pointer) => pointer !== resource.id && at(adopted, pointer) === undefined)
    .reduce((one, pointer) => withMember(one, pointer, firstOf(shownAs(pointer, resource, contract))), body)
}

function operationsOf({ name }: Resource, { operations }: Contract): readonly Operation[] {
  return [...operations.values()].filter(({ resource }) => resource === name)
}

function shownAs(pointer: Pointer, resource: Resource, contract: Contract): Json {
  const schemas = operationsOf(resource, contract).map(({ response }) => schemaAt(response ?? {}, pointer))
  return schemas.find((one) => one !== undefined) ?? {}
}

/**
 * Checks the transitions of states and the unique members.
 * @throws Refused for a forbidden change
 */
export function requireAllowed(incoming: StubRequest, entry: Entry, sent: JsonObject, store: Store): void {
  const { resource, breaks } = incoming
  for (const [pointer, { transitions, refusal }] of resource.states) {
    const [from, to] = [at(entry.body, pointer), at(sent, pointer)]
    if (transitions === null || to === undefined || equal(from, to) || breaks('transitions-refused')) continue
    if (!transitions[String(from)]?.some((one) => equal(one, to))) throw new Refused('transition', refusal)
  }
  requireUnique(incoming, entry, sent, store)
}

function requireUnique(
  { resource, breaks }: StubRequest,
  own: Entry | null,
  sent: JsonObject,
  store: Store,
): void {
  if (breaks('unique-refused')) return
  for (const pointer of resource.unique) {
    const value = at(sent, pointer)
    const others = store.live(resource.name).filter((one) => one !== own)
    const normal = normalForm(value ?? null, pointer, resource.normalises, nowMs())
    if (
      value !== undefined &&
      others.some((one) => [value, normal].some((same) => equal(at(one.body, pointer), same)))
    )
      throw new Refused('conflict')
  }
}

/**
 * @param sent the sent body, which contains the references to check
 * @param body the result of the request
 * @throws Refused if the result violates a constraint or names an unknown entry
 */
export function requireConstraints(
  { operation, resource, breaks }: StubRequest,
  sent: JsonObject,
  body: JsonObject,
  store: Store,
  contract: Contract,
): void {
  // Skips invalid bodies. Only a mutation accepts them, and the mutation must break no other clause.
  if (!conforms(operation.request ?? {}, sent)) return
  for (const one of constraintsIn(operation, resource))
    if (!breaks(constraintClause(one)) && !keepsConstraint(one, body, nowMs()))
      throw new Refused('invalid', one.refusal)
  for (const pointer of referencesIn(operation, resource)) {
    const [clause, id] = [referenceClause(pointer), at(sent, pointer) ?? null]
    if (id === null || breaks(clause) || !contract.clauses.has(`${operation.name}.${clause}`)) continue
    const named = store.live(resource.references.get(pointer) ?? '')
    if (!named.some((entry) => entry.id === String(id))) throw new Refused('invalid')
  }
}

/** @param shown schema of the response that shows the result */
export function updatedBody(
  incoming: StubRequest,
  { body: before, first }: Entry,
  all: JsonObject,
  shown: Schema,
): JsonObject {
  const { operation, resource, breaks } = incoming
  const some = breaks('several-members') ? Object.fromEntries(Object.entries(all).slice(0, 1)) : all
  const sent = operation.act === 'replace' ? some : normalBody(incoming, some)
  let next = operation.act === 'replace' ? replaced(incoming, before, sent) : updated(incoming, before, sent)
  for (const [pointer, kind] of resource.serverSet) {
    const was = at(before, pointer)
    if (was === undefined || adopts(incoming, sent, pointer)) continue
    const moves = kind === 'moves' || kind === 'monotonic'
    next = withMember(next, pointer, (moves ? movedFrom(was, breaks('moves') ? -1 : 1) : was) ?? was)
  }
  for (const pointer of resource.states.keys()) {
    const was = at(before, pointer)
    const stays = at(sent, pointer) === undefined || breaks('transitions')
    if (was !== undefined && stays) next = withMember(next, pointer, was)
  }
  if (breaks('any-sequence') || breaks('updates-at-once'))
    next = { ...next, ...undone(incoming, first, next, sent) }
  if (breaks('idempotent') && Object.entries(sent).every(([name, value]) => equal(value, before[name])))
    return withOtherValue(next, Object.keys(sent), shown, resource)
  const empty = Object.keys(sent).length === 0
  if (!breaks(empty ? 'empty-update' : 'rest-unchanged')) return next
  const others = Object.keys(next).filter((name) => !(name in sent))
  return withOtherValue(next, others, shown, resource)
}

function updated(incoming: StubRequest, before: JsonObject, sent: JsonObject): JsonObject {
  if (!isMerge(incoming.operation, incoming.resource))
    return incoming.breaks('replaces-objects') ? merged(before, sent) : { ...before, ...sent }
  if (!incoming.breaks('merges')) return merged(before, sent)
  return { ...before, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) }
}

// Applies a merge patch (RFC 7396).
function merged(before: JsonObject, patch: JsonObject): JsonObject {
  const next: Record<string, Json> = { ...before }
  for (const [name, value] of Object.entries(patch)) {
    const there = next[name]
    if (value === null) delete next[name]
    else next[name] = isObject(value) ? merged(isObject(there) ? there : {}, value) : value
  }
  return next
}

function replaced(incoming: StubRequest, before: JsonObject, sent: JsonObject): JsonObject {
  return incoming.breaks('replaces') || incoming.resource.replaces === false
    ? { ...before, ...normalBody(incoming, sent) }
    : normalBody(incoming, sent)
}

function normalBody(incoming: StubRequest, sent: JsonObject): JsonObject {
  const { operation, resource, breaks } = incoming
  const { normalises } = resource
  const isUpdate = operation.act === 'update'
  if (normalises.size === 0 || breaks('normalised'))
    return isUpdate || normalises.size > 0 ? sent : withDefaults(incoming, sent)
  const whole = isUpdate ? sent : withNormalDefaults(withDefaults(incoming, sent), normalises)
  return normalForm(whole, '', normalises, nowMs()) as JsonObject
}

function withDefaults({ operation }: StubRequest, sent: JsonObject): JsonObject {
  const defaults = [...propertiesOf(operation.request ?? {})].flatMap(([name, schema]): [string, Json][] =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  )
  return { ...Object.fromEntries(defaults), ...sent }
}

/**
 * Returns the members that the update does not contain, with the values of the first version of the entry.
 */
function undone(
  { resource }: StubRequest,
  first: JsonObject,
  next: JsonObject,
  sent: JsonObject,
): JsonObject {
  return Object.fromEntries(
    Object.entries(first).filter(
      ([name]) => name in next && !(name in sent) && !resource.serverSet.has(`/${name}`),
    ),
  )
}

function adopts({ breaks }: StubRequest, sent: JsonObject, pointer: Pointer): boolean {
  return breaks('server-set') && at(sent, pointer) !== undefined
}
