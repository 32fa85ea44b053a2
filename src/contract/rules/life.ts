// Built-in rules about the life of a resource: ids, creation, deletion, list and parent.
import { dotted, type Json } from '../../base/json.ts'
import { depth, isChange, isRead, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

const takesOtherIds: Rule['holdsFor'] = (operation, resource) =>
  // The id must be a text, because a number has no other spelling.
  [undefined, 'string'].includes(operation.idParameter?.schema.type as string | undefined) &&
  operation.idParameter !== null &&
  (isChange(operation) || operation.act === 'delete') &&
  refuses(operation, 'unknown') &&
  (operation.act === 'delete' && isSupplied(resource)
    ? true
    : resource.life.create !== undefined && isRead(resource))

const isFollowed: Rule['holdsFor'] = ({ accepted, act }, { life }) =>
  accepted !== null &&
  (act === 'create' || act === 'delete') &&
  life.create !== undefined &&
  life.read !== undefined

const valuesIn = (values: ReadonlyMap<string, Json>): string =>
  [...values].map(([pointer, value]) => `${dotted(pointer)} ${JSON.stringify(value)}`).join(' and ')

function shownBy(supersedes: ReadonlyMap<string, Json> | null, title: string): string {
  return supersedes === null || supersedes.size === 0
    ? ''
    : ` A read of the old ${title} shows ${valuesIn(supersedes)}.`
}

export const rulesOfLife: readonly Rule[] = [
  {
    name: 'other-id',
    level: 'MUST',
    holdsFor: takesOtherIds,
    statement: () =>
      'If the id in the path resembles the id of a resource but belongs to no resource, the tenant returns no 2xx status and changes nothing. Examples are a shorter id, a longer id, and an id with one different character.',
  },
  {
    name: 'id-as-written',
    level: 'SHOULD',
    holdsFor: takesOtherIds,
    statement: () =>
      'If the path contains the id of a resource in another spelling, the tenant returns no 2xx status and changes nothing. Examples are another letter case, blanks or path segments before or after the id, and an id that is percent-encoded twice (RFC 3986, 2.4).',
  },
  {
    name: 'id-refused-in-json',
    level: 'SHOULD',
    named: true,
    holdsFor: takesOtherIds,
    statement: () =>
      'If the tenant returns a 4xx status with a JSON body for an unknown id, every 4xx response to another wrong id also has a JSON body. This also applies to ids with unusual characters. This does not apply to statuses that a proxy in front of the tenant may send, for example 414.',
  },
  {
    name: 'gone-after-delete',
    level: 'MUST',
    // Some tenants serve deleted resources for some time, so the contract must state a status.
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
      `The tenant returns ${statuses(afterDelete, refusal)} for a request with the id of a deleted resource.`,
  },
  {
    name: 'ended-after-delete',
    level: 'MUST',
    holdsFor: ({ act }, resource) =>
      act === 'delete' &&
      resource.ended.size > 0 &&
      resource.life.create !== undefined &&
      resource.life.read !== undefined,
    statement: (_operation, { ended }) => `A read of a deleted resource shows ${valuesIn(ended)}.`,
  },
  {
    name: 'upsert',
    level: 'MUST',
    holdsFor: ({ act }, resource) => act === 'create' && resource.upsert !== null && isRead(resource),
    statement: (_operation, { title, upsert }) =>
      `A creation with the id of an existing ${title} changes that ${title}${upsert?.id === 'kept' ? ' and creates no other resource' : `, or ends that ${title} and creates another`}.`,
  },
  {
    name: 'upsert-unknown',
    level: 'MUST',
    holdsFor: ({ act }, { upsert }) => act === 'create' && (upsert?.unknown ?? null) !== null,
    statement: (_operation, { title, upsert }) =>
      `The tenant returns ${statuses(upsert?.unknown, refusal)} for a creation with an id that no ${title} has.`,
  },
  {
    name: 'supersedes',
    level: 'MUST',
    holdsFor: ({ supersedes }, resource) =>
      supersedes !== null && resource.life.create !== undefined && isRead(resource),
    statement: ({ supersedes }, { title }) =>
      `The request creates a new ${title} with a new id and the sent values.${shownBy(supersedes, title)}`,
  },
  {
    name: 'accepted-ends',
    level: 'MUST',
    holdsFor: isFollowed,
    statement: ({ accepted }) =>
      `If the tenant returns 202 for a request, a later response shows within ${accepted?.withinMs} ms that the tenant has completed the request.`,
  },
  {
    name: 'accepted-takes-effect',
    level: 'MUST',
    holdsFor: isFollowed,
    statement: ({ act }) =>
      act === 'create'
        ? 'If the tenant returns 202 for a creation, a read shows the sent values after the tenant has completed the creation.'
        : 'If the tenant returns 202 for a deletion, the resource no longer exists after the tenant has completed the deletion.',
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
      `The tenant returns ${statuses(beforeDelete?.refusal, refusal)} for a deletion before the operation ${beforeDelete?.operation}, and changes nothing.`,
  },
  {
    name: 'listed',
    level: 'MUST',
    holdsFor: ({ act }, { life }) => act === 'list' && life.create !== undefined,
    statement: (_operation, { life, afterDelete }) =>
      life.delete === undefined || afterDelete === null
        ? 'The list contains each created resource, with the same values as a read of the resource.'
        : 'The list contains each created resource, with the same values as a read of the resource. The list contains no deleted resource.',
  },
  {
    name: 'total',
    level: 'MUST',
    holdsFor: ({ act }, { total, life }) => act === 'list' && total !== null && life.create !== undefined,
    statement: (_operation, { total }) =>
      `In the response, ${total?.slice(1)} is the number of all resources of the list, not only of one page.`,
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
      `The tenant returns ${statuses(refusals.unknown, refusal)} if the resource in the path does not belong to the parent in the path.`,
  },
  {
    name: 'gone-with-parent',
    level: 'MUST',
    holdsFor: (operation, { life, removedWith }, { resources }) =>
      operation.act === 'read' &&
      life.create !== undefined &&
      removedWith !== null &&
      resources.get(removedWith)?.life.delete !== undefined,
    statement: (_operation, { removedWith }) =>
      `After the deletion of its parent (${removedWith}), a resource no longer exists.`,
  },
]
