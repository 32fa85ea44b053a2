// The contract file that states a clause, for results to point to.
import { uriEncoded } from '../../base/uri.ts'
import type { ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'

/** The base of the files; code scanning knows this name as the root of the checkout. */
export const contractFolder = '%SRCROOT%'

/** The file of the clause's operation. A clause about the whole API points to contract.json, because reports do not name the file of its concern. */
export function fileOf({ operation }: Pick<ReportClause, 'operation'>): string {
  return operation === 'any' ? 'schemas/contract.json' : `schemas/operations/${uriEncoded(operation)}.json`
}

/** Sorted; SARIF refers to files by index. */
export function filesOf(clauses: readonly ReportClause[]): readonly string[] {
  return [...new Set(clauses.map(fileOf))].sort(order)
}
