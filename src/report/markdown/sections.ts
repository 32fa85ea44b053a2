// Writes all sections of the summary except the failures.

import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import { visible } from '../../base/visible.ts'
import type { Report, ReportClause } from '../model/report.ts'
import type { ClauseChange } from '../model/report-diff.ts'
import { excuseOf, isUnanswered, resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { clauseKinds, nothingChanged, worseInWords } from '../text/changes.ts'
import { leftBehind, mayBeThere, searchesInWords, searchHeading } from '../text/leftovers.ts'
import { escaped, fenced, folded, span, table } from '../text/markdown-text.ts'
import { leftoversInWords } from '../text/outcome.ts'

const openPointsShownMax = 30
const excusesShownMax = 50
const idsShownMax = 20
const linesShownMax = 60
const leaksShownMax = 10
const cellCharactersMax = 300

export function sinceBaseline({ baseline }: Report): string[] {
  if (baseline === undefined) return []
  const { outcome, openPoints, conditions } = baseline.changes
  const worse = worseInWords(baseline.changes)
  const lines = [
    ...(outcome.before === outcome.after ? [] : [`- outcome: ${outcome.before} → **${outcome.after}**`]),
    ...(worse === null ? [] : [`- **worse**: ${worse}`]),
    ...clauseKinds.flatMap(([kind, heading]) =>
      kind === 'changed'
        ? transitions(baseline.changes.changed)
        : changes(heading.toLowerCase(), baseline.changes[kind]),
    ),
    ...(openPoints.length === 0 ? [] : [`- ${counted(openPoints.length, 'open point')} changed`]),
    ...conditions.map((condition) => `- different condition: ${span(clip(condition, cellCharactersMax))}`),
  ]
  return [
    `## Since ${span(baseline.file)} of ${escaped(baseline.startedAt.slice(0, 10))}`,
    lines.length === 0 ? nothingChanged : lines.join('\n'),
  ]
}

function transitions(changed: readonly ClauseChange[]): string[] {
  const kindOf = ({ before, after }: ClauseChange): string => `${before ?? '–'} → ${after ?? '–'}`
  return [...new Set(changed.map(kindOf))].sort(order).flatMap((kind) =>
    changes(
      kind,
      changed.filter((change) => kindOf(change) === kind),
    ),
  )
}

function changes(what: string, all: readonly ClauseChange[]): string[] {
  if (all.length === 0) return []
  const named = all.slice(0, idsShownMax).map(({ id }) => span(id))
  const left = all.length > idsShownMax ? `, … (${all.length - idsShownMax} more)` : ''
  return [`- ${what} (${all.length}): ${named.join(', ')}${left}`]
}

export function excused(clauses: readonly ReportClause[]): string[] {
  const rows = clauses.flatMap((clause) => {
    const excuse = excuseOf(clause)
    if (excuse === undefined) return []
    const { reason, expires = 'no date' } = excuse
    return [[span(clause.id), resultOf(clause), escaped(clip(reason, cellCharactersMax)), escaped(expires)]]
  })
  if (rows.length === 0) return []
  const rest = rows.length - excusesShownMax
  return [
    `## Excused by the profile (${rows.length})`,
    table(['clause', 'as', 'reason', 'until'], rows.slice(0, excusesShownMax)),
    ...(rest > 0 ? [`… and ${rest} more in the report.`] : []),
  ]
}

export function unanswered(clauses: readonly ReportClause[]): string[] {
  const open = clauses.filter((clause) => isUnanswered(resultOf(clause)))
  if (open.length === 0) return []
  const reasons = [...new Set(open.map(({ verdict, reason }) => `${verdict}: ${reason}`))].sort(order)
  const lines = reasons.flatMap((reasoned) => [
    visible(clip(reasoned, cellCharactersMax)),
    ...open
      .filter(({ verdict, reason }) => `${verdict}: ${reason}` === reasoned)
      .map(({ id, level }) => `  ${level.padEnd(6)} ${visible(id)}`),
  ])
  const rest = lines.length - linesShownMax
  return [
    '## Not observed',
    folded(`${counted(open.length, 'clause')} without an answer, by reason`, [
      fenced(
        [
          ...lines.slice(0, linesShownMax),
          ...(rest > 0 ? [`… ${counted(rest, 'more line')} in the report`] : []),
        ].join('\n'),
        'text',
      ),
    ]),
  ]
}

export function leaks({ resources }: Report): string[] {
  const leaked = leftBehind(resources)
  const rest = leaked.length - leaksShownMax
  const lines = [
    ...leaked
      .slice(0, leaksShownMax)
      .map(({ kind, id }) => `- ${span(kind)} ${span(clip(id, cellCharactersMax))}`),
    ...(rest > 0 ? [`- … and ${rest} more in the report`] : []),
    ...leftoversInWords(resources).map((line) => `- ${escaped(line)}`),
  ]
  const searches = searchesInWords(resources).map((line) => `- ${escaped(line)}`)
  return [
    ...(lines.length === 0
      ? []
      : [`## Left behind (${resources.leaked.length - mayBeThere(resources).length})`, lines.join('\n')]),
    ...(searches.length === 0 ? [] : [`## ${searchHeading(resources)}`, searches.join('\n')]),
  ]
}

export function openPoints({ openPoints: points }: Report): string[] {
  const open = points.filter(({ source }) => source === 'unknown')
  if (open.length === 0) return []
  const rest = open.length - openPointsShownMax
  const lines = open
    .slice(0, openPointsShownMax)
    .map(({ id, question }) => `- ${span(id)}: ${escaped(clip(question, cellCharactersMax))}`)
  return [
    `## Open points without an answer (${open.length} of ${points.length})`,
    [...lines, ...(rest > 0 ? [`- … and ${rest} more in the report`] : [])].join('\n'),
  ]
}
