// The TAP 14 report, with a test point for each clause.

import { counted } from '../../base/text/counted.ts'
import { type Judged, outcomeOf } from '../../base/verdict.ts'
import { inert, visible } from '../../base/visible.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf } from '../model/result.ts'
import { ofSpecification } from '../model/tally.ts'
import { searchesInWords } from '../text/leftovers.ts'
import { excuseInWords, whyInWords } from '../text/outcome.ts'

/** Failures that do not prevent a conformant outcome are `not ok # TODO`. */
export function tapText(report: Report): string {
  const { clauses, outcome, resources, run, notes } = report
  const unclear = outcome !== 'conformant' && !clauses.some((clause) => isBlocking(clause, report))
  return [
    'TAP version 14',
    `1..${clauses.length}`,
    ...clauses.flatMap((clause, index) => pointOf(clause, index + 1, report)),
    `# outcome: ${outcome}`,
    ...resources.leaked
      .filter(({ uncertain }) => uncertain === undefined)
      .map(({ kind, id }) => `# left behind: ${inline(`${kind} ${id}`)}`),
    ...searchesInWords(resources).map((line) => `# may be left behind: ${inline(line)}`),
    ...notes.map((note) => `# ${inline(note)}`),
    ...(run.interrupted ? ['Bail out! The run was interrupted.'] : []),
    ...(unclear && !run.interrupted ? [`Bail out! ${inline(whyInWords(report) ?? outcome)}`] : []),
    '',
  ].join('\n')
}

function pointOf(clause: ReportClause, number: number, report: Report): string[] {
  const { id, level, verdict, reason, waived, gap } = clause
  const point = (result: 'ok' | 'not ok', directive = ''): string =>
    `${result} ${number} - ${escaped(`${id} (${level})`)}${directive === '' ? '' : ` # ${inline(directive)}`}`
  if (verdict === 'pass') return [point('ok')]
  if (isBlocking(clause, report)) return [point('not ok'), ...diagnostics(clause)]
  if (verdict === 'fail')
    return [
      point('not ok', `TODO ${waived === undefined ? 'a deviation' : `waived: ${excuseInWords(waived)}`}`),
      ...diagnostics(clause),
    ]
  return [point('ok', `SKIP ${gap === undefined ? `${verdict}: ${reason}` : `a gap: ${excuseInWords(gap)}`}`)]
}

function isBlocking(clause: ReportClause, { clauses, run }: Report): boolean {
  if (clause.verdict === 'error') return true
  if (!ofSpecification(clause) || clause.verdict === 'not-applicable' || clause.verdict === 'out-of-scope')
    return false
  // A clause is blocking if it alone prevents a conformant outcome, so others in the scope count as passed.
  const others: readonly Judged[] = clauses
    .filter((one) => one !== clause && ofSpecification(one))
    .map(({ level, operation, verdict }) => ({
      ...{ level, operation },
      verdict: verdict === 'out-of-scope' ? verdict : 'pass',
    }))
  return outcomeOf([...others, clause], { strict: run.strict }) !== 'conformant'
}

// Every JSON string is valid YAML.
function diagnostics(clause: ReportClause): string[] {
  const { verdict, statement, part, failures } = clause
  const [failure] = failures
  const rows: readonly (readonly [string, string])[] = [
    ['verdict', verdict],
    ['message', headlineOf(clause)],
    ['statement', statement],
    ...(part === '' ? [] : [['part', part] as const]),
    ...(failure === undefined
      ? []
      : ([
          ['expected', failure.expected],
          ['received', failure.received],
          ['failures', counted(failures.length, 'failure')],
        ] as const)),
  ]
  return [
    '  ---',
    ...rows.map(([name, text]) => `  ${name}: ${inert(JSON.stringify(visible(text)))}`),
    '  ...',
  ]
}

// "#" starts a directive, and the backslash escapes characters.
function escaped(text: string): string {
  return visible(text).replace(/[\\#]/g, '\\$&')
}

function inline(text: string): string {
  return inert(visible(text))
}
