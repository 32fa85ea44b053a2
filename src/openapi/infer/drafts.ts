// Infers resources from paths, then from links and schemas, then from operationIds.
import { collectionRoles } from './collection-roles.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Schemas } from './facts/schemas.ts'
import { addItemRoles } from './item-roles.ts'
import { namedPairsIn } from './named-pairs.ts'
import { joinNested } from './nested.ts'
import type { Operation } from './operations.ts'
import { pairsIn } from './pairs.ts'
import { endsInLiteral, type Place } from './places.ts'
import { singletonOf } from './singletons.ts'

export function draftsOf(places: ReadonlyMap<string, Place>, schemas: Schemas): readonly Draft[] {
  const pairs = pairsIn(places, schemas)
  joinNested(pairs, unused(places, pairs).filter(endsInLiteral), schemas)
  for (const { life, item } of pairs) if (item !== null) addItemRoles(life, item, schemas)
  const named = namedPairsIn(unused(places, pairs), schemas)
  const left = unused(places, [...pairs, ...named]).filter(endsInLiteral)
  const single = left.flatMap((place) => singletonOf(place, schemas) ?? collectionAlone(place, schemas))
  return [...pairs, ...named, ...single].filter(({ life }) => life.size > 0)
}

const collectionAlone = (collection: Place, schemas: Schemas): Draft =>
  draftOf({ collection, item: null }, collectionRoles(collection, null, schemas))

function unused(places: ReadonlyMap<string, Place>, drafts: readonly Draft[]): readonly Place[] {
  const used = new Set<Operation>(drafts.flatMap(({ life }) => [...life.values()]))
  return [...places.values()].flatMap((place) => {
    const operations = new Map([...place.operations].filter(([, operation]) => !used.has(operation)))
    return operations.size === 0 ? [] : [{ ...place, operations }]
  })
}
