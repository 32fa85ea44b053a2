// Rules about sent and returned values.

import { dotted, isObject, tokenOf } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import { type Resource, serverSetOf } from '../resource.ts'
import { schemaAt } from '../schema.ts'
import { type Normalisation, normalisationInWords } from '../values/normalisation.ts'
import { isChange, isRead, refusal, refuses, sentServerSet, statuses, uniqueIn } from './condition.ts'
import type { Rule } from './rule.ts'

/** Some responses show only the id, or other data. */
const showsNothingSent = ({ name, request, response }: Operation, { idsAt }: Resource): boolean =>
  (idsAt.has(name) || isObject(response?.properties)) &&
  !Object.keys(request?.properties ?? {}).some((member) => schemaAt(response ?? {}, `/${tokenOf(member)}`))

/** Updates have no defaults for omitted members. */
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
    statement: () => 'What was sent comes back as it was sent.',
  },
  {
    name: 'stored',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) && isRead(resource) && operation.request !== null,
    statement: () => 'A later read shows what was sent.',
  },
  {
    name: 'normalised',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.response !== null || isRead(resource)) && normalisedIn(operation, resource).length > 0,
    statement: (operation, resource) =>
      `What was sent is kept and shown in its normal form: ${normalisedIn(operation, resource)
        .map(([pointer, kinds]) => `${dotted(pointer)} ${kinds.map(normalisationInWords).join(', ')}`)
        .join('; ')}.`,
  },
  {
    name: 'idempotent',
    level: 'SHOULD',
    holdsFor: (operation, resource) =>
      isChange(operation) && isRead(resource) && normalisedIn(operation, resource).length > 0,
    statement: () => 'To send back what a read shows changes nothing.',
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
      `Values sent for ${serverSetOf(resource, ['constant', 'monotonic', 'moves', 'any']).join(', ')} are ${sentServerSet(operation, resource) === 'refused' ? 'refused' : 'ignored or refused'}.`,
  },
  {
    name: 'secret-hidden',
    level: 'MUST',
    holdsFor: ({ act, response }, { secret }) =>
      secret.length > 0 && act !== 'other' && act !== 'delete' && response !== null,
    statement: (_operation, { secret }) =>
      `No response shows ${secret.map((pointer) => dotted(pointer)).join(' or ')}.`,
  },
  {
    name: 'ids-unique',
    level: 'MUST',
    // A request may then name an existing id.
    holdsFor: ({ act }, { idIn }) => act === 'create' && idIn !== 'request' && idIn !== 'path',
    statement: (_operation, { idsNeverReused }) =>
      idsNeverReused
        ? 'No id is given twice, not even after a deletion.'
        : 'No two resources have the same id.',
  },
  {
    name: 'ids-not-reused',
    level: 'SHOULD',
    named: true,
    holdsFor: ({ act }) => act === 'create',
    statement: () => 'The id of one that was removed is not given again.',
  },
  {
    name: 'location',
    level: 'MUST',
    holdsFor: ({ act }, { location, life }) => act === 'create' && location && life.read !== undefined,
    statement: () => 'The Location header of a creation leads to what it made.',
  },
  {
    name: 'initial-state',
    level: 'MUST',
    holdsFor: ({ act, response }, { states }) =>
      act === 'create' &&
      response !== null &&
      [...states.values()].some(({ initial }) => initial !== undefined),
    statement: (_operation, { states }) =>
      `A new one has ${[...states].map(([pointer, { initial }]) => `${pointer.slice(1)} ${JSON.stringify(initial)}`).join(', ')}.`,
  },
  {
    name: 'unique-refused',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) &&
      uniqueIn(operation, resource).length > 0 &&
      refuses(operation, 'conflict'),
    statement: (operation, resource) =>
      `A second one with the same ${uniqueIn(operation, resource)
        .map((pointer) => pointer.slice(1))
        .join(' or ')} is refused with ${statuses(operation.refusals.conflict, refusal)}, and is not made.`,
  },
]
