// Replaces entries: by a creation with an existing id, or by an action that makes a successor.
import { at, idTextOf, type JsonObject, withMember } from '../../base/json.ts'
import type { Contract } from '../../contract/index.ts'
import { createEntry, withShown } from '../entries/new-entry.ts'
import type { Entry, Store } from '../entries/store.ts'
import type { StubRequest } from '../message.ts'
import { Refused } from '../refusal.ts'

/**
 * Returns the changed existing entry, or null if the creation must make a new entry.
 * @throws Refused if the sent id is unknown and the contract forbids a new entry
 */
export function upserted(
  incoming: StubRequest,
  sent: JsonObject,
  store: Store,
  contract: Contract,
): Entry | null {
  const { resource, named, breaks } = incoming
  const id = resource.upsert === null ? undefined : idTextOf(at(sent, resource.id))
  if (id === undefined || breaks('upsert')) return null
  const entry = store.find(resource.name, { id, above: named.above })
  if (entry === undefined) {
    if (resource.upsert?.unknown == null || breaks('upsert-unknown')) return null
    throw new Refused('unknown', resource.upsert.unknown)
  }
  const { body } = createEntry(incoming, sent, store, contract)
  entry.body = withMember(body, resource.id, at(entry.body, resource.id) ?? id)
  return entry
}

/**
 * Returns the new entry, or null if the operation replaces no entry.
 * @throws Refused if the contract forbids the new entry
 */
export function superseding(
  incoming: StubRequest,
  entry: Entry,
  sent: JsonObject,
  store: Store,
  contract: Contract,
): Entry | null {
  const { supersedes } = incoming.operation
  if (supersedes === null) return null
  const next = createEntry({ ...incoming, named: { above: entry.above, id: null } }, sent, store, contract)
  store.add(next)
  if (!incoming.breaks('supersedes')) entry.body = withShown(entry.body, supersedes)
  return next
}
