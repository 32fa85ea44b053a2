// Conditions that decide whether a built-in rule applies to an operation.

import { listInWords } from '../../base/text/list-in-words.ts'
import type { Operation, Parameter, RefusalReason } from '../contract.ts'
import { isJudged } from '../parameters.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, schemaAt } from '../schema.ts'
import { type Constraint, isChoice } from '../values/constraint.ts'

export const statuses = (list: readonly number[] | null | undefined, otherwise: string): string =>
  list == null || list.length === 0 ? otherwise : listInWords(list, 'or')

export const refusal = 'a 4xx status'
export const isLimited = (parameter: Parameter): boolean =>
  parameter.in === 'query' &&
  !isJudged(parameter) &&
  ['minimum', 'maximum', 'maxLength', 'enum'].some((keyword) => keyword in parameter.schema)

export const refuses = ({ refusals }: Operation, reason: RefusalReason): boolean => refusals[reason] !== null

/** Returns the unique members of the request. Except for creations, omits members that the service sets. */
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
 * Omits choices such as `exactlyOneOf` in updates: the stored resource decides whether an update is valid.
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
/** Returns whether the user must supply the resource, because no operation creates it. */
export const isSupplied = ({ life, singleton, supplied }: Resource): boolean =>
  life.create === undefined && !singleton && supplied !== null
export const depth = ({ path }: Operation): number => path.split('{').length - 1
