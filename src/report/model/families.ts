// The families of clauses that a report has: in the order of the contract, then those that it does not name.
import type { ReportClause } from './report.ts'
import { order } from './tally.ts'

/** An empty one, in the end, stands for clauses without a family; nothing where no clause has any. */
export function familiesOf(
  clauses: readonly Pick<ReportClause, 'family'>[],
  told: readonly string[] = [],
): readonly string[] {
  const present = new Set(clauses.flatMap(({ family }) => family ?? []))
  if (present.size === 0) return []
  const others = [...present].filter((family) => !told.includes(family)).sort(order)
  const without = clauses.some(({ family }) => family === undefined)
  return [...told.filter((family) => present.has(family)), ...others, ...(without ? [''] : [])]
}
