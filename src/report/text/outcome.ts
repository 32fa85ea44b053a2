// Describes the outcome of a run in words.
import { clip } from '../../base/clip.ts'
import { groupedBy } from '../../base/collections/grouped.ts'
import { matchesGlob } from '../../base/glob.ts'
import type { Suppression } from '../../base/suppression.ts'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import { exitCodes, isOpen, unsupportedReason } from '../../base/verdict.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { ofSpecification, order } from '../model/tally.ts'
import { leftBehind, mayBeThere, searchHeading } from './leftovers.ts'

export function clausesInWords(clauses: Report['clauses']): string {
  const own = clauses.filter(ofSpecification).length
  const all = counted(clauses.length, 'clause')
  return own === clauses.length
    ? all
    : `${all} (${own} of the specification, ${clauses.length - own} of the profile)`
}

const optionCharactersMax = 80

export function scopeInWords({ clauses }: Pick<Report, 'clauses'>): string {
  const left = clauses.filter(({ verdict }) => verdict === 'out-of-scope')
  const gaps = clauses.filter((clause) => resultOf(clause) === 'gap')
  const apart = unsupported(clauses)
  const away = clauses.filter(
    ({ operation, verdict }) => verdict !== 'out-of-scope' && apart.includes(operation),
  )
  const without = [
    ...(left.length === 0 ? [] : [leftOutBy(left)]),
    ...(gaps.length === 0 ? [] : [counted(gaps.length, 'gap'), ...wideGaps(clauses, gaps)]),
    ...(away.length === 0 ? [] : [`${away.length} not applicable: ${apart.join(', ')}`]),
  ]
  const waived = clauses.filter((clause) => resultOf(clause) === 'waived').length
  const excused = waived === 0 ? [] : [`${counted(waived, 'failure')} waived`]
  const all = counted(clauses.length, 'clause')
  if (without.length === 0) return waived === 0 ? all : `${all} (${excused.join()})`
  const counting = clauses.length - left.length - gaps.length - away.length
  return `${counting} of ${all} (${[...without, ...excused].join('; ')})`
}

/** Explains why the run did not succeed. Returns null if it succeeded, or if a clause failed. */
export function whyInWords(report: Report): string | null {
  const left = leftBehind(report.resources).length
  if (report.outcome === 'incomplete') return incompleteInWords(report)
  if (report.outcome === 'non-conformant') return null
  if (left === 0 && mayBeThere(report.resources).length > 0)
    return `${searchHeading(report.resources)}. The list is in report.json, under "resources.leaked".`
  if (left === 0)
    return report.run.exit === exitCodes.stale
      ? 'A waiver, a gap or the baseline is stale: see the notes.'
      : null
  return `${counted(left, 'resource')} could not be removed: run \`${commandName} sweep\`, or list the resources under "leftovers" in the profile.`
}

/** Omits a final reference to another section of the report, such as "see the notes". */
export function whyAlone(report: Report): string | null {
  return whyInWords(report)?.replace(/: see (?:the reasons|the errors|the notes)\.$/, '.') ?? null
}

const lacksAnswer = ({ verdict, gap }: ReportClause): boolean => isOpen(verdict) && gap === undefined

function incompleteInWords({ clauses, run }: Report): string {
  if (run.truncated === true) return 'The event log ends before the end of the run.'
  const inScope = clauses.filter((clause) => ofSpecification(clause) && clause.verdict !== 'out-of-scope')
  const musts = inScope.filter(({ level }) => level === 'MUST')
  if (musts.some(({ verdict }) => verdict === 'error'))
    return 'A check stopped with an internal error: see the errors.'
  if (run.unchecked !== undefined)
    return `${counted(run.unchecked.clauses, 'clause')} ${run.unchecked.clauses === 1 ? 'was' : 'were'} not checked, because no write mode was chosen: ${run.unchecked.otherwise}, or leave out these clauses with --writes ${String(run.options.writes)}.`
  const open = musts.filter(lacksAnswer)
  if (open.length > 0 && musts.some(({ verdict }) => verdict === 'pass' || verdict === 'fail'))
    return `${open.length} of ${counted(musts.length, 'MUST')} ${open.length === 1 ? 'has' : 'have'} no answer: supply the prerequisites that the reasons name, ${run.gapsFile === undefined ? 'or record the clauses as gaps with --write-gaps FILE' : `or keep the gaps in ${run.gapsFile}`}.`
  if (open.length > 0) {
    const [[reason, those], ...others] = [...groupedBy(open, (clause) => clause.reason)].sort(
      ([, a], [, b]) => b.length - a.length,
    ) as [[string, ReportClause[]], ...[string, ReportClause[]][]]
    if (reason === '') return 'No MUST has an answer: see the reasons.'
    const sentence = reason.replace(/\.$/, '')
    if (others.length === 0 && open.length > 1) return `Nothing could be checked: ${sentence}.`
    return `No MUST has an answer. The reason for ${those.length} of ${counted(open.length, 'clause')}: ${sentence}.`
  }
  if (musts.some(({ operation }) => operation !== 'any') && musts.every(isApart))
    return 'No MUST can be checked: the profile declares every operation as unsupported.'
  if (inScope.some((clause) => clause.level === 'SHOULD' && lacksAnswer(clause))) {
    if (musts.length === 0)
      return 'The run selects no MUST, so each SHOULD counts, and a SHOULD has no answer.'
    if (run.strict) return 'A SHOULD has no answer, and --strict counts this SHOULD.'
  }
  return 'No clause that decides the outcome passed or failed.'
}

export function excuseInWords({ reason, expires }: Pick<Suppression, 'reason' | 'expires'>): string {
  return `${reason}${expires === undefined ? '' : ` (until ${expires})`}`
}

export function leftoversInWords({ leaked }: Report['resources']): string[] {
  const excuses = leaked.flatMap(({ excused }) => excused ?? [])
  return [...new Set(excuses.map(({ resource }) => resource))].sort(order).flatMap((resource) => {
    const all = excuses.filter((one) => one.resource === resource)
    return all
      .slice(0, 1)
      .map(
        (one) =>
          `Left behind, as declared in the profile: ${all.length} of ${resource}, ${excuseInWords(one)}`,
      )
  })
}

function isApart({ operation, verdict }: ReportClause): boolean {
  return operation === 'any' || verdict === 'not-applicable'
}

function unsupported(clauses: readonly ReportClause[]): string[] {
  const turnedOff = clauses.filter(
    ({ verdict, reason }) => verdict === 'not-applicable' && reason.startsWith(unsupportedReason),
  )
  return [...new Set(turnedOff.map(({ operation }) => operation))].sort(order)
}

function leftOutBy(left: readonly ReportClause[]): string {
  const options = new Set(left.flatMap(({ reason }) => /: (--\w.*)$/.exec(reason)?.[1] ?? []))
  return options.size === 0
    ? `${left.length} not selected`
    : clip([...options].sort(order).join(', '), optionCharactersMax)
}

/** A gap is wide if it covers a complete operation, or if the gaps cover most MUST clauses. */
function wideGaps(clauses: readonly ReportClause[], gaps: readonly ReportClause[]): string[] {
  const operations = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const globs = [...new Set(gaps.flatMap(({ gap }) => gap?.clause ?? []))].sort(order)
  const whole = globs.flatMap((glob) => {
    const covered = operations.filter((operation) =>
      clauses.every((clause) => clause.operation !== operation || matchesGlob(clause.id, glob)),
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
