// The Markdown view: fit for a CI page, and without effect there whatever a tenant sent.
import { expect, test } from 'vitest'
import { hostileText, sampleEvents, tool } from '../../test/report/sample.ts'
import { summaryMarkdown } from './markdown.ts'
import { toReport } from './to-report.ts'

test('tells the outcome, the failures and what has no answer', () => {
  expect(summaryMarkdown(toReport(sampleEvents(), tool))).toMatchSnapshot()
})

test('hostile text neither formats, links, mentions nor embeds', () => {
  const text = summaryMarkdown(toReport(sampleEvents(hostileText), tool))
  const outsideCode = text.replace(/^(`{3,})sh\n.*?\n\1$/gms, '')
  expect(outsideCode).not.toMatch(/`|\]\(|@admin|javascript:|http:\/\/evil/)
  expect([...new Set(outsideCode.match(/<[^>]*>/g))].sort()).toEqual(['</code>', '<code>'])
  // The fence is longer than any run of back-ticks inside it.
  expect(text.match(/^````sh$/gm)).toHaveLength(2)
  expect(text.match(/^````$/gm)).toHaveLength(2)
})

test('stays short however many clauses fail', () => {
  const report = toReport(sampleEvents(), tool)
  const failed = report.clauses.filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined)
  const clauses = Array.from({ length: 500 }, () => failed).flat()
  expect(summaryMarkdown({ ...report, clauses })).toContain('… and 980 more in the report.')
})
