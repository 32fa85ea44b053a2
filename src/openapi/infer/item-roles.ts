// Infers the roles of the operations on the path of an item.
import type { Act } from '../../contract/index.ts'
import { resourceSchema, showsSeveral } from './bodies.ts'
import { thingIn } from './facts/path.ts'
import type { Schemas } from './facts/schemas.ts'
import type { Operation } from './operations.ts'
import type { Place } from './places.ts'
import { deniesCreate, isAction, saysCreate, saysList, saysUpdate } from './verbs.ts'

export function addItemRoles(life: Map<Act, Operation>, item: Place, schemas: Schemas): void {
  if (isAction(item.thing)) return
  const { operations } = item
  const get = operations.get('GET')
  if (get !== undefined && readsOne(get, item, life, schemas)) life.set('read', get)
  // Alone, a change such as PUT /start/{id} does not show which resource it changes.
  if (life.size === 0) return
  addPut(life, operations.get('PUT'))
  const patch = operations.get('PATCH')
  if (patch?.hasRequest === true) life.set('update', patch)
  addPost(life, operations.get('POST'), schemas)
  const removal = operations.get('DELETE')
  if (removal !== undefined && (life.has('create') || life.has('list'))) life.set('delete', removal)
}

function readsOne(get: Operation, item: Place, life: ReadonlyMap<Act, Operation>, schemas: Schemas): boolean {
  if (life.size === 0 && saysList(get)) return false
  return !showsSeveral(schemas, get.response, item.thing)
}

// A PUT that documents 201 or is named "create" is the creation, if there is no other.
function addPut(life: Map<Act, Operation>, put: Operation | undefined): void {
  // A PUT without a body does not replace the resource.
  if (put === undefined || !put.hasRequest) return
  const creates = put.statuses.includes('201') || ['create', 'creates'].some((word) => put.words.has(word))
  life.set(creates && !life.has('create') ? 'create' : 'replace', put)
}

function addPost(life: Map<Act, Operation>, post: Operation | undefined, schemas: Schemas): void {
  if (post === undefined) return
  if (!life.has('create') && post.hasRequest && saysCreate(post) && life.has('read')) {
    life.set('create', post)
    return
  }
  if (life.has('update') || !post.hasRequest || saysCreate(post)) return
  if (saysUpdate(post) || (!deniesCreate(post) && showsTheSame(post, life.get('read'), schemas)))
    life.set('update', post)
}

function showsTheSame(one: Operation, other: Operation | undefined, schemas: Schemas): boolean {
  const identity = ({ response, segments }: Operation): string | null =>
    schemas.identity(resourceSchema(schemas, response, thingIn(segments)))
  return other !== undefined && identity(one) !== null && identity(one) === identity(other)
}
