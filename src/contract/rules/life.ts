// Rules about a resource's life: deletion, lists, parents.
import { dotted, type Json } from '../../base/json.ts'
import { depth, isChange, isRead, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

const takesOtherIds: Rule['holdsFor'] = (operation, resource) =>
  // Numbers have no other spellings.
  [undefined, 'string'].includes(operation.idParameter?.schema.type as string | undefined) &&
  operation.idParameter !== null &&
  (isChange(operation) || operation.act === 'delete') &&
  refuses(operation, 'unknown') &&
  (operation.act === 'delete' && isSupplied(resource)
    ? true
    : resource.life.create !== undefined && isRead(resource))

/** The contract says how to follow a 202. */
const isFollowed: Rule['holdsFor'] = ({ accepted, act }, { life }) =>
  accepted !== null &&
  (act === 'create' || act === 'delete') &&
  life.create !== undefined &&
  life.read !== undefined

const valuesIn = (values: ReadonlyMap<string, Json>): string =>
  [...values].map(([pointer, value]) => `${dotted(pointer)} ${JSON.stringify(value)}`).join(' and ')

function shownBy(supersedes: ReadonlyMap<string, Json> | null): string {
  return supersedes === null || supersedes.size === 0
    ? ''
    : `; a read of the old one shows ${valuesIn(supersedes)}`
}

export const rulesOfLife: readonly Rule[] = [
  {
    name: 'other-id',
    level: 'MUST',
    holdsFor: takesOtherIds,
    statement: () =>
      'A text that is shorter or longer than an id, or differs from it in any character, is another id: a request with it is not served, and changes nothing.',
  },
  {
    name: 'id-as-written',
    level: 'SHOULD',
    holdsFor: takesOtherIds,
    statement: () =>
      'An id in another letter case, with blanks or parts of a path around it, or encoded twice (RFC 3986, 2.4), is another id.',
  },
  {
    name: 'id-refused-in-json',
    level: 'SHOULD',
    named: true,
    holdsFor: takesOtherIds,
    statement: () =>
      'Where the refusal of an unknown id is JSON, so is the refusal of any other id, whatever characters it holds.',
  },
  {
    name: 'gone-after-delete',
    level: 'MUST',
    // Some deleted resources expire later.
    holdsFor: ({ idParameter, act }, resource) =>
      resource.afterDelete === null
        ? false
        : act === 'delete' && isSupplied(resource)
          ? true
          : idParameter !== null &&
            act !== 'other' &&
            resource.life.delete !== undefined &&
            resource.life.create !== undefined,
    statement: (_operation, { afterDelete }) =>
      `A request for one that was deleted is answered with ${statuses(afterDelete, refusal)}.`,
  },
  {
    name: 'ended-after-delete',
    level: 'MUST',
    holdsFor: ({ act }, resource) =>
      act === 'delete' &&
      resource.ended.size > 0 &&
      resource.life.create !== undefined &&
      resource.life.read !== undefined,
    statement: (_operation, { ended }) => `A read of one that was deleted shows ${valuesIn(ended)}.`,
  },
  {
    name: 'upsert',
    level: 'MUST',
    holdsFor: ({ act }, resource) => act === 'create' && resource.upsert !== null && isRead(resource),
    statement: (_operation, { title, upsert }) =>
      `A creation that names the id of an existing ${title} changes that one${upsert?.id === 'kept' ? ', and makes no other' : ', or ends it and makes another'}.`,
  },
  {
    name: 'upsert-unknown',
    level: 'MUST',
    holdsFor: ({ act }, { upsert }) => act === 'create' && (upsert?.unknown ?? null) !== null,
    statement: (_operation, { title, upsert }) =>
      `A creation that names the id of no ${title} is refused with ${statuses(upsert?.unknown, refusal)}.`,
  },
  {
    name: 'supersedes',
    level: 'MUST',
    holdsFor: ({ supersedes }, resource) =>
      supersedes !== null && resource.life.create !== undefined && isRead(resource),
    statement: ({ supersedes }, { title }) =>
      `It gives a new ${title} with an id of its own, which holds what was sent${shownBy(supersedes)}.`,
  },
  {
    name: 'accepted-ends',
    level: 'MUST',
    holdsFor: isFollowed,
    statement: ({ accepted }) =>
      `What is accepted with 202 is done within ${accepted?.withinMs} ms, as its operation shows.`,
  },
  {
    name: 'accepted-takes-effect',
    level: 'MUST',
    holdsFor: isFollowed,
    statement: ({ act }) =>
      act === 'create'
        ? 'Once its operation is done, a read shows what was sent.'
        : 'Once its operation is done, what was deleted is gone.',
  },
  {
    name: 'early-delete-refused',
    level: 'MUST',
    holdsFor: ({ act }, { beforeDelete, life }) =>
      act === 'delete' &&
      beforeDelete !== null &&
      beforeDelete.refusal !== null &&
      life.create !== undefined &&
      life.read !== undefined,
    statement: (_operation, { beforeDelete }) =>
      `A deletion without ${beforeDelete?.operation} before it is refused with ${statuses(beforeDelete?.refusal, refusal)}, and changes nothing.`,
  },
  {
    name: 'listed',
    level: 'MUST',
    holdsFor: ({ act }, { life }) => act === 'list' && life.create !== undefined,
    statement: (_operation, { life, afterDelete }) =>
      life.delete === undefined || afterDelete === null
        ? 'One that was made is in the list, as a read of it shows it.'
        : 'One that was made is in the list, as a read of it shows it, and one that was deleted is not.',
  },
  {
    name: 'total',
    level: 'MUST',
    holdsFor: ({ act }, { total, life }) => act === 'list' && total !== null && life.create !== undefined,
    statement: (_operation, { total }) => `${total?.slice(1)} is the number of all.`,
  },
  {
    name: 'wrong-parent',
    level: 'MUST',
    holdsFor: (operation, { life }) =>
      operation.idParameter !== null &&
      depth(operation) > 1 &&
      life.create !== undefined &&
      refuses(operation, 'unknown'),
    statement: ({ refusals }) =>
      `A request for one that belongs to another parent is refused with ${statuses(refusals.unknown, refusal)}.`,
  },
  {
    name: 'gone-with-parent',
    level: 'MUST',
    holdsFor: (operation, { life, removedWith }, { resources }) =>
      operation.act === 'read' &&
      life.create !== undefined &&
      removedWith !== null &&
      resources.get(removedWith)?.life.delete !== undefined,
    statement: (_operation, { removedWith }) => `It is gone when its parent (${removedWith}) is deleted.`,
  },
]
