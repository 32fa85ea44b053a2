// The outcome of a run in words: over what it is, and why it is none.
import { type Excuse, matches } from '../../base/excuse.ts'
import { exitCodes, isOpen, unsupportedReason } from '../../base/verdict.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { ofSpecification, order } from '../model/tally.ts'
import { counted } from './plain.ts'

/** "180 of 200 clauses (12 not asked for: --skip x; 8 gaps)": over what the outcome is. */
export function scopeInWords({ clauses }: Pick<Report, 'clauses'>): string {
  const left = clauses.filter(({ verdict }) => verdict === 'out-of-scope')
  const gaps = clauses.filter((clause) => resultOf(clause) === 'gap')
  // A clause of the profile is left out with those that it speaks of.
  const asked = left.some(ofSpecification) ? left.filter(ofSpecification) : left
  const reasons = [...new Set(asked.map(({ reason }) => shortReason(reason)))].sort(order)
  const apart = unsupported(clauses)
  const away = clauses.filter(
    ({ operation, verdict }) => verdict !== 'out-of-scope' && apart.includes(operation),
  )
  const without = [
    ...(left.length === 0 ? [] : [`${left.length} not asked for: ${reasons.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [counted(gaps.length, 'gap'), ...wideGaps(clauses, gaps)]),
    ...(away.length === 0 ? [] : [`${away.length} not applicable: ${apart.join(', ')}`]),
  ]
  if (without.length === 0) return counted(clauses.length, 'clause')
  return `${clauses.length - left.length - gaps.length - away.length} of ${clauses.length} clauses (${without.join('; ')})`
}

/** Why a run does not end well although nothing failed, in one sentence; null where it does, or something failed. */
export function whyInWords(report: Report): string | null {
  const left = report.resources.leaked.filter(({ excused }) => excused === undefined).length
  if (report.outcome === 'incomplete') return incompleteInWords(report)
  if (report.outcome === 'non-conformant') return null
  if (left === 0)
    return report.run.exit === exitCodes.stale
      ? 'A waiver, a gap or the baseline is stale: see the notes.'
      : null
  return `${counted(left, 'resource')} could not be removed: sweep removes what it can, and leftovers of the profile say what may stay.`
}

/** The same where what it refers to does not stand beside it. */
export function whyAlone(report: Report): string | null {
  return whyInWords(report)?.replace(/: see (?:the reasons|its errors|the notes)\.$/, '.') ?? null
}

function incompleteInWords({ clauses, run }: Report): string {
  if (run.truncated === true) return 'The event log ends before the run did.'
  const musts = clauses.filter(
    (clause) => ofSpecification(clause) && clause.verdict !== 'out-of-scope' && clause.level === 'MUST',
  )
  if (musts.some(({ verdict }) => verdict === 'error')) return 'The checker itself failed: see its errors.'
  if (run.unchecked !== undefined)
    return `${counted(run.unchecked.clauses, 'clause')} ${run.unchecked.clauses === 1 ? 'was' : 'were'} not checked, as nobody said what may be changed: ${run.unchecked.otherwise}; --writes ${String(run.options.writes)} leaves them out.`
  const open = musts.filter(({ verdict, gap }) => isOpen(verdict) && gap === undefined)
  if (open.length > 0 && musts.some(({ verdict }) => verdict === 'pass' || verdict === 'fail'))
    return `${open.length} of ${counted(musts.length, 'MUST')} ${open.length === 1 ? 'has' : 'have'} no answer: supply what the reasons name, or have --write-gaps FILE say that this tenant can't show them.`
  if (open.length > 0) return 'No MUST has an answer: see the reasons.'
  if (musts.some(({ operation }) => operation !== 'any') && musts.every(isApart))
    return 'No MUST of an operation is left to check: the profile says that none of them is supported.'
  return run.strict && musts.length > 0
    ? 'A SHOULD has no answer, and --strict counts it.'
    : 'Nothing that counts was observed.'
}

/** "known since May (until 2027-05-31)" */
export function excuseInWords({ reason, expires }: Pick<Excuse, 'reason' | 'expires'>): string {
  return `${reason}${expires === undefined ? '' : ` (until ${expires})`}`
}

/** One line for each resource that the profile says may stay: "Left behind, as the profile says: 46 of shelves, …". */
export function leftoversInWords({ leaked }: Report['resources']): string[] {
  const excuses = leaked.flatMap(({ excused }) => excused ?? [])
  return [...new Set(excuses.map(({ resource }) => resource))].sort(order).flatMap((resource) => {
    const all = excuses.filter((one) => one.resource === resource)
    return all
      .slice(0, 1)
      .map((one) => `Left behind, as the profile says: ${all.length} of ${resource}, ${excuseInWords(one)}`)
  })
}

function isApart({ operation, verdict }: ReportClause): boolean {
  return operation === 'any' || verdict === 'not-applicable'
}

/** The operations that the profile says are not supported, of those that were asked for. */
function unsupported(clauses: readonly ReportClause[]): string[] {
  const turnedOff = clauses.filter(
    ({ verdict, reason }) => verdict === 'not-applicable' && reason.startsWith(unsupportedReason),
  )
  return [...new Set(turnedOff.map(({ operation }) => operation))].sort(order)
}

function shortReason(reason: string): string {
  const [, option] = /: (--\w+ .*)$/.exec(reason) ?? []
  return option ?? reason
}

/** What a reader has to know of gaps that leave little: by one word a whole operation is out, or most of the MUSTs are. */
function wideGaps(clauses: readonly ReportClause[], gaps: readonly ReportClause[]): string[] {
  const operations = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const globs = [...new Set(gaps.flatMap(({ gap }) => gap?.clause ?? []))].sort(order)
  const whole = globs.flatMap((glob) => {
    const covered = operations.filter((operation) =>
      clauses.every((clause) => clause.operation !== operation || matches(clause.id, glob)),
    )
    return covered.length === 0 ? [] : [`the gap ${glob} covers all of ${covered.join(', ')}`]
  })
  const musts = clauses.filter(
    (clause) => ofSpecification(clause) && clause.level === 'MUST' && clause.verdict !== 'out-of-scope',
  )
  const excused = musts.filter((clause) => gaps.includes(clause))
  return [
    ...whole,
    ...(2 * excused.length > musts.length ? [`gaps cover ${excused.length} of ${musts.length} MUSTs`] : []),
  ]
}
