// The conditions under which laws hold: what an operation does, and what its resource says.

import type { Operation, Parameter, RefusalReason } from '../contract.ts'
import type { Pointer, Resource } from '../resource.ts'
import { schemaAt } from '../schema.ts'

export const statuses = (list: readonly number[] | null | undefined, otherwise: string): string =>
  list == null || list.length === 0 ? otherwise : `status ${list.join(' or ')}`

export const refusal = 'a 4xx status'
/** Whether it stands in the query and its schema leaves something out. */
export const isLimited = (parameter: Parameter): boolean =>
  parameter.in === 'query' &&
  ['minimum', 'maximum', 'maxLength', 'enum'].some((keyword) => keyword in parameter.schema)

/** Whether the contract says that there are such refusals: it does, unless it says that nothing is said. */
export const refuses = ({ refusals }: Operation, reason: RefusalReason): boolean => refusals[reason] !== null

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

export const isChange = ({ act }: Operation): boolean => act === 'update' || act === 'replace'
export const isRead = ({ life, readBy }: Pick<Resource, 'life' | 'readBy'>): boolean =>
  life.read !== undefined || readBy !== null
export const isMade = ({ life, singleton }: Resource): boolean => life.create !== undefined || singleton
/** Whether a run can only be given ones, to delete them. */
export const isSupplied = ({ life, singleton, supplied }: Resource): boolean =>
  life.create === undefined && !singleton && supplied !== null
export const depth = ({ path }: Operation): number => path.split('{').length - 1
