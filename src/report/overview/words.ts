// Words and marks for results and outcomes, which are readable without colours.
import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import { isOpen, type Outcome } from '../../base/verdict.ts'
import type { Report, Summary } from '../model/report.ts'
import type { Result } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { whyAlone } from '../text/outcome.ts'
import { signs } from '../text/result.ts'
import type { Cell, Group, Overview } from './shape.ts'

export const marks: Readonly<Record<Result | Outcome, string>> = {
  ...signs,
  ...{ error: '✗', 'not-run': '?', 'out-of-scope': '–' },
  ...{ conformant: signs.pass, 'non-conformant': signs.fail, incomplete: signs.inconclusive },
}

const words: Readonly<Record<Result, string>> = {
  ...{ fail: 'failed', error: 'in error', deviation: 'deviating', inconclusive: 'inconclusive' },
  ...{ 'not-run': 'not run', waived: 'waived', gap: 'excused by a gap', pass: 'passed' },
  ...{ 'not-applicable': 'not applicable', 'out-of-scope': 'not selected' },
}

export function stateInWords({ state, counts }: Cell): string {
  return `${counts[state] ?? 0} ${words[state]}`
}

export function restInWords({ state, counts }: Cell): string {
  return (Object.entries(counts) as [Result, number][])
    .filter(([result]) => result !== state)
    .map(([result, count]) => `${count} ${words[result]}`)
    .join(', ')
}

export function resultInWords(result: Result | null): string {
  if (result === null) return 'not known'
  return result === 'out-of-scope' ? 'not selected' : result.replace('-', ' ')
}

export function summaryInWords(summary: Summary): string {
  const { fail, deviations } = summary
  return [
    [summary.pass, words.pass],
    [fail - deviations, words.fail],
    [deviations, words.deviation],
    [summary.error, words.error],
    [summary.inconclusive, words.inconclusive],
    [summary.notRun, words['not-run']],
    [summary.waived, words.waived],
    [summary.gaps, words.gap],
    [summary.notApplicable, words['not-applicable']],
    [summary.outOfScope, words['out-of-scope']],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}

export function whyOf(report: Report): string | null {
  const alone = whyAlone(report)
  if (alone === null) return null
  const counts = new Map<string, number>()
  for (const { verdict, reason } of report.clauses)
    if (isOpen(verdict) || verdict === 'error') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most === undefined || alone.includes(most[0])
    ? alone
    : `${alone} Most often: ${clip(most[0], reasonCharactersMax)}`
}

const reasonCharactersMax = 200

export function outcomesInWords({ reports }: Overview): string {
  const byOutcome = (['conformant', 'non-conformant', 'incomplete'] as const).flatMap((outcome) => {
    const count = reports.filter((report) => report.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return `${counted(reports.length, 'report')}: ${byOutcome.join(', ')}`
}

export function groupInWords({ by, name }: Group): string {
  return by === 'operation' && name === 'any' ? 'any operation' : name
}

export function contractVersions({ reports }: Overview): string | null {
  const versions = [...new Set(reports.flatMap(({ contractVersion }) => contractVersion ?? []))].sort(order)
  if (versions.length === 0) return null
  return `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`
}
