// Writes annotations, log groups and step outputs for GitHub Actions.
import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import { inert, visible } from '../../base/visible.ts'
import { type Causes, causesOf } from '../causes/causes.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf, resultOf } from '../model/result.ts'
import { isCounted } from '../model/tally.ts'
import { causeInWords } from '../text/failure.ts'
import { leftBehind, searchesInWords, searchHeading } from '../text/leftovers.ts'
import { whyInWords } from '../text/outcome.ts'
import { partInWords } from '../text/part-in-words.ts'

/** For each kind (error or warning), GitHub ignores all annotations after the tenth one. */
const annotationsMax = 10
const charactersMax = 1_000

interface Annotation {
  readonly title: string
  readonly text: string
}

/** Returns annotations for the findings, and escapes texts of tenants. */
export function githubAnnotations(report: Report): string {
  const { clauses, run } = report
  const causes = causesOf(clauses)
  const failed = leadersFirst(
    clauses.filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined),
    causes,
  )
  const counts = (clause: ReportClause): boolean => isCounted(clause, run.strict)
  const broken = clauses.filter(({ verdict }) => verdict === 'error')
  const errors = [
    ...failed.filter(counts).map((clause) => ofFailure(clause, causes)),
    ...broken.map(({ id, reason }) => ({ title: `internal error in ${id}`, text: reason })),
  ]
  const deviations = failed.filter((clause) => !counts(clause)).map((clause) => ofFailure(clause, causes))
  const warnings = [...ofOpen(report), ...ofLeaks(report), ...deviations]
  return [...commands('error', errors), ...commands('warning', warnings)].join('')
}

export function githubError(title: string, text: string): string {
  return commands('error', [{ title, text }]).join('')
}

export function githubGroup(title: string): string {
  return `::group::${data(title)}\n`
}

export const githubGroupEnd = '::endgroup::\n'

/** @param delimiter a word that no one can guess, because a value with this word could add outputs */
export function githubOutputs(values: Readonly<Record<string, string>>, delimiter: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join('')
}

function leadersFirst(failed: readonly ReportClause[], causes: Causes): readonly ReportClause[] {
  const leads = ({ id }: ReportClause): boolean => causes.leadOf(id) === null
  return [...failed.filter(leads), ...failed.filter((clause) => !leads(clause))]
}

function ofFailure(clause: ReportClause, causes: Causes): Annotation {
  const { id, level, part, statement } = clause
  const [failure] = clause.failures
  return {
    title: `${level} ${id}${part === '' ? '' : ` (${partInWords(part)})`}`,
    text: [
      statement,
      headlineOf(clause),
      ...(failure === undefined ? [] : [`expected: ${failure.expected}`, `received: ${failure.received}`]),
      ...causeInWords(id, causes).map(([label, text]) => `${label}: ${text}`),
    ].join('\n'),
  }
}

function ofOpen(report: Report): readonly Annotation[] {
  const why = whyInWords(report)
  if (why === null) return []
  const open = report.clauses.filter((clause) => ['inconclusive', 'not-run'].includes(resultOf(clause)))
  const reasons = [...new Set(open.map(({ reason }) => reason))]
  return [
    {
      title: `incomplete: ${counted(open.length, 'clause')} without an answer`,
      text: [why, ...reasons].join('\n'),
    },
  ]
}

function ofLeaks({ resources }: Report): readonly Annotation[] {
  const leaked = leftBehind(resources)
  const searches = searchesInWords(resources)
  const open = searches.length === 0 ? [] : [{ title: searchHeading(resources), text: searches.join('\n') }]
  if (leaked.length === 0) return open
  const text = `${leaked.map(({ kind, id }) => `${kind} ${id}`).join('\n')}\nRun \`${commandName} sweep\` in the folder that contains the report folder.`
  return [{ title: `left behind: ${counted(leaked.length, 'resource')}`, text }, ...open]
}

function commands(kind: 'error' | 'warning', all: readonly Annotation[]): readonly string[] {
  const shown = all.length > annotationsMax ? all.slice(0, annotationsMax - 1) : all
  const rest = all.length - shown.length
  const last = { title: `and ${rest} more`, text: 'See the job summary or the report files.' }
  return [...shown, ...(rest === 0 ? [] : [last])].map(
    ({ title, text }) => `::${kind} title=${property(title)}::${data(clip(text, charactersMax))}\n`,
  )
}

// The runner splits at line ends, "::", "," and "=". Later it decodes %25, %0D, %0A, %3A and %2C.
function data(text: string): string {
  return inert(visible(text, { lines: true }))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
