// Writes the difference of two reports as a Markdown comment for a pull request.
import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import type { ClauseChange, LatencyChange, OpenPointChange, ReportDiff } from '../model/report-diff.ts'
import { sourcesInWords } from '../text/answer-source.ts'
import {
  changesOf,
  clauseKinds,
  conditionsInWords,
  factorInWords,
  medianInWords,
  nothingChanged,
  outcomeInWords,
  whyChanged,
  worseInWords,
} from '../text/changes.ts'
import { code, escaped, outcomeSigns, table } from '../text/markdown-text.ts'

const rowsShownMax = 30
const cellCharactersMax = 300

/** Escapes texts of tenants, which could contain Markdown. */
export function diffMarkdown(diff: ReportDiff): string {
  const sections = [
    ...clauseKinds.flatMap(([kind, heading]) => clauses(heading, changesOf(diff, kind))),
    ...openPoints(diff.openPoints),
    ...latency(diff.latency),
    ...conditions(conditionsInWords(diff)),
  ]
  const nothing = sections.length === 0 ? [nothingChanged] : []
  const worse = worseInWords(diff)
  const warning = worse === null ? [] : [`**Worse:** ${worse}.`]
  return `${[`### ${outcomeSigns[diff.outcome.after]} Conformance: ${outcomeInWords(diff.outcome)}`, ...warning, ...nothing, ...sections].join('\n\n')}\n`
}

function clauses(heading: string, changes: readonly ClauseChange[]): string[] {
  return section(heading, changes, ['clause', 'level', 'before', 'after', 'reason'], (change) => [
    code(change.id),
    change.level,
    change.before ?? '–',
    change.after ?? '–',
    why(change),
  ])
}

function why(change: ClauseChange): string {
  const words = whyChanged(change)
  return words === '' ? '' : code(clip(words, cellCharactersMax))
}

function latency(changes: readonly LatencyChange[]): string[] {
  const median = ({ answers, medianMs }: LatencyChange['before']): string =>
    `${medianInWords(medianMs)} (${counted(answers, 'response')})`
  return section('Latency', changes, ['operation', 'median before', 'median now', ''], (change) => [
    code(change.operation),
    median(change.before),
    median(change.after),
    factorInWords(change),
  ])
}

function openPoints(changes: readonly OpenPointChange[]): string[] {
  const answer = (side: OpenPointChange['before']): string => {
    if (side === null) return 'not in the report'
    if (side.source === 'unknown') return sourcesInWords.unknown
    return `${code(clip(JSON.stringify(side.answer), cellCharactersMax))} (${sourcesInWords[side.source]})`
  }
  return section('Open points', changes, ['open point', 'before', 'after'], ({ id, before, after }) => [
    code(id),
    answer(before),
    answer(after),
  ])
}

function conditions(lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return ['**The runs had different conditions**', lines.map((line) => `- ${escaped(line)}`).join('\n')]
}

function section<T>(
  heading: string,
  changes: readonly T[],
  head: readonly string[],
  row: (change: T) => readonly string[],
): string[] {
  if (changes.length === 0) return []
  const rest = changes.length - rowsShownMax
  return [
    `**${heading}** (${changes.length})`,
    table(head, changes.slice(0, rowsShownMax).map(row)),
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
  ]
}
