// Counts and merges lists of clauses, constraints and open points.
import type { ConstraintCoverage, OpenPointAnswer } from '../../base/event.ts'
import { equal, type Json } from '../../base/json.ts'
import { isOpen, type Verdict } from '../../base/verdict.ts'
import type { CoverageTotals, ReportClause, Summary } from './report.ts'

export function summaryOf(clauses: readonly ReportClause[]): Summary {
  const count = (matches: (clause: ReportClause) => boolean) => clauses.filter(matches).length
  const failed = (clause: ReportClause) => clause.verdict === 'fail' && clause.waived === undefined
  const open = (of: Verdict) => count(({ verdict, gap }) => verdict === of && gap === undefined)
  return {
    pass: count(({ verdict }) => verdict === 'pass'),
    fail: count(failed),
    inconclusive: open('inconclusive'),
    notApplicable: count(({ verdict }) => verdict === 'not-applicable'),
    notRun: open('not-run'),
    outOfScope: count(({ verdict }) => verdict === 'out-of-scope'),
    error: count(({ verdict }) => verdict === 'error'),
    waived: count((clause) => clause.verdict === 'fail' && clause.waived !== undefined),
    gaps: count(({ verdict, gap }) => isOpen(verdict) && gap !== undefined),
    deviations: count((clause) => failed(clause) && clause.level === 'SHOULD'),
  }
}

export function ofSpecification({ part }: Pick<ReportClause, 'part'>): boolean {
  return part !== 'profile'
}

export function isCounted(clause: Pick<ReportClause, 'part' | 'level'>, strict: boolean): boolean {
  return ofSpecification(clause) && (clause.level === 'MUST' || strict)
}

export function totalsOf(constraints: readonly ConstraintCoverage[]): CoverageTotals {
  const count = (matches: (constraint: ConstraintCoverage) => boolean) => constraints.filter(matches).length
  return {
    constraints: constraints.length,
    inside: count(({ inside }) => inside),
    outside: count(({ outside }) => outside),
    both: count(({ inside, outside }) => inside && outside),
    unexplained: count(({ inside, outside, reason }) => !(inside && outside) && reason === null),
  }
}

export function mergeCoverage(all: readonly ConstraintCoverage[]): ConstraintCoverage[] {
  const byPlace = new Map<string, ConstraintCoverage>()
  for (const one of all) {
    const key = JSON.stringify([one.operation, one.pointer, one.keyword])
    const other = byPlace.get(key)
    const inside = one.inside || other?.inside === true
    const outside = one.outside || other?.outside === true
    const reason = inside && outside ? null : (one.reason ?? other?.reason ?? null)
    byPlace.set(key, { ...one, clause: one.clause ?? other?.clause ?? null, inside, outside, reason })
  }
  return [...byPlace].sort(([a], [b]) => order(a, b)).map(([, constraint]) => constraint)
}

/**
 * A declared answer takes precedence over an observed answer. Of two answers with the same source, the later
 * one takes precedence.
 */
export function mergeOpenPoints(all: readonly OpenPointAnswer[]): OpenPointAnswer[] {
  const rank = { declared: 2, observed: 1, unknown: 0 }
  const byId = new Map<string, OpenPointAnswer>()
  for (const point of all) {
    const other = byId.get(point.id)
    const standing = other === undefined || rank[point.source] >= rank[other.source] ? point : other
    const observed = [...(other?.observed ?? []), ...(point.observed ?? [])]
    byId.set(point.id, observed.length === 0 ? standing : withObserved(standing, observed))
  }
  return [...byId.values()].sort((a, b) => order(a.id, b.id))
}

type Observed = NonNullable<OpenPointAnswer['observed']>

function withObserved(point: OpenPointAnswer, all: Observed): OpenPointAnswer {
  const counts: { value: Json; count: number }[] = []
  for (const { value, count } of all) {
    const same = counts.find((one) => equal(one.value, value))
    if (same === undefined) counts.push({ value, count })
    else same.count += count
  }
  counts.sort((a, b) => b.count - a.count)
  const values = counts.map(({ value }) => value)
  const answer = values.length === 1 ? (values[0] ?? null) : values
  return { ...point, ...(point.source === 'observed' ? { answer } : {}), observed: counts }
}

/** The order must not depend on the locale of the machine. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
