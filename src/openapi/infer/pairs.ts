// Pairs paths such as /things and /things/{id}.
import { groupedBy } from '../../base/collections/grouped.ts'
import { resourceSchema } from './bodies.ts'
import { collectionRoles } from './collection-roles.ts'
import { type Draft, draftOf } from './draft.ts'
import { keyOf } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import { thingOf } from './facts/words.ts'
import { endsInLiteral, isItemPlace, keyAbove, type Place } from './places.ts'
import { isAction } from './verbs.ts'

export function pairsIn(places: ReadonlyMap<string, Place>, schemas: Schemas): readonly Draft[] {
  const all = [...places.values()].filter((place) => !isAction(place.thing))
  const items = all.filter(isItemPlace)
  const collections = groupedBy(all.filter(endsInLiteral), singularKey)
  const siblings = groupedBy(items, singularKey)
  return items.map((item) => {
    const key = singularKey(item)
    const exact = places.get(keyAbove(item)) ?? null
    const others = siblings.get(key)?.length === 1 ? (collections.get(key) ?? []) : []
    return pairOf(item, exact, others.find((place) => place !== exact) ?? null, schemas)
  })
}

/** /things, /thing and /thing/{id} have the same key. */
function singularKey(place: Place): string {
  const above = place.segments.slice(0, isItemPlace(place) ? -2 : -1)
  return `${keyOf(above)}/${thingOf(place.thing)}`
}

function pairOf(item: Place, exact: Place | null, other: Place | null, schemas: Schemas): Draft {
  const draft = draftOf({ collection: exact ?? other, item })
  if (exact !== null) addMissing(draft, exact, schemas)
  if (other !== null && (exact === null || createsTheSame(other, item, schemas)))
    addMissing(draft, other, schemas)
  return draft
}

function createsTheSame(collection: Place, item: Place, schemas: Schemas): boolean {
  const [created, read] = [collection.operations.get('POST'), item.operations.get('GET')].map((operation) =>
    schemas.identity(resourceSchema(schemas, operation?.response, item.thing)),
  )
  return collection.operations.has('POST') ? created !== null && created === read : true
}

export function addMissing(draft: Draft, collection: Place, schemas: Schemas): void {
  for (const [act, operation] of collectionRoles(collection, draft.item, schemas))
    if (!draft.life.has(act)) draft.life.set(act, operation)
}
