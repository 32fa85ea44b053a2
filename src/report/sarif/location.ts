// The contract file that states a clause.
import { uriEncoded } from '../../base/uri.ts'
import type { ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'

/** Code scanning's name for the root of the checkout. */
export const contractFolder = '%SRCROOT%'

/** Reports do not name the file of a clause about the whole API. */
export function fileOf({ operation }: Pick<ReportClause, 'operation'>): string {
  return operation === 'any' ? 'schemas/contract.json' : `schemas/operations/${uriEncoded(operation)}.json`
}

export function filesOf(clauses: readonly ReportClause[]): readonly string[] {
  return [...new Set(clauses.map(fileOf))].sort(order)
}
