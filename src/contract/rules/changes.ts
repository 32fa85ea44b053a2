// Rules about the effects of updates.

import { isObject } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import { type Resource, serverSetOf } from '../resource.ts'
import { type Schema, schemaAt } from '../schema.ts'
import { isChange, isRead, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

/** Accepts If-Match (RFC 9110, 13.1.1). */
export const takesTag = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match')

const hasObjects = (request: Schema | null): boolean =>
  Object.values(isObject(request?.properties) ? request.properties : {}).some(
    (one) => isObject(one) && (isObject(one.properties) || isObject(one.additionalProperties)),
  )

const isChanged = ({ life }: Resource): boolean => life.update !== undefined || life.replace !== undefined

export const rulesOfChanges: readonly Rule[] = [
  {
    name: 'stale-refused',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (isChange(operation) || (operation.act === 'delete' && isChanged(resource))) &&
      takesTag(operation) &&
      resource.life.create !== undefined &&
      resource.life.read !== undefined,
    statement: ({ act }) =>
      `A ${act === 'delete' ? 'deletion' : 'change'} with an If-Match that is no longer current is refused with status 412 (RFC 9110, 13.1.1), and changes nothing.`,
  },
  {
    name: 'safe-changes-nothing',
    level: 'MUST',
    holdsFor: ({ safe }, resource) => safe && resource.life.create !== undefined && isRead(resource),
    statement: () => 'It changes nothing (RFC 9110, 9.2.1).',
  },
  {
    name: 'rest-unchanged',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'Members that an update does not send stay as they are.',
  },
  {
    name: 'empty-update',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'An update that sends nothing changes nothing.',
  },
  {
    name: 'merges',
    level: 'MUST',
    holdsFor: ({ act, request }, { patch, ...resource }) =>
      act === 'update' && request !== null && patch === 'merge' && isRead(resource),
    statement: () => 'Objects are merged, and null removes an optional member (RFC 7396).',
  },
  {
    name: 'replaces-objects',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'update' && resource.replacesObjects && isRead(resource) && hasObjects(request),
    statement: () => 'An object that an update sends replaces the stored one: what it leaves out is gone.',
  },
  {
    name: 'replaces',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'replace' && request !== null && resource.replaces === true && isRead(resource),
    statement: () => 'An optional member that a replacement leaves out is gone.',
  },
  {
    name: 'refused-changes-nothing',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && operation.request !== null && isRead(resource) && refuses(operation, 'invalid'),
    statement: () => 'A request that is refused changes nothing.',
  },
  {
    name: 'independent',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      operation.act === 'delete' && isSupplied(resource)
        ? true
        : (isChange(operation) || operation.act === 'delete') && isRead(resource) && !resource.singleton,
    statement: () => 'A request changes what its path names and no other.',
  },
  {
    name: 'constant',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && serverSetOf(resource, ['constant']).length > 0,
    statement: (_operation, resource) => `${serverSetOf(resource, ['constant']).join(', ')} never changes.`,
  },
  {
    name: 'moves',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && serverSetOf(resource, ['moves', 'monotonic']).length > 0,
    statement: (_operation, resource) => {
      const moving = serverSetOf(resource, ['moves']).join(', ')
      const others = serverSetOf(resource, ['monotonic']).join(', ')
      return [
        moving === '' ? [] : [`A change moves ${moving} forward`],
        others === '' ? [] : [`${others} never goes back`],
      ]
        .flat()
        .join('; ')
        .concat('.')
    },
  },
  {
    name: 'several-members',
    level: 'MUST',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'Members that are sent together change together.',
  },
  {
    name: 'updates-at-once',
    level: 'SHOULD',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () =>
      'Updates of different members that are sent at the same time all take effect, as far as they are accepted.',
  },
  {
    name: 'form-body',
    level: 'MUST',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'A form does what the same members do when they are sent as JSON.',
  },
  {
    name: 'any-sequence',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'update' && request !== null && resource.life.create !== undefined && isRead(resource),
    statement: () =>
      'In whatever order updates follow one another, each member is what the accepted ones have made of it.',
  },
  {
    name: 'transitions',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      (act === 'update' || act === 'replace') &&
      request !== null &&
      isRead(resource) &&
      [...resource.states.keys()].some((pointer) => schemaAt(request, pointer) !== undefined),
    statement: () => 'A transition that the contract allows is carried out and stored.',
  },
  {
    name: 'transitions-refused',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) &&
      operation.request !== null &&
      isRead(resource) &&
      operation.refusals.transition !== null &&
      [...resource.states].some(
        ([pointer, { transitions }]) =>
          transitions !== null && schemaAt(operation.request ?? {}, pointer) !== undefined,
      ),
    statement: (_operation, { states }) =>
      `A transition that the contract does not allow is refused with ${statuses([...states.values()][0]?.refusal, refusal)}, and changes nothing.`,
  },
]
