// The result of a clause, as reports show it.
import type { Failure } from '../../base/event.ts'
import type { Suppression } from '../../base/suppression.ts'
import { isOpen, type Level, type Outcome, type Verdict } from '../../base/verdict.ts'

/**
 * `deviation` is a failed SHOULD clause. `waived` is an excused failure. `gap` is an excused clause that
 * the run did not observe.
 */
export type Result = Verdict | 'deviation' | 'waived' | 'gap'

interface JudgedClause {
  readonly verdict: Verdict
  readonly level: Level
  readonly waived?: Suppression
  readonly gap?: Suppression
}

export const resultsByWeight: readonly Result[] = [
  ...(['fail', 'error', 'deviation', 'inconclusive', 'not-run'] as const),
  ...(['waived', 'gap', 'pass', 'not-applicable', 'out-of-scope'] as const),
]

export const resultOfOutcome: Readonly<Record<Outcome, Result>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  incomplete: 'inconclusive',
}

export function resultOf({ verdict, level, waived, gap }: JudgedClause): Result {
  if (gap !== undefined && isOpen(verdict)) return 'gap'
  if (verdict !== 'fail') return verdict
  if (waived !== undefined) return 'waived'
  return level === 'MUST' ? 'fail' : 'deviation'
}

export function isUnanswered(result: Result): boolean {
  return result === 'inconclusive' || result === 'not-run' || result === 'error'
}

export function excuseOf(clause: JudgedClause): Suppression | undefined {
  const result = resultOf(clause)
  return result === 'waived' ? clause.waived : result === 'gap' ? clause.gap : undefined
}

export function headlineOf({
  failures: [first],
  reason,
}: {
  readonly failures: readonly Failure[]
  readonly reason: string
}): string {
  return first?.message ?? reason
}
