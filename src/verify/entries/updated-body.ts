// Makes the body of an entry after an update or a replacement.
import { at, equal, isObject, type Json, type JsonObject, withMember } from '../../base/json.ts'
import type { Pointer, Schema } from '../../contract/index.ts'
import { isMerge } from '../body.ts'
import { withOtherValue } from '../broken-body.ts'
import type { StubRequest } from '../message.ts'
import { movedFrom } from '../value.ts'
import { normalBody } from './normal-body.ts'
import type { Entry } from './store.ts'

/** @param shown the schema of a response that contains the entry */
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
