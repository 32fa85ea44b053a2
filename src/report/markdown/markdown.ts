// The Markdown view: a summary for a CI job's page.
import { clip } from '../../base/clip.ts'
import { type Causes, causesOf } from '../model/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { code, escaped, fenced, table } from '../text/markdown-text.ts'
import { leftoversInWords, scopeInWords, whyInWords } from '../text/outcome.ts'

// CI services refuse or cut a long summary; the report files hold the rest.
const failuresShownMax = 20
const openPointsShownMax = 30
const cellCharactersMax = 500

/**
 * The report as GitHub-flavoured Markdown. Text that came from a tenant can neither format nor link.
 * @param bytesMax of the text, in UTF-8: what does not fit is left out from the end, section by section, and it says so
 */
export function summaryMarkdown(report: Report, { bytesMax = Number.POSITIVE_INFINITY } = {}): string {
  const { summary, clauses, target, run, outcome } = report
  const contract = foreignContract(report)
  const marks = { conformant: '✅', 'non-conformant': '❌', incomplete: '⚠️' }
  const failed = clauses.filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined)
  const why = whyInWords(report)
  const blocks = [
    `# ${marks[outcome]} ${outcome} · ${escaped(scopeInWords(report))}`,
    ...(why === null ? [] : [escaped(why)]),
    `${code(target.baseUrl)}${contract === null ? '' : `, ${code(contract)}`}, profile ${target.profile === null ? 'none' : code(target.profile)}, seed ${run.seed}${run.strict ? ', strict' : ''}${run.interrupted ? ', **interrupted**' : ''}`,
    table(
      [
        'passed',
        'failed',
        'waived',
        'gaps',
        'inconclusive',
        'not run',
        'not applicable',
        'out of scope',
        'errors',
      ],
      [
        [
          summary.pass,
          `${summary.fail}${summary.deviations > 0 ? ` (${summary.deviations} SHOULD)` : ''}`,
          summary.waived,
          summary.gaps,
          summary.inconclusive,
          summary.notRun,
          summary.notApplicable,
          summary.outOfScope,
          summary.error,
        ].map(String),
      ],
    ),
    ...(failed.length === 0 ? [] : ['## Failures', ...failuresFirst(failed, report)]),
    ...unanswered(clauses),
    ...excused(clauses),
    ...leaks(report),
    ...openPoints(report),
  ]
  return fitted(blocks, bytesMax)
}

function fitted(blocks: readonly string[], bytesMax: number): string {
  const text = (shown: readonly string[]): string => `${shown.join('\n\n')}\n`
  const fits = (whole: string): boolean => Buffer.byteLength(whole) <= bytesMax
  if (fits(text(blocks))) return text(blocks)
  const note = '… cut here, as no more fits: the files of the report hold the rest.'
  for (let count = blocks.length - 1; count > 0; count -= 1) {
    const shown = text([...blocks.slice(0, count), note])
    if (fits(shown)) return shown
  }
  return ''
}

function failuresFirst(failed: readonly ReportClause[], report: Report): string[] {
  const causes = causesOf(report.clauses)
  // What follows from one of them is told by its name there.
  const leading = failed.filter(({ id }) => causes.leadOf(id) === null)
  const sorted = [...leading].sort((a, b) => order(a.level, b.level))
  const rest = sorted.length - failuresShownMax
  return [
    ...sorted.slice(0, failuresShownMax).map((clause) => failureBlock(clause, causes, report)),
    ...(rest > 0 ? [`… and ${rest} more in the report.`] : []),
  ]
}

function failureBlock(clause: ReportClause, causes: Causes, { target }: Report): string {
  const failure = clause.failures[0]
  const rows: (readonly [string, string])[] = [
    [failure === undefined ? 'received' : 'because', clause.reason],
    ...causeInWords(clause.id, causes),
    ...(failure === undefined ? [] : inWords(failure, target.baseUrl)),
  ]
  return [
    `### ${clause.level} ${code(clause.id)}`.concat(
      clause.part === '' ? '' : ` (part ${escaped(clause.part)})`,
    ),
    `_${escaped(clause.statement)}_`,
    table(
      ['', ''],
      rows
        .filter(([, text]) => text !== '')
        .map(([label, text]) => [label, code(clip(text, cellCharactersMax))]),
    ),
    ...(failure === undefined || failure.curl === '' ? [] : [fenced(failure.curl)]),
  ].join('\n\n')
}

function unanswered(clauses: readonly ReportClause[]): string[] {
  const open = clauses.filter((clause) => ['error', 'inconclusive', 'not-run'].includes(resultOf(clause)))
  if (open.length === 0) return []
  const reasons = [...new Set(open.map(({ reason }) => reason))].sort(order)
  const rows = reasons.map((reason) => {
    const same = open.filter((clause) => clause.reason === reason)
    return [
      code(clip(reason, cellCharactersMax)),
      same.map(({ id }) => code(id)).join('<br>'),
      [...new Set(same.map(({ verdict }) => verdict))].join(', '),
    ]
  })
  return ['## Without an answer', table(['reason', 'clauses', 'verdict'], rows)]
}

/** What the profile excuses: known failures, and what this tenant can't show. */
function excused(clauses: readonly ReportClause[]): string[] {
  const rows = clauses.flatMap((clause) => {
    const result = resultOf(clause)
    const excuse = result === 'waived' ? clause.waived : result === 'gap' ? clause.gap : undefined
    return excuse === undefined
      ? []
      : [
          [
            code(clause.id),
            result,
            escaped(clip(excuse.reason, cellCharactersMax)),
            escaped(excuse.expires ?? ''),
          ],
        ]
  })
  if (rows.length === 0) return []
  return ['## Excused by the profile', table(['clause', 'as', 'reason', 'until'], rows)]
}

function leaks({ resources }: Report): string[] {
  const leaked = resources.leaked.filter(({ excused }) => excused === undefined)
  const lines = [
    ...leaked.map(({ kind, id }) => `- ${code(kind)} ${code(id)}`),
    ...leftoversInWords(resources).map((line) => `- ${escaped(line)}`),
  ]
  return lines.length === 0 ? [] : ['## Left behind', lines.join('\n')]
}

function openPoints({ openPoints: points }: Report): string[] {
  const open = points.filter(({ source }) => source === 'unknown')
  if (open.length === 0) return []
  const shown = open.slice(0, openPointsShownMax)
  return [
    `## Open points without an answer (${open.length} of ${points.length})`,
    shown.map(({ id, question }) => `- ${code(id)}: ${escaped(question)}`).join('\n'),
  ]
}
