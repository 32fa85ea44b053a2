// The words and marks of an overview: a state is told by its mark and its word, never by a colour alone.
import type { Outcome } from '../../base/verdict.ts'
import type { Result } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { counted } from '../text/plain.ts'
import type { Cell, Group, Overview } from './overview.ts'

export const marks: Readonly<Record<Result | Outcome, string>> = {
  ...{ fail: '✗', error: '✗', deviation: '!', inconclusive: '?', 'not-run': '?', waived: '~', gap: '~' },
  ...{ pass: '✓', 'not-applicable': '–', 'out-of-scope': '–' },
  ...{ conformant: '✓', 'non-conformant': '✗', incomplete: '?' },
}

const words: Readonly<Record<Result, string>> = {
  ...{ fail: 'failed', error: 'in error', deviation: 'deviating', inconclusive: 'inconclusive' },
  ...{ 'not-run': 'not run', waived: 'waived', gap: 'excused by a gap', pass: 'passed' },
  ...{ 'not-applicable': 'not applicable', 'out-of-scope': 'not asked for' },
}

/** "2 failed" */
export function stateInWords({ state, counts }: Cell): string {
  return `${counts[state] ?? 0} ${words[state]}`
}

/** "20 passed, 2 waived": what is there beside the state; empty where nothing is. */
export function restInWords({ state, counts }: Cell): string {
  return (Object.entries(counts) as [Result, number][])
    .filter(([result]) => result !== state)
    .map(([result, count]) => `${count} ${words[result]}`)
    .join(', ')
}

export function resultInWords(result: Result | null): string {
  if (result === null) return 'not known'
  return result === 'out-of-scope' ? 'not asked for' : result.replace('-', ' ')
}

/** "4 reports: 2 conformant, 1 non-conformant, 1 incomplete" */
export function outcomesInWords({ reports }: Overview): string {
  const told = (['conformant', 'non-conformant', 'incomplete'] as const).flatMap((outcome) => {
    const count = reports.filter((report) => report.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return `${counted(reports.length, 'report')}: ${told.join(', ')}`
}

/** What an operation is called among families: "any" is all of them. */
export function groupInWords({ by, name }: Group): string {
  return by === 'operation' && name === 'any' ? 'any operation' : name
}

/** "version 2" or, where they differ, "versions 2, 3"; null where no report tells one. */
export function contractVersions({ reports }: Overview): string | null {
  const versions = [...new Set(reports.flatMap(({ contractVersion }) => contractVersion ?? []))].sort(order)
  if (versions.length === 0) return null
  return `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`
}
