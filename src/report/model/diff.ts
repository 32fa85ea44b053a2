// Compares two reports.
import type { OpenPointAnswer } from '../../base/event.ts'
import { equal, type Json } from '../../base/json.ts'
import { conditionsOf } from './conditions.ts'
import { requireSameContract } from './contract.ts'
import { latencyChanges } from './latency-change.ts'
import type { ClauseChange, Comparable, OpenPointChange, ReportDiff } from './report-diff.ts'
import { excuseOf, isUnanswered, type Result, resultOf } from './result.ts'
import { ofSpecification, order } from './tally.ts'

export const noChanges = {
  noLongerObserved: [],
  newlyExcused: [],
  newlyObserved: [],
  latency: [],
} as const satisfies Partial<ReportDiff>

/** @throws ConfigurationError if the reports have different contracts */
export function diffReports(before: Comparable, after: Comparable): ReportDiff {
  requireSameContract(before, after, false)
  const changes = clauseChanges(before, after)
  const of = (kind: Kind) => changes.filter((change) => kindOf(change) === kind)
  return {
    outcome: { before: before.outcome, after: after.outcome },
    newlyFailing: of('newlyFailing'),
    noLongerObserved: of('noLongerObserved'),
    newlyExcused: of('newlyExcused'),
    fixed: of('fixed'),
    newlyObserved: of('newlyObserved'),
    changed: of('changed'),
    gone: of('gone'),
    new: of('new'),
    openPoints: openPointChanges(before.openPoints, after.openPoints),
    latency: latencyChanges(before, after),
    conditions: conditionsOf(before, after),
  }
}

export function worseIn(diff: ReportDiff): readonly ClauseChange[] {
  return [
    ...diff.newlyFailing,
    ...diff.new.filter(({ after }) => failing(after)),
    ...diff.noLongerObserved.filter(({ level }) => level === 'MUST'),
  ].filter(({ part = '' }) => ofSpecification({ part }))
}

export function regressed(diff: ReportDiff): boolean {
  return worseIn(diff).length > 0
}

type Kind = Exclude<keyof ReportDiff, 'outcome' | 'openPoints' | 'latency' | 'conditions'>

function kindOf({ before, after }: Pick<ClauseChange, 'before' | 'after'>): Kind {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (failing(after) && !failing(before)) return 'newlyFailing'
  if (excused(after) && !excused(before)) return 'newlyExcused'
  if (after === 'pass' && (failing(before) || before === 'waived')) return 'fixed'
  if (after === 'pass' && (isUnanswered(before) || before === 'gap')) return 'newlyObserved'
  if (before === 'pass' && isUnanswered(after)) return 'noLongerObserved'
  return 'changed'
}

type ComparableClause = Comparable['clauses'][number]

function clauseChanges(before: Comparable, after: Comparable): ClauseChange[] {
  const old = new Map(before.clauses.map((clause) => [clause.id, clause]))
  const now = new Map(after.clauses.map((clause) => [clause.id, clause]))
  return [...new Set([...old.keys(), ...now.keys()])].sort(order).flatMap((id) => {
    const change = changeOf(old.get(id), now.get(id))
    return change === null || change.before === change.after ? [] : [change]
  })
}

function changeOf(old: ComparableClause | undefined, now: ComparableClause | undefined): ClauseChange | null {
  const clause = now ?? old
  if (clause === undefined) return null
  const part = clause.part ?? old?.part
  const after = now === undefined ? null : resultOf(now)
  const excuse = now === undefined ? undefined : excuseOf(now)
  return {
    id: clause.id,
    level: clause.level,
    ...(part === undefined ? {} : { part }),
    before: old === undefined ? null : resultOf(old),
    after,
    reason: clause.reason,
    ...(excuse === undefined ? {} : { excuse }),
  }
}

function openPointChanges(
  before: readonly OpenPointAnswer[],
  after: readonly OpenPointAnswer[],
): OpenPointChange[] {
  const old = new Map(before.map((point) => [point.id, point]))
  const now = new Map(after.map((point) => [point.id, point]))
  return [...new Set([...old.keys(), ...now.keys()])].sort(order).flatMap((id) => {
    const [a, b] = [old.get(id), now.get(id)]
    if (a !== undefined && b !== undefined && a.source === b.source && isSameAnswer(a, b)) return []
    const answer = (point: OpenPointAnswer | undefined) =>
      point === undefined ? null : { answer: point.answer, source: point.source }
    return [{ id, question: (b ?? a)?.question ?? '', before: answer(a), after: answer(b) }]
  })
}

// The order of observed values varies from run to run.
function isSameAnswer(a: OpenPointAnswer, b: OpenPointAnswer): boolean {
  const sorted = ({ answer, source }: OpenPointAnswer): Json =>
    source === 'observed' && Array.isArray(answer)
      ? answer.toSorted((one, other) => order(JSON.stringify(one), JSON.stringify(other)))
      : answer
  return equal(sorted(a), sorted(b))
}

function failing(result: Result | null): boolean {
  return result === 'fail' || result === 'deviation'
}

function excused(result: Result): boolean {
  return result === 'waived' || result === 'gap'
}
