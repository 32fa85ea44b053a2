// Built-in rules about sent and returned values.

import { dotted, isObject, tokenOf } from '../../base/json.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
import type { Operation } from '../contract.ts'
import { type Resource, serverSetOf } from '../resource.ts'
import { schemaAt } from '../schema.ts'
import { type Normalisation, normalisationInWords } from '../values/normalisation.ts'
import { isChange, isRead, refusal, refuses, sentServerSet, statuses, uniqueIn } from './condition.ts'
import type { Rule } from './rule.ts'

const showsNothingSent = ({ name, request, response }: Operation, { idsAt }: Resource): boolean =>
  (idsAt.has(name) || isObject(response?.properties)) &&
  !Object.keys(request?.properties ?? {}).some((member) => schemaAt(response ?? {}, `/${tokenOf(member)}`))

/** Omits defaults for updates, because an update does not change omitted members. */
function normalisedIn(
  { act, request }: Operation,
  { normalises }: Resource,
): readonly [string, readonly Normalisation[]][] {
  if (request === null || !['create', 'update', 'replace'].includes(act)) return []
  return [...normalises].flatMap(([pointer, all]): [string, readonly Normalisation[]][] => {
    const kinds = act === 'update' ? all.filter((one) => !(isObject(one) && 'default' in one)) : all
    return kinds.length === 0 || schemaAt(request, pointer) === undefined ? [] : [[pointer, kinds]]
  })
}

const isDoneLater = ({ accepted, success }: Operation): boolean =>
  accepted !== null || (success !== null && success.length > 0 && success.every((status) => status === 202))

export const rulesOfValues: readonly Rule[] = [
  {
    name: 'as-sent',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) &&
      operation.request !== null &&
      operation.response !== null &&
      !isDoneLater(operation) &&
      !showsNothingSent(operation, resource),
    statement: () => 'The response contains the values that the request sent, without changes.',
  },
  {
    name: 'stored',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) && isRead(resource) && operation.request !== null,
    statement: () => 'A later read shows the sent values.',
  },
  {
    name: 'normalised',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.response !== null || isRead(resource)) && normalisedIn(operation, resource).length > 0,
    statement: (operation, resource) =>
      `The tenant stores and returns sent values in their normal form: ${normalisedIn(operation, resource)
        .map(([pointer, kinds]) => `${dotted(pointer)} ${kinds.map(normalisationInWords).join(', ')}`)
        .join('; ')}.`,
  },
  {
    name: 'idempotent',
    level: 'SHOULD',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && normalisedIn(operation, resource).length > 0,
    statement: () => 'If a request sends the values that a read returned, the request changes nothing.',
  },
  {
    name: 'server-set',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) &&
      operation.request !== null &&
      operation.response !== null &&
      resource.serverSet.size > 0 &&
      sentServerSet(operation, resource) !== null,
    statement: (operation, resource) =>
      `The tenant ${sentServerSet(operation, resource) === 'refused' ? 'rejects' : 'rejects or ignores'} values that a request sends for ${listInWords(serverSetOf(resource, ['constant', 'monotonic', 'moves', 'any']), 'and')}.`,
  },
  {
    name: 'secret-hidden',
    level: 'MUST',
    holdsFor: ({ act, response }, { secret }) =>
      secret.length > 0 && act !== 'other' && act !== 'delete' && response !== null,
    statement: (_operation, { secret }) =>
      `No response contains a value of ${listInWords(secret.map(dotted), 'or')}.`,
  },
  {
    name: 'ids-unique',
    level: 'MUST',
    // A request that chooses the id can choose an existing id.
    holdsFor: ({ act }, { idIn }) => act === 'create' && idIn !== 'request' && idIn !== 'path',
    statement: (_operation, { idsNeverReused }) =>
      idsNeverReused
        ? 'Different resources have different ids. The tenant does not reuse the id of a deleted resource.'
        : 'Different resources have different ids.',
  },
  {
    name: 'ids-not-reused',
    level: 'SHOULD',
    named: true,
    holdsFor: ({ act }) => act === 'create',
    statement: () => 'The tenant does not reuse the id of a deleted resource.',
  },
  {
    name: 'location',
    level: 'MUST',
    holdsFor: ({ act }, { location, life }) => act === 'create' && location && life.read !== undefined,
    statement: () =>
      'The Location header in the response to a creation contains the address of the new resource.',
  },
  {
    name: 'initial-state',
    level: 'MUST',
    holdsFor: ({ act, response }, { states }) =>
      act === 'create' &&
      response !== null &&
      [...states.values()].some(({ initial }) => initial !== undefined),
    statement: (_operation, { states }) =>
      `A new resource has ${[...states].map(([pointer, { initial }]) => `${pointer.slice(1)} ${JSON.stringify(initial)}`).join(', ')}.`,
  },
  {
    name: 'unique-refused',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) &&
      uniqueIn(operation, resource).length > 0 &&
      refuses(operation, 'conflict'),
    statement: (operation, resource) =>
      `The tenant returns ${statuses(operation.refusals.conflict, refusal)} for a ${operation.act === 'create' ? 'creation' : 'change'} with the ${listInWords(
        uniqueIn(operation, resource).map((pointer) => pointer.slice(1)),
        'or',
      )} of another resource, and ${operation.act === 'create' ? 'creates' : 'changes'} nothing.`,
  },
]
