// Conditions that decide whether a built-in rule applies to an operation and its resource.

import { listInWords } from '../../base/text/list-in-words.ts'
import type { Operation, Parameter, RefusalReason } from '../contract.ts'
import { isJudged } from '../parameters.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, schemaAt } from '../schema.ts'
import { type Constraint, isChoice } from '../values/constraint.ts'

export const statuses = (list: readonly number[] | null | undefined, otherwise: string): string =>
  list == null || list.length === 0 ? otherwise : listInWords(list, 'or')

export const refusal = 'a 4xx status'
/** The schema of this query parameter has a limit, but no clause of the contract concerns the parameter. */
export const isLimited = (parameter: Parameter): boolean =>
  parameter.in === 'query' &&
  !isJudged(parameter) &&
  ['minimum', 'maximum', 'maxLength', 'enum'].some((keyword) => keyword in parameter.schema)

/**
 * Returns whether the tenant must reject such a request. Null in the contract means that the
 * specification is silent.
 */
export const refuses = ({ refusals }: Operation, reason: RefusalReason): boolean => refusals[reason] !== null

/** Returns the unique members of the request. A creation can also contain members that the service sets. */
export function uniqueIn(
  { act, request }: Operation,
  { unique, serverSet }: Pick<Resource, 'unique' | 'serverSet'>,
): readonly Pointer[] {
  if (request === null) return []
  return unique.filter(
    (pointer) => schemaAt(request, pointer) !== undefined && (act === 'create' || !serverSet.has(pointer)),
  )
}

/**
 * Returns the constraints that a request can violate. Leaves out choices between members for an update,
 * because they depend on the stored resource.
 */
export function constraintsIn(
  { act, request }: Operation,
  { constraints }: Pick<Resource, 'constraints'>,
): readonly Constraint[] {
  if (request === null || (act !== 'create' && act !== 'update' && act !== 'replace')) return []
  return constraints.filter(
    (one) =>
      !(act === 'update' && isChoice(one)) &&
      one.members.every((pointer) => schemaAt(request, pointer) !== undefined),
  )
}

export function referencesIn(
  { act, request }: Operation,
  { references }: Pick<Resource, 'references'>,
): readonly Pointer[] {
  if (request === null || (act !== 'create' && act !== 'update' && act !== 'replace')) return []
  return [...references.keys()].filter((pointer) => schemaAt(request, pointer) !== undefined)
}

export function sentServerSet({ act }: Operation, { serverSetSent }: Resource): 'ignored' | 'refused' | null {
  if (act !== 'create' && act !== 'update' && act !== 'replace') return null
  return serverSetSent[act] ?? null
}

export const isChange = ({ act }: Operation): boolean => act === 'update' || act === 'replace'
export const isRead = ({ life, readBy }: Pick<Resource, 'life' | 'readBy'>): boolean =>
  life.read !== undefined || readBy !== null
export const isMade = ({ life, singleton }: Resource): boolean => life.create !== undefined || singleton
/** Returns whether only the user can supply a resource that the run can delete. */
export const isSupplied = ({ life, singleton, supplied }: Resource): boolean =>
  life.create === undefined && !singleton && supplied !== null
export const depth = ({ path }: Operation): number => path.split('{').length - 1
