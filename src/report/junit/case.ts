// Converts a clause to a JUnit test case.
import type { TestCase } from 'junit-report-builder'
import { clip } from '../../base/clip.ts'
import type { Failure } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { visible } from '../../base/visible.ts'
import type { Causes } from '../causes/causes.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf, resultOf } from '../model/result.ts'
import { causeInWords, inWords, labelled, labelledCommands } from '../text/failure.ts'
import { messageLines } from '../text/message.ts'
import { excuseInWords } from '../text/outcome.ts'
import { partInWords } from '../text/part-in-words.ts'

/** CI services keep only some hundred kilobytes of a report. */
export const textCharactersMax = 20_000

/** CI services show a message in one line. */
export const messageCharactersMax = 1_000

/** @param report a report in which all control characters are visible */
export function fillCase(testCase: TestCase, clause: ReportClause, causes: Causes, report: Report): void {
  const { level, verdict, reason, waived, gap } = clause
  const explanation = explanationOf(clause, causes, report)
  if (gap !== undefined && resultOf(clause) === 'gap') {
    skip(testCase, `gap: ${excuseInWords(gap)}`)
    testCase.standardOutput(output(`${verdict}: ${reason}`))
  } else if (verdict === 'fail' && waived !== undefined) {
    skip(testCase, `waived: ${excuseInWords(waived)}`)
    testCase.standardOutput(output(explanation))
  } else if (verdict === 'fail' && (level === 'MUST' || report.run.strict)) {
    testCase.failure(message(headlineOf(clause)), level).stacktrace(text(explanation))
    const sent = clause.failures.map(exchangesOf).filter(Boolean)
    if (sent.length > 0) testCase.standardOutput(output(sent.join('\n\n')))
  } else if (verdict === 'fail') {
    testCase.standardOutput(output(`deviation (a failed SHOULD)\n${explanation}`))
  } else if (verdict === 'inconclusive' || verdict === 'error') {
    testCase.error(message(reason), verdict, text(explanation))
  } else if (verdict !== 'pass') skip(testCase, `${verdict}: ${reason}`)
}

// The builder omits the message of the element <skipped/>.
function skip(testCase: TestCase, reason: string): void {
  const build = testCase.build.bind(testCase)
  testCase.skipped().build = (parent) => {
    const element = build(parent)
    const children: readonly { name?: string; att(name: string, value: string): unknown }[] = element.children
    for (const child of children) if (child.name === 'skipped') child.att('message', message(reason))
    return element
  }
}

function explanationOf(clause: ReportClause, causes: Causes, { target }: Report): string {
  const failures = clause.failures.map((failure) => {
    const lines = [
      failure.message,
      ...inWords(failure, target.baseUrl).map((one) => labelled(...one)),
      `seed      ${failure.seed}${failure.path === null ? '' : `, path ${failure.path}`}`,
      ...labelledCommands(failure),
    ]
    return lines.filter(Boolean).join('\n')
  })
  const part = clause.part === '' ? '' : ` (${partInWords(clause.part)})`
  return [
    `${clause.statement}${part}`,
    ...causeInWords(clause.id, causes).map((one) => labelled(...one)),
    ...(failures.length > 0 ? failures : [clause.reason]),
  ].join('\n\n')
}

function exchangesOf({ steps = [], control, exchange }: Failure): string {
  const roles = new Map<Exchange, string>()
  for (const step of steps) roles.set(step, 'step')
  if (control !== null) roles.set(control, 'control')
  if (exchange !== null) roles.set(exchange, 'under test')
  const byId = new Map([...roles].map(([one, role]) => [one.id, { one, role }]))
  return [...byId.values()]
    .sort((a, b) => a.one.id - b.one.id)
    .map(({ one, role }) => `--- ${role}, exchange ${one.id}\n${onTheWire(one)}`)
    .join('\n\n')
}

function onTheWire(exchange: Exchange): string {
  const { sent, received } = messageLines(exchange)
  return `${sent.join('\n').trimEnd()}\n\n${received.join('\n').trimEnd()}`
}

function message(value: string): string {
  return visible(clip(value, messageCharactersMax))
}

// Clipping can split a character, and the builder escapes only the first "]]>".
function text(value: string): string {
  return visible(clip(value, textCharactersMax), { lines: true }).replaceAll(']]>', ']]\\u003e')
}

/**
 * Escapes markers in the output: Jenkins and GitLab attach the files that "[[ATTACHMENT|…]]" names, and other
 * services read "[[PROPERTY|…]]".
 */
function output(value: string): string {
  return text(value).replace(/\[\[(?=\s*(?:ATTACHMENT|PROPERTY))/gi, '[\\u005b')
}
