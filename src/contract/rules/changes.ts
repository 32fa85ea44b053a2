// Built-in rules about the effects of updates.

import { isObject } from '../../base/json.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
import type { Operation } from '../contract.ts'
import { type Resource, serverSetOf } from '../resource.ts'
import { type Schema, schemaAt } from '../schema.ts'
import { isChange, isRead, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

/** Returns whether the operation has the header If-Match (RFC 9110, section 13.1.1). */
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
      `If the If-Match header of a ${act === 'delete' ? 'deletion' : 'change'} contains an outdated entity tag, the tenant returns 412 and changes nothing (RFC 9110, 13.1.1).`,
  },
  {
    name: 'safe-changes-nothing',
    level: 'MUST',
    holdsFor: ({ safe }, resource) => safe && resource.life.create !== undefined && isRead(resource),
    statement: () => 'The request changes nothing (RFC 9110, 9.2.1).',
  },
  {
    name: 'rest-unchanged',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'An update does not change the members that it omits.',
  },
  {
    name: 'empty-update',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'An update without members changes nothing.',
  },
  {
    name: 'merges',
    level: 'MUST',
    holdsFor: ({ act, request }, { patch, ...resource }) =>
      act === 'update' && request !== null && patch === 'merge' && isRead(resource),
    statement: () =>
      'An update merges its objects into the stored objects, and the value null removes an optional member (RFC 7396).',
  },
  {
    name: 'replaces-objects',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'update' && resource.replacesObjects && isRead(resource) && hasObjects(request),
    statement: () =>
      'An object in an update replaces the whole stored object. Afterwards, the stored object no longer has the members that the update omits.',
  },
  {
    name: 'replaces',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'replace' && request !== null && resource.replaces === true && isRead(resource),
    statement: () => 'A replacement removes the optional members that it omits.',
  },
  {
    name: 'refused-changes-nothing',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && operation.request !== null && isRead(resource) && refuses(operation, 'invalid'),
    statement: () => 'A rejected request changes nothing.',
  },
  {
    name: 'independent',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      operation.act === 'delete' && isSupplied(resource)
        ? true
        : (isChange(operation) || operation.act === 'delete') && isRead(resource) && !resource.singleton,
    statement: () => 'A request changes only the resource with the id in the path of the request.',
  },
  {
    name: 'constant',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && serverSetOf(resource, ['constant']).length > 0,
    statement: (_operation, resource) => {
      const names = serverSetOf(resource, ['constant'])
      return `${listInWords(names, 'and')} never ${names.length === 1 ? 'changes' : 'change'}.`
    },
  },
  {
    name: 'moves',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && serverSetOf(resource, ['moves', 'monotonic']).length > 0,
    statement: (_operation, resource) => {
      const moving = serverSetOf(resource, ['moves'])
      const others = serverSetOf(resource, ['monotonic'])
      return [
        moving.length === 0 ? [] : [`Every change increases ${listInWords(moving, 'and')}.`],
        others.length === 0
          ? []
          : [`${listInWords(others, 'and')} never ${others.length === 1 ? 'decreases' : 'decrease'}.`],
      ]
        .flat()
        .join(' ')
    },
  },
  {
    name: 'several-members',
    level: 'MUST',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'If an update sends new values for several members, all these members change.',
  },
  {
    name: 'updates-at-once',
    level: 'SHOULD',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () =>
      'If the tenant accepts parallel updates of different members, all these updates take effect.',
  },
  {
    name: 'form-body',
    level: 'MUST',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'A form has the same effect as a JSON body with the same members.',
  },
  {
    name: 'any-sequence',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'update' && request !== null && resource.life.create !== undefined && isRead(resource),
    statement: () =>
      'After any sequence of updates, each member has the value that results from the accepted updates.',
  },
  {
    name: 'transitions',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      (act === 'update' || act === 'replace') &&
      request !== null &&
      isRead(resource) &&
      [...resource.states.keys()].some((pointer) => schemaAt(request, pointer) !== undefined),
    statement: () =>
      'If a request sends a state that is allowed after the current state, the tenant stores the new state.',
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
      `The tenant returns ${statuses([...states.values()][0]?.refusal, refusal)} for a state that is not allowed after the current state, and changes nothing.`,
  },
]
