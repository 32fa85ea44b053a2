// Creates and updates the stub's entries.
import { at, equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { type Contract, type Operation, type Pointer, type Resource, schemaAt } from '../contract/index.ts'
import type { Asked } from './answer.ts'
import { isMerge } from './body.ts'
import { spoilt } from './broken.ts'
import { withMember } from './member.ts'
import { Refused } from './refusal.ts'
import { propertiesOf } from './shown.ts'
import type { Entry, Store } from './store.ts'
import { firstOf, freshId, movedFrom } from './value.ts'

/** @throws Refused */
export function made(asked: Asked, sent: JsonObject, store: Store, contract: Contract): Entry {
  const { resource, named, breaks } = asked
  requireUnique(asked, null, sent, store)
  const last = store.live(resource.name).at(-1)
  const paths = operationsOf(resource, contract).map(({ idParameter }) => idParameter?.schema ?? true)
  const gone = breaks('ids-not-reused') ? store.removed(resource.name).at(-1) : undefined
  const id =
    gone !== undefined
      ? gone.id
      : breaks('ids-unique') && last !== undefined
        ? (at(last.body, resource.id) ?? last.id)
        : freshId([shownAs(resource.id, resource, contract), ...paths], store.count)
  const adopted = breaks('server-set') ? sent : {}
  let body = withServerSet(withDefaults(asked, sent), resource, contract, adopted)
  if (at(adopted, resource.id) === undefined) body = withMember(body, resource.id, id)
  for (const [pointer, { values, initial }] of resource.states) {
    const other = values.find((one) => !equal(one, initial))
    const first = at(sent, pointer) ?? initial ?? values[0]
    const state = breaks('initial-state') ? other : first
    if (state !== undefined) body = withMember(body, pointer, state)
  }
  const told = at(body, resource.id) ?? id
  return { resource: resource.name, id: String(told), above: named.above, body, first: body, gone: false }
}

/** Keeps adopted values; adds no id. */
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

/** Enforces transitions and uniqueness. @throws Refused */
export function requireAllowed(asked: Asked, entry: Entry, sent: JsonObject, store: Store): void {
  const { resource, breaks } = asked
  for (const [pointer, { transitions, refusal }] of resource.states) {
    const [from, to] = [at(entry.body, pointer), at(sent, pointer)]
    if (transitions === null || to === undefined || equal(from, to) || breaks('transitions-refused')) continue
    if (!transitions[String(from)]?.some((one) => equal(one, to))) throw new Refused('transition', refusal)
  }
  requireUnique(asked, entry, sent, store)
}

function requireUnique({ resource, breaks }: Asked, own: Entry | null, sent: JsonObject, store: Store): void {
  if (breaks('unique-refused')) return
  for (const pointer of resource.unique) {
    const value = at(sent, pointer)
    const others = store.live(resource.name).filter((one) => one !== own)
    if (value !== undefined && others.some((one) => equal(at(one.body, pointer), value)))
      throw new Refused('conflict')
  }
}

export function changed(asked: Asked, { body: before, first }: Entry, all: JsonObject): JsonObject {
  const { operation, resource, breaks } = asked
  const sent = breaks('several-members') ? Object.fromEntries(Object.entries(all).slice(0, 1)) : all
  let next = operation.act === 'replace' ? replaced(asked, before, sent) : updated(asked, before, sent)
  for (const [pointer, kind] of resource.serverSet) {
    const was = at(before, pointer)
    if (was === undefined || adopts(asked, sent, pointer)) continue
    const moves = kind === 'moves' || kind === 'monotonic'
    next = withMember(next, pointer, (moves ? movedFrom(was, breaks('moves') ? -1 : 1) : was) ?? was)
  }
  for (const pointer of resource.states.keys()) {
    const was = at(before, pointer)
    const kept = at(sent, pointer) === undefined || breaks('transitions')
    if (was !== undefined && kept) next = withMember(next, pointer, was)
  }
  if (breaks('any-sequence') || breaks('updates-at-once'))
    next = { ...next, ...undone(asked, first, next, sent) }
  const empty = Object.keys(sent).length === 0
  if (!breaks(empty ? 'empty-update' : 'rest-unchanged')) return next
  const others = Object.keys(next).filter((name) => !(name in sent))
  return spoilt(next, others, operation.response ?? {}, resource)
}

function updated(asked: Asked, before: JsonObject, sent: JsonObject): JsonObject {
  if (!isMerge(asked.operation, asked.resource)) return { ...before, ...sent }
  if (!asked.breaks('merges')) return merged(before, sent)
  return { ...before, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) }
}

// RFC 7396.
function merged(before: JsonObject, patch: JsonObject): JsonObject {
  const next: Record<string, Json> = { ...before }
  for (const [name, value] of Object.entries(patch)) {
    const there = next[name]
    if (value === null) delete next[name]
    else next[name] = isObject(value) ? merged(isObject(there) ? there : {}, value) : value
  }
  return next
}

function replaced(asked: Asked, before: JsonObject, sent: JsonObject): JsonObject {
  return asked.breaks('replaces') || asked.resource.replaces === false
    ? { ...before, ...sent }
    : withDefaults(asked, sent)
}

function withDefaults({ operation }: Asked, sent: JsonObject): JsonObject {
  const defaults = [...propertiesOf(operation.request ?? {})].flatMap(([name, schema]): [string, Json][] =>
    isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : [],
  )
  return { ...Object.fromEntries(defaults), ...sent }
}

/** Original values of members that the update does not send. */
function undone({ resource }: Asked, first: JsonObject, next: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(first).filter(
      ([name]) => name in next && !(name in sent) && !resource.serverSet.has(`/${name}`),
    ),
  )
}

function adopts({ breaks }: Asked, sent: JsonObject, pointer: Pointer): boolean {
  return breaks('server-set') && at(sent, pointer) !== undefined
}
