// Writes the Markdown summary, which is also readable as plain text.

import { counted } from '../../base/text/counted.ts'
import { contractText } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { depthInWords } from '../text/depth.ts'
import { escaped, outcomeSigns, span } from '../text/markdown-text.ts'
import { scopeInWords, whyInWords } from '../text/outcome.ts'
import { duration, minute } from '../text/plain.ts'
import { failuresOf } from './failures.ts'
import { matrix } from './matrix.ts'
import { excused, leaks, openPoints, sinceBaseline, unanswered } from './sections.ts'

// A comment on GitHub has at most 65,536 characters, and other text needs space too.
const bytesMaxOfPage = 60_000

/**
 * Escapes texts of tenants.
 * @param bytesMax maximum number of UTF-8 bytes; a longer summary omits details, and then sections
 */
export function summaryMarkdown(report: Report, { bytesMax = bytesMaxOfPage } = {}): string {
  const before = [...headOf(report), ...matrix(report), ...sinceBaseline(report)]
  const after = [
    ...excused(report.clauses),
    ...unanswered(report.clauses),
    ...leaks(report),
    ...openPoints(report),
  ]
  const failures = failuresOf(report)
  const text = (count: number): readonly string[] => [...before, ...failures.blocks(count), ...after]
  for (let count = failures.max; count > 0; count -= 1) {
    const whole = `${text(count).join('\n\n')}\n`
    if (Buffer.byteLength(whole) <= bytesMax) return whole
  }
  return fitted(text(0), bytesMax)
}

function headOf(report: Report): string[] {
  const { outcome, target, run, tool } = report
  const why = whyInWords(report)
  const contract = contractText(report)
  const facts = [
    span(target.baseUrl),
    `profile ${target.profile === null ? 'none' : span(target.profile)}`,
    ...(contract === null ? [] : [span(`contract ${contract}`)]),
    `${span(minute(run.startedAt))}${run.truncated === true ? '' : `, ${duration(run.durationMs)}`}`,
    `seed ${run.seed}`,
    ...(run.strict ? ['strict'] : []),
    `${escaped(tool.name)} ${escaped(tool.version)}`,
  ]
  return [
    `# ${outcomeSigns[outcome]} ${outcome} · ${escaped(scopeInWords(report))}`,
    ...(why === null ? [] : [escaped(why)]),
    ...partlyInWords(report),
    facts.join(' · '),
    ...(report.contract?.unproven === undefined
      ? []
      : [`**Unproven**: ${escaped(report.contract.unproven)}`]),
    countsInWords(report),
    ...(run.depth === undefined ? [] : [escaped(`Depth ${depthInWords(run.depth)}`)]),
  ]
}

function partlyInWords({ run }: Report): string[] {
  if (run.truncated === true)
    return ['**Truncated**: the event log ends before the end of the run, so the report is incomplete.']
  return run.interrupted ? ['**Interrupted**: the run was stopped before its end.'] : []
}

function countsInWords({ summary }: Report): string {
  const { deviations, fail } = summary
  const counts = [
    [summary.pass, 'passed'],
    [fail - deviations, 'failed'],
    [deviations, `${deviations === 1 ? 'deviation' : 'deviations'} (failed SHOULD)`],
    [summary.waived, 'waived'],
    [summary.gaps, 'gaps'],
    [summary.inconclusive, 'inconclusive'],
    [summary.notRun, 'not run'],
    [summary.notApplicable, 'not applicable'],
    [summary.outOfScope, 'not selected'],
    [summary.error, 'errors of the checker'],
  ] as const
  const words = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const all = counts.reduce((sum, [count]) => sum + count, 0)
  return `${counted(all, 'clause')}: ${words.join(', ')}`
}

function fitted(blocks: readonly string[], bytesMax: number): string {
  const text = (shown: readonly string[]): string => `${shown.join('\n\n')}\n`
  const fits = (whole: string): boolean => Buffer.byteLength(whole) <= bytesMax
  if (fits(text(blocks))) return text(blocks)
  const note = '… shortened to fit: the other report files contain the rest.'
  for (let count = blocks.length - 1; count > 0; count -= 1) {
    const shown = text([...blocks.slice(0, count), note])
    if (fits(shown)) return shown
  }
  return ''
}
