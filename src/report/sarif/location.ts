// Where a clause is stated: the file of its contract that a result points to.
import { uriEncoded } from '../../base/uri.ts'
import type { ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'

/** What the files stand below. Code scanning knows this name for the root of a checkout. */
export const contractFolder = '%SRCROOT%'

/**
 * The file of the clause's operation, below the folder of the contract. What is said of the API as a whole stands in a file by its
 * concern, which a report does not tell: it points to the file of the contract itself.
 */
export function fileOf({ operation }: Pick<ReportClause, 'operation'>): string {
  return operation === 'any' ? 'schemas/contract.json' : `schemas/operations/${uriEncoded(operation)}.json`
}

/** The files of all clauses, sorted; a place among them is the index of a file. */
export function filesOf(clauses: readonly ReportClause[]): readonly string[] {
  return [...new Set(clauses.map(fileOf))].sort(order)
}
