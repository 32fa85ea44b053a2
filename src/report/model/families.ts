// Lists the clause families of a report, first in the order of the contract.
import type { ReportClause } from './report.ts'
import { order } from './tally.ts'

/** An empty string stands for the clauses without a family. */
export function familiesOf(
  clauses: readonly Pick<ReportClause, 'family'>[],
  declared: readonly string[] = [],
): readonly string[] {
  const present = new Set(clauses.flatMap(({ family }) => family ?? []))
  if (present.size === 0) return []
  const others = [...present].filter((family) => !declared.includes(family)).sort(order)
  const without = clauses.some(({ family }) => family === undefined)
  return [...declared.filter((family) => present.has(family)), ...others, ...(without ? [''] : [])]
}
