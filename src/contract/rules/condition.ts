// Conditions of rules about operations and resources.

import type { Operation, Parameter, RefusalReason } from '../contract.ts'
import { isJudged } from '../parameters.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, schemaAt } from '../schema.ts'
import { type Constraint, isChoice } from '../values/constraint.ts'

export const statuses = (list: readonly number[] | null | undefined, otherwise: string): string =>
  list == null || list.length === 0 ? otherwise : listInWords(list, 'or')

/** "a", "a and b", "a, b and c". */
export const listInWords = (list: readonly (number | string)[], word: 'and' | 'or'): string =>
  list.length < 2 ? list.join() : `${list.slice(0, -1).join(', ')} ${word} ${list.at(-1)}`

export const refusal = 'a 4xx status'
/** Has a limit, but no clause of its own. */
export const isLimited = (parameter: Parameter): boolean =>
  parameter.in === 'query' &&
  !isJudged(parameter) &&
  ['minimum', 'maximum', 'maxLength', 'enum'].some((keyword) => keyword in parameter.schema)

/** Null: unspecified. */
export const refuses = ({ refusals }: Operation, reason: RefusalReason): boolean => refusals[reason] !== null

/** Creations include members that the service sets. */
export function uniqueIn(
  { act, request }: Operation,
  { unique, serverSet }: Pick<Resource, 'unique' | 'serverSet'>,
): readonly Pointer[] {
  if (request === null) return []
  return unique.filter(
    (pointer) => schemaAt(request, pointer) !== undefined && (act === 'create' || !serverSet.has(pointer)),
  )
}

/** The stored state decides which members an update may add. */
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
/** Only the user can supply a resource for deletion. */
export const isSupplied = ({ life, singleton, supplied }: Resource): boolean =>
  life.create === undefined && !singleton && supplied !== null
export const depth = ({ path }: Operation): number => path.split('{').length - 1
