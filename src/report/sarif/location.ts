// The contract file that states a clause.
import { uriEncoded } from '../../base/uri.ts'
import type { ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'

/** Variable of code scanning for the root of the checkout. */
export const contractFolder = '%SRCROOT%'

/**
 * Returns the contract file of a clause. A clause about the whole API belongs to contract.json, because
 * reports do not name its file.
 */
export function fileOf({ operation }: Pick<ReportClause, 'operation'>): string {
  return operation === 'any' ? 'schemas/contract.json' : `schemas/operations/${uriEncoded(operation)}.json`
}

export function filesOf(clauses: readonly ReportClause[]): readonly string[] {
  return [...new Set(clauses.map(fileOf))].sort(order)
}
