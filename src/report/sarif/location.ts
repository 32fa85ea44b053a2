// Names a contract file for each clause: the file of its operation, or contract.json for the whole API.
import { uriEncoded } from '../../base/uri.ts'
import type { ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'

/** The name that code scanning services use for the root of the checkout. */
export const contractFolder = '%SRCROOT%'

/** A clause about the complete API belongs to no operation. */
export function fileOf({ operation }: Pick<ReportClause, 'operation'>): string {
  return operation === 'any' ? 'schemas/contract.json' : `schemas/operations/${uriEncoded(operation)}.json`
}

export function filesOf(clauses: readonly ReportClause[]): readonly string[] {
  return [...new Set(clauses.map(fileOf))].sort(order)
}
