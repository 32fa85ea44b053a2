// Finds resources by operationIds such as createPet, getPetById and deletePet.

import { groupedBy } from '../../base/collections/grouped.ts'
import type { Act } from '../../contract/index.ts'
import { itemsOf } from './bodies.ts'
import { type Draft, draftOf } from './draft.ts'
import { namesIn } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import { singularOf, wordsOf } from './facts/words.ts'
import type { Operation } from './operations.ts'
import { isItemPlace, type Place } from './places.ts'

const verbs: Readonly<Record<string, readonly Act[]>> = {
  create: ['create'],
  add: ['create'],
  get: ['read', 'list'],
  read: ['read'],
  find: ['read', 'list'],
  list: ['list'],
  update: ['update', 'replace'],
  delete: ['delete'],
  remove: ['delete'],
}

const methodOf: Readonly<Record<Act, string>> = {
  create: 'POST',
  read: 'GET',
  list: 'GET',
  update: 'PATCH',
  replace: 'PUT',
  delete: 'DELETE',
}

interface Named {
  readonly operation: Operation
  readonly place: Place
  readonly thing: string
  readonly acts: readonly Act[]
}

export function namedPairsIn(places: readonly Place[], schemas: Schemas): readonly Draft[] {
  const named = places.flatMap((place) => [...place.operations.values()].flatMap((one) => nameIn(one, place)))
  return [...groupedBy(named, ({ thing }) => thing).values()].flatMap(
    (group) => draftIn(group, schemas) ?? [],
  )
}

function nameIn(operation: Operation, place: Place): readonly Named[] {
  const [verb = '', ...rest] = wordsOf(operation.operationId ?? '')
  const by = rest.indexOf('by')
  const thing = singularOf(by > 0 ? rest.slice(0, by) : rest).join('-')
  const acts = (verbs[verb] ?? []).filter((act) => methodOf[act] === operation.method)
  return thing === '' || acts.length === 0 ? [] : [{ operation, place, thing, acts }]
}

function draftIn(group: readonly Named[], schemas: Schemas): Draft | null {
  const create = only(group, 'create')
  const item = only(
    group,
    'read',
    ({ operation, place }) => isOneMore(place, create) && isOne(operation, schemas),
  )
  if (create === null || item === null) return null
  const life = new Map<Act, Operation>([
    ['create', create.operation],
    ['read', item.operation],
  ])
  for (const act of ['update', 'replace', 'delete'] as const) {
    const found = only(group, act, ({ place }) => isOneMore(place, create))
    if (found !== null) life.set(act, found.operation)
  }
  const list = only(
    group,
    'list',
    ({ operation, place }) => !isItemPlace(place) && !isOne(operation, schemas),
  )
  if (list !== null) life.set('list', list.operation)
  return { ...draftOf({ collection: create.place, item: item.place }, life), thing: create.thing }
}

function only(group: readonly Named[], act: Act, fits: (one: Named) => boolean = () => true): Named | null {
  const [first, second] = group.filter((one) => one.acts.includes(act) && fits(one))
  return first !== undefined && second === undefined ? first : null
}

const isOneMore = (place: Place, create: Named | null): boolean =>
  create !== null &&
  isItemPlace(place) &&
  namesIn(place.segments).length === namesIn(create.place.segments).length + 1

const isOne = ({ response }: Operation, schemas: Schemas): boolean => itemsOf(schemas, response, '') === null
