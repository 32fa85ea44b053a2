// Finds singletons: a path with GET, and with PUT or PATCH.
import type { Act } from '../../contract/index.ts'
import { isList } from './collection-roles.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Schemas } from './facts/schemas.ts'
import type { Operation } from './operations.ts'
import type { Place } from './places.ts'
import { isAction } from './verbs.ts'

/** A path with POST is no singleton, because its resource possibly does not always exist. */
export function singletonOf(place: Place, schemas: Schemas): Draft | null {
  const { operations } = place
  const [read, replace, update] = ['GET', 'PUT', 'PATCH'].map((method) => operations.get(method))
  if (read === undefined || (replace ?? update) === undefined) return null
  if (operations.has('POST') || isAction(place.thing) || isList(read, place, null, schemas)) return null
  const life = new Map<Act, Operation>([['read', read]])
  if (replace !== undefined) life.set('replace', replace)
  if (update !== undefined) life.set('update', update)
  return draftOf({ collection: place, item: null }, life, true)
}
