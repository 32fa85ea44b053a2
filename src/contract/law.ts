// Laws: requirements that hold for any operation of a kind, where a contract says what they need. A clause names its law,
// and the engine brings the check. Of a contract whose clauses are implied each operation has those that its resource allows.
import type { Level } from '../base/verdict.ts'
import type { Contract, Operation, Parameter, RefusalReason } from './contract.ts'
import type { Pointer, Resource } from './resource.ts'
import { schemaAt } from './schema.ts'

export interface Law {
  readonly name: string
  readonly level: Level
  /** Whether it holds only where a clause names it; default: wherever it can. */
  readonly named?: true
  /** Whether the contract says enough of the operation for the law to be judged. */
  holdsFor(operation: Operation, resource: Resource, contract: LawFacts): boolean
  /** One sentence, for the catalogue. */
  statement(operation: Operation, resource: Resource, contract: LawFacts): string
}

/** What of a contract laws look at. */
export type LawFacts = Pick<
  Contract,
  'operations' | 'resources' | 'authentication' | 'problem' | 'mediaTypes' | 'otherMediaTypesIgnored'
>

const statuses = (list: readonly number[] | null | undefined, otherwise: string): string =>
  list == null || list.length === 0 ? otherwise : `status ${list.join(' or ')}`

const refusal = 'a 4xx status'
/** Whether it stands in the query and its schema leaves something out. */
const isLimited = (parameter: Parameter): boolean =>
  parameter.in === 'query' &&
  ['minimum', 'maximum', 'maxLength', 'enum'].some((keyword) => keyword in parameter.schema)

/** Whether the contract says that there are such refusals: it does, unless it says that nothing is said. */
const refuses = ({ refusals }: Operation, reason: RefusalReason): boolean => refusals[reason] !== null

/** The unique members that a request of the operation may hold: of what the service sets, those of a creation alone. */
export function uniqueIn(
  { act, request }: Operation,
  { unique, serverSet }: Pick<Resource, 'unique' | 'serverSet'>,
): readonly Pointer[] {
  if (request === null) return []
  return unique.filter(
    (pointer) => schemaAt(request, pointer) !== undefined && (act === 'create' || !serverSet.has(pointer)),
  )
}

/** What becomes of values that the operation is sent for what the service sets; null where it is not said. */
export function sentServerSet({ act }: Operation, { serverSetSent }: Resource): 'ignored' | 'refused' | null {
  if (act !== 'create' && act !== 'update' && act !== 'replace') return null
  return serverSetSent[act] ?? null
}

const isChange = ({ act }: Operation): boolean => act === 'update' || act === 'replace'
const isRead = ({ life, readBy }: Pick<Resource, 'life' | 'readBy'>): boolean =>
  life.read !== undefined || readBy !== null
const isMade = ({ life, singleton }: Resource): boolean => life.create !== undefined || singleton
/** Whether a run can only be given ones, to delete them. */
const isSupplied = ({ life, singleton, supplied }: Resource): boolean =>
  life.create === undefined && !singleton && supplied !== null
const serverSetOf = (
  { serverSet }: Pick<Resource, 'serverSet'>,
  kinds: readonly string[],
): readonly string[] =>
  [...serverSet].filter(([, kind]) => kinds.includes(kind)).map(([pointer]) => pointer.slice(1))
const depth = ({ path }: Operation): number => path.split('{').length - 1

export const laws: readonly Law[] = [
  {
    name: 'accepts',
    level: 'MUST',
    holdsFor: () => true,
    statement: ({ success }) => `A valid request is answered with ${statuses(success, 'a 2xx status')}.`,
  },
  {
    name: 'response-json',
    level: 'MUST',
    holdsFor: ({ response }) => response !== null,
    statement: () => 'The body of a successful response is JSON and not labelled as another media type.',
  },
  {
    name: 'no-server-error',
    level: 'MUST',
    // What takes nothing can't be asked for anything wrong.
    holdsFor: ({ authenticated, request, idParameter, parameters }) =>
      authenticated || request !== null || idParameter !== null || parameters.some(isLimited),
    statement: () => 'No invalid or unauthorised request is answered with a 5xx status.',
  },
  {
    name: 'malformed-json',
    level: 'MUST',
    holdsFor: (operation) => operation.request !== null && refuses(operation, 'malformed'),
    statement: ({ refusals }) =>
      `A body that is not JSON is refused with ${statuses(refusals.malformed, refusal)}.`,
  },
  {
    name: 'media-type',
    level: 'MUST',
    holdsFor: ({ request, refusals }) => request !== null && refusals.mediaType != null,
    statement: ({ refusals }) =>
      `A body of another media type is refused with ${statuses(refusals.mediaType, refusal)}.`,
  },
  {
    name: 'media-type-ignored',
    level: 'MUST',
    holdsFor: (operation, resource, { otherMediaTypesIgnored }) =>
      isChange(operation) && operation.request !== null && isRead(resource) && otherMediaTypesIgnored,
    statement: () => 'A request whose body is of another media type changes nothing.',
  },
  {
    name: 'problem',
    level: 'MUST',
    holdsFor: (_operation, _resource, { problem }) => problem !== null,
    statement: (_operation, _resource, { problem }) =>
      `Every refusal has a body of media type ${problem?.mediaType} and the form that the contract gives.`,
  },
  {
    name: 'auth-missing',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals }) =>
      `A request without a token is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-invalid',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals }) =>
      `A request with a token that the service did not issue is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-expired',
    level: 'MUST',
    holdsFor: (operation, _resource, { authentication }) =>
      operation.authenticated && authentication?.tokens === 'jwt' && refuses(operation, 'unauthenticated'),
    statement: ({ refusals }) =>
      `A request with a token that has ended is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-scope',
    level: 'MUST',
    holdsFor: (operation) =>
      operation.authenticated &&
      operation.scopes !== null &&
      operation.scopes.length > 0 &&
      refuses(operation, 'forbidden'),
    statement: ({ scopes, refusals }) =>
      `A request with a token that lacks the scope ${scopes?.join(' or ')} is refused with ${statuses(refusals.forbidden, refusal)}.`,
  },
  {
    name: 'query-refused',
    level: 'MUST',
    holdsFor: (operation) =>
      (operation.act === 'list' || operation.act === 'read') &&
      operation.parameters.some(isLimited) &&
      refuses(operation, 'invalid'),
    statement: ({ parameters, refusals }) =>
      `A value of ${parameters
        .filter(isLimited)
        .map(({ name }) => name)
        .join(
          ' or ',
        )} in the query that its schema does not allow is refused with ${statuses(refusals.invalid, refusal)}.`,
  },
  {
    name: 'unknown-id',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      operation.idParameter !== null &&
      (isMade(resource) || (operation.act === 'delete' && isSupplied(resource))) &&
      refuses(operation, 'unknown'),
    statement: ({ refusals }, { title }) =>
      `A request for ${title} that never was is refused with ${statuses(refusals.unknown, refusal)}.`,
  },
  {
    name: 'as-sent',
    level: 'MUST',
    holdsFor: ({ act, request, response }) =>
      (act === 'create' || act === 'replace' || act === 'update') && request !== null && response !== null,
    statement: () => 'What was sent comes back as it was sent.',
  },
  {
    name: 'stored',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      (operation.act === 'create' || isChange(operation)) && isRead(resource) && operation.request !== null,
    statement: () => 'What was sent is what a later read shows.',
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
    name: 'ids-unique',
    level: 'MUST',
    holdsFor: ({ act }) => act === 'create',
    statement: (_operation, { idsNeverReused }) =>
      idsNeverReused ? 'No id is given twice, also not after a deletion.' : 'No two have the same id.',
  },
  {
    name: 'location',
    level: 'MUST',
    holdsFor: ({ act }, { location, life }) => act === 'create' && location && life.read !== undefined,
    statement: () => 'The Location of a creation leads to what it made.',
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
  {
    name: 'rest-unchanged',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'What an update does not send stays as it is.',
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
    statement: (_operation, resource) => `${serverSetOf(resource, ['constant']).join(', ')} never change.`,
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
    name: 'form-body',
    level: 'MUST',
    named: true,
    holdsFor: ({ act, request }, resource) => act === 'update' && request !== null && isRead(resource),
    statement: () => 'A form that is sent does what the same members do as JSON.',
  },
  {
    name: 'any-sequence',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      act === 'update' && request !== null && resource.life.create !== undefined && isRead(resource),
    statement: () => 'However updates follow one another, each member is what the accepted ones made of it.',
  },
  {
    name: 'transitions',
    level: 'MUST',
    holdsFor: ({ act, request }, resource) =>
      (act === 'update' || act === 'replace') &&
      request !== null &&
      isRead(resource) &&
      [...resource.states.keys()].some((pointer) => schemaAt(request, pointer) !== undefined),
    statement: () => 'A transition that there is is taken and stored.',
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
      `A transition that there is not is refused with ${statuses([...states.values()][0]?.refusal, refusal)}, and changes nothing.`,
  },
  {
    name: 'gone-after-delete',
    level: 'MUST',
    holdsFor: ({ idParameter, act }, resource) =>
      act === 'delete' && isSupplied(resource)
        ? true
        : idParameter !== null &&
          act !== 'other' &&
          resource.life.delete !== undefined &&
          resource.life.create !== undefined,
    statement: (_operation, { afterDelete }) =>
      `After a deletion it is answered with ${statuses(afterDelete, refusal)}.`,
  },
  {
    name: 'listed',
    level: 'MUST',
    holdsFor: ({ act }, { life }) => act === 'list' && life.create !== undefined,
    statement: (_operation, { life }) =>
      life.delete === undefined
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
      `One that stands below another parent is refused with ${statuses(refusals.unknown, refusal)}.`,
  },
  {
    name: 'gone-with-parent',
    level: 'MUST',
    holdsFor: (operation, { life, removedWith }, { resources }) =>
      operation.act === 'read' &&
      life.create !== undefined &&
      removedWith !== null &&
      resources.get(removedWith)?.life.delete !== undefined,
    statement: (_operation, { removedWith }) => `It is gone when what it stands below (${removedWith}) is.`,
  },
]

/** The law of that name; undefined where there is none. */
export function lawNamed(name: string): Law | undefined {
  return laws.find((law) => law.name === name)
}
