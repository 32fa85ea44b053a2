// Infers the roles of the operations on the path of a collection.
import type { Act } from '../../contract/index.ts'
import { itemSchema, itemsOf, resourceSchema } from './bodies.ts'
import type { Schemas } from './facts/schemas.ts'
import { isPlural } from './facts/words.ts'
import type { Operation } from './operations.ts'
import type { Place } from './places.ts'
import { deniesCreate, isAction, saysCreate, saysList } from './verbs.ts'

export function collectionRoles(
  collection: Place,
  item: Place | null,
  schemas: Schemas,
): ReadonlyMap<Act, Operation> {
  const life = new Map<Act, Operation>()
  if (isAction(collection.thing)) return life
  const get = collection.operations.get('GET')
  if (get !== undefined && isList(get, collection, item, schemas)) life.set('list', get)
  const post = collection.operations.get('POST')
  if (post !== undefined && createsOne(post, schemas) && (item !== null || isCreation(post, life, schemas)))
    life.set('create', post)
  return life
}

export function isList(get: Operation, place: Place, item: Place | null, schemas: Schemas): boolean {
  const { response } = get
  const items = itemsOf(schemas, response, place.thing)
  if (item !== null) return items !== null || !isOne(get, item.operations.get('GET'), place.thing, schemas)
  if (items === '') return true
  if (!isPlural(place.thing)) return items !== null && saysList(get)
  return items !== null || response === undefined || saysList(get)
}

// For example, GET /user returns one user like GET /users/{id}.
function isOne(get: Operation, read: Operation | undefined, thing: string, schemas: Schemas): boolean {
  const identity = schemas.identity(resourceSchema(schemas, get.response, thing))
  return identity !== null && identity === schemas.identity(resourceSchema(schemas, read?.response, thing))
}

const createsOne = (post: Operation, schemas: Schemas): boolean =>
  !deniesCreate(post) && !schemas.types(post.request).has('array')

// A POST creates a resource if its name says so and its path is plural, or if its schema is that of the
// list's items.
function isCreation(post: Operation, life: ReadonlyMap<Act, Operation>, schemas: Schemas): boolean {
  const [thing] = post.segments.flatMap((one) => (one.kind === 'literal' ? [one.text] : [])).slice(-1)
  if (thing === undefined || !post.hasRequest) return false
  if (saysCreate(post) && isPlural(thing)) return true
  const listed = schemas.identity(itemSchema(schemas, life.get('list')?.response, thing))
  const bodies = [post.request, post.response].map((body) =>
    schemas.identity(resourceSchema(schemas, body, thing)),
  )
  return listed !== null && bodies.includes(listed)
}
