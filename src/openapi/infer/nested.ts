// Joins paths of one resource: /parents/{id}/things creates the resource that /things/{id} reads.
import { groupedBy } from '../../base/collections/grouped.ts'
import { itemSchema, resourceSchema } from './bodies.ts'
import type { Draft } from './draft.ts'
import { namesIn } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import { thingOf } from './facts/words.ts'
import type { Operation } from './operations.ts'
import { addMissing } from './pairs.ts'
import type { Place } from './places.ts'

/** A link or an equal response schema proves that paths belong together. */
export function joinNested(drafts: readonly Draft[], collections: readonly Place[], schemas: Schemas): void {
  const joined = new Set<Place>()
  const linked = collections.filter((place) => (place.operations.get('POST')?.links.length ?? 0) > 0)
  const byThing = groupedBy(collections, ({ thing }) => thingOf(thing))
  for (const draft of drafts) {
    if (draft.life.has('create')) continue
    const candidates = new Set([...linked, ...(byThing.get(thingOf(draft.thing)) ?? [])])
    const [best] = [...candidates]
      .filter((place) => !joined.has(place) && belongsTo(draft, place, schemas))
      .sort(byEvidence)
    if (best === undefined) continue
    joined.add(best)
    addMissing(draft, best, schemas)
  }
}

const byEvidence = (a: Place, b: Place): number =>
  Number(b.operations.has('POST')) - Number(a.operations.has('POST')) || a.segments.length - b.segments.length

function belongsTo(draft: Draft, place: Place, schemas: Schemas): boolean {
  const { item } = draft
  if (item === null || !isReachable(item, place)) return false
  if (linksTo(place.operations.get('POST'), item)) return true
  if (thingOf(place.thing) !== thingOf(item.thing)) return false
  const read = schemas.identity(resourceSchema(schemas, item.operations.get('GET')?.response, item.thing))
  const { response: created } = place.operations.get('POST') ?? {}
  const { response: list } = place.operations.get('GET') ?? {}
  const shown = [resourceSchema(schemas, created, place.thing), itemSchema(schemas, list, place.thing)]
  return read !== null && shown.some((schema) => schemas.identity(schema) === read)
}

// The creation's path must contain all parameters of the item except the id.
function isReachable(item: Place, place: Place): boolean {
  const names = namesIn(place.segments)
  return namesIn(item.segments.slice(0, -1)).every((name) => names.includes(name))
}

function linksTo(creation: Operation | undefined, item: Place): boolean {
  const targets = [...item.operations.values()]
  return creation?.links.some((link) => targets.some((target) => isTarget(link, target))) ?? false
}

export const isTarget = (link: Operation['links'][number], target: Operation): boolean =>
  (typeof link.operationId === 'string' && link.operationId === target.operationId) ||
  link.operationRef === `#${target.pointer}`
