// Makes a new entry of the stub from the body of a creation.
import { at, equal, isObject, type Json, type JsonObject, withMember } from '../../base/json.ts'
import { type Contract, type Operation, type Pointer, type Resource, schemaAt } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { StubRequest } from '../message.ts'
import { drawn, firstOf, freshId, otherThan } from '../value.ts'
import { requireConstraints, requireUnique } from './entry-constraints.ts'
import { normalBody } from './normal-body.ts'
import type { Entry, Store } from './store.ts'

/** @throws Refused if the contract forbids this entry */
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
  // A new entry must not be ended, replaced or ready for deletion.
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
