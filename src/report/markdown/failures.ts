// Writes the failures of the summary as collapsed blocks with their commands.
import { clip } from '../../base/clip.ts'
import type { Failure } from '../../base/event.ts'
import { counted } from '../../base/text/counted.ts'
import { visible } from '../../base/visible.ts'
import { type Causes, causesOf, countingGroups } from '../causes/causes.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf } from '../model/result.ts'
import { causeInWords, commandsInWords, inWords, labelled } from '../text/failure.ts'
import { escaped, fenced, folded, htmlCode, span } from '../text/markdown-text.ts'
import { partInWords } from '../text/part-in-words.ts'

const failuresShownMax = 20
const idsShownMax = 50
const lineCharactersMax = 500
const messageCharactersMax = 160
// A shortened command is useless, so a longer command is omitted.
const curlCharactersMax = 6_000

export interface Failures {
  readonly max: number
  blocks(count: number): readonly string[]
}

export function failuresOf({ clauses, target }: Report): Failures {
  const causes = causesOf(clauses)
  const groups = countingGroups(causes)
  const failed = groups.flat()
  const leading = groups.map(([lead]) => lead)
  const inFull = leading
    .slice(0, failuresShownMax)
    .map((clause) => failureBlock(clause, causes, target.baseUrl))
  return {
    max: inFull.length,
    blocks(count) {
      if (failed.length === 0) return []
      const grouped = leading.length === failed.length ? '' : `, in ${counted(leading.length, 'group')}`
      return [
        `## Failures (${failed.length}${grouped})`,
        ...inFull.slice(0, count),
        ...rest(leading.slice(count)),
      ]
    },
  }
}

function rest(clauses: readonly ReportClause[]): string[] {
  if (clauses.length === 0) return []
  const named = clauses.slice(0, idsShownMax).map(({ id }) => span(id))
  const more = clauses.length > named.length ? `, … (${clauses.length - named.length} more)` : ''
  return [`… and ${clauses.length} more in the report: ${named.join(', ')}${more}`]
}

function failureBlock(clause: ReportClause, causes: Causes, baseUrl: string): string {
  const [failure] = clause.failures
  const rows = [
    ['because', clause.reason] as const,
    ...causeInWords(clause.id, causes),
    ...(failure === undefined ? [] : inWords(failure, baseUrl)),
  ].filter(([, text]) => text !== '')
  const curl = failure?.curl ?? ''
  return folded(
    `${clause.level === 'MUST' ? '❌' : '❗'} ${clause.level} ${htmlCode(clause.id)} ${htmlCode(clip(headlineOf(clause), messageCharactersMax))}`,
    [
      `_${escaped(clause.statement)}_${clause.part === '' ? '' : ` (${escaped(partInWords(clause.part))})`}`,
      // Outside of a fenced block, a line of the tenant's text could be read as Markdown.
      fenced(rows.map(([label, text]) => oneLine(label, text)).join('\n'), 'text'),
      ...(failure === undefined || curl === '' ? [] : pasted(failure)),
    ],
  )
}

function oneLine(label: string, text: string): string {
  return labelled(label, visible(clip(text, lineCharactersMax)))
}

function pasted(failure: Failure): string[] {
  if (failure.curl.length > curlCharactersMax)
    return ['The commands that reproduce the failure are too long for this page: see the report.']
  const words = commandsInWords(failure)
  return [...(words === '' ? [] : [`Commands (${words}):`]), fenced(failure.curl, 'sh')]
}
