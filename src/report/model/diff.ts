// The difference of two reports: what fails now, what is fixed, what came and went, which answers changed.
import type { Baseline, OpenPointAnswer } from '../../base/event.ts'
import { equal } from '../../base/json.ts'
import type { Level, Outcome } from '../../base/verdict.ts'
import { contractText, requireSameContract } from './contract.ts'
import { type Result, resultOf } from './result.ts'
import { order } from './tally.ts'

/** A clause of which two reports say different things; null where a report does not know it. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  readonly before: Result | null
  readonly after: Result | null
  /** Why it stands as it does now, or did before where it is gone. */
  readonly reason: string
}

export interface OpenPointChange {
  readonly id: string
  readonly question: string
  readonly before: Pick<OpenPointAnswer, 'answer' | 'source'> | null
  readonly after: Pick<OpenPointAnswer, 'answer' | 'source'> | null
}

export interface ReportDiff {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome }
  /** Fails now, unwaived, and did not before; a clause that is new does not count. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Failed before and passes now. */
  readonly fixed: readonly ClauseChange[]
  /** Any other change of result, for example from pass to inconclusive. */
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  /** Where the two runs were not alike, so that a difference may come from there. */
  readonly conditions: readonly string[]
}

/** What a comparison needs of a report. */
export type Comparable = Omit<Baseline, 'file' | 'startedAt'>

/**
 * Compares by clause id and open point id; what varies from run to run is left aside.
 * @throws ConfigurationError where the reports are of different contracts
 */
export function diffReports(before: Comparable, after: Comparable): ReportDiff {
  requireSameContract(before, after, false)
  const changes = clauseChanges(before, after)
  const among = (matches: (change: ClauseChange) => boolean) => changes.filter(matches)
  const isNew = (change: ClauseChange) => change.before === null
  const isGone = (change: ClauseChange) => change.after === null
  const newlyFailing = among((one) => !isNew(one) && failing(one.after) && !failing(one.before))
  const fixed = among((one) => failing(one.before) && one.after === 'pass')
  const told = new Set([...newlyFailing, ...fixed])
  return {
    outcome: { before: before.outcome, after: after.outcome },
    newlyFailing,
    fixed,
    changed: among((one) => !isNew(one) && !isGone(one) && !told.has(one)),
    gone: among(isGone),
    new: among(isNew),
    openPoints: openPointChanges(before.openPoints, after.openPoints),
    conditions: conditionsOf(before, after),
  }
}

/** Whether anything fails that did not fail before, clauses that are new included. */
export function regressed(diff: ReportDiff): boolean {
  return diff.newlyFailing.length > 0 || diff.new.some(({ after }) => failing(after))
}

type ComparableClause = Baseline['clauses'][number]

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
  return {
    id: clause.id,
    level: clause.level,
    before: old === undefined ? null : resultOf(old),
    after: now === undefined ? null : resultOf(now),
    reason: clause.reason,
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
    if (a !== undefined && b !== undefined && a.source === b.source && equal(a.answer, b.answer)) return []
    const answer = (point: OpenPointAnswer | undefined) =>
      point === undefined ? null : { answer: point.answer, source: point.source }
    return [{ id, question: (b ?? a)?.question ?? '', before: answer(a), after: answer(b) }]
  })
}

function conditionsOf(before: Comparable, after: Comparable): string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['target', before.target.baseUrl, after.target.baseUrl],
    ['profile', before.target.profile, after.target.profile],
    ['contract', contractText(before) ?? contractText(after), contractText(after) ?? contractText(before)],
    ['version of the tool', before.tool.version, after.tool.version],
    ['strict', before.run.strict, after.run.strict],
    ['interrupted', before.run.interrupted, after.run.interrupted],
  ]
  return pairs.filter(([, a, b]) => a !== b).map(([name, a, b]) => `${name}: ${a ?? 'none'} → ${b ?? 'none'}`)
}

function failing(result: Result | null): boolean {
  return result === 'fail' || result === 'deviation'
}
