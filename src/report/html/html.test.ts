// Tests that the HTML report is escaped and self-contained, and that it has a strict security policy.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fullEvents } from '../../../test/report/full-events.ts'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { reportHtml } from './html.ts'

const page = (hostile = '') => reportHtml(toReport(sampleEvents(hostile)))

const full = (hostile = '') => reportHtml(toReport(fullEvents(hostile)))

test.each([
  ['an ordinary page', page],
  ['a page with everything', full],
])('hostile text adds no element, attribute or control character to %s', (_, page) => {
  // Removes the elements `mark` and `wbr`, because their number depends on the text. They have no attributes,
  // so they are harmless.
  const tags = (text: string) =>
    text
      .replace(/<\/?(?:mark|wbr)>/g, '')
      .match(/<[a-z!/][^>]*>/gi)
      ?.map((tag) => tag.split(' ')[0])
  expect(tags(page(hostileText))).toEqual(tags(page(' harmless')))
  expect(/[^\P{C}\n\t]/u.test(page(hostileText))).toBe(false)
  const attributes = (text: string) => [...new Set(text.match(/ [a-z-]+="/g))].sort()
  expect(attributes(withoutText(page(hostileText)))).toEqual(attributes(withoutText(page())))
})

test('every verdict has its own group; failures come first and are open', () => {
  const headings = [...page().matchAll(/<section class="group"><h3>([^<]+)/g)].map(([, heading]) =>
    heading?.trim(),
  )
  expect(headings.slice(0, 8)).toEqual([
    'Failed',
    'Errors of the checker',
    'Deviations (failed SHOULDs)',
    'Inconclusive',
    'Not run',
    'Waived failures',
    'Gaps',
    'Passed',
  ])
  expect(page().match(/<details[^>]* open>/g)).toHaveLength(3)
})

test('loads nothing, and allows only its own style and script', () => {
  const text = page()
  expect(withoutText(text)).not.toMatch(/\b(?:src|href)="(?!#)/)
  expect(text).not.toMatch(/@import|url\(/)
  for (const element of ['style', 'script']) {
    const content = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(content).digest('base64')
    expect(text).toContain(`${element}-src 'sha256-${hash}'`)
  }
})

function withoutText(text: string): string {
  return text.replace(/>[^<]*</g, '><')
}

test('a failure shows its control and marks the differences and the failed member', () => {
  const shown = clauseIn(full(), 'event-streams.update.stored')
  const attempt = between(shown, 'Attempt', 'Control, accepted')
  expect(attempt).toMatch(/<mark>[^<]*"status": "disabled"[^<]*<\/mark>/)
  expect(between(attempt, 'Response', 'Raw')).toMatch(/<mark>[^<]*"status": "enabled"[^<]*<\/mark>/)
  expect(shown).toContain('The values differ at <code>/status</code>')
  expect(shown).toMatch(/<mark>[^<]*"name": "a"[^<]*<\/mark>/)
  expect(between(shown, 'class="strip"', '</ol>').match(/<li/g)).toHaveLength(4)
  expect(shown).toContain('failed 4 of 5 times')
  expect(shown).toContain('The report contains 1 of 4 failed observations')
  expect(shown).toContain('npx tenant-conformance replay report.json event-streams.update.stored')
})

test('a pass shows its evidence', () => {
  const shown = clauseIn(full(), 'event-streams.update.name-changes')
  expect(shown).toContain('3 observations satisfied the clause')
  expect(shown).toContain('the response contains the values that were sent')
  expect(shown).toContain('Compared: <code>event-streams.update /name</code>')
  expect(between(shown, 'Observed', 'Control')).toMatch(/request 9.*PATCH.*content-type: application\/json/s)
  expect(shown).not.toContain(' open>')
})

test('omits parts that an older report lacks', () => {
  const { measurements: _, ...report } = toReport(sampleEvents())
  const ids = (text: string) => [...text.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids(full())).toEqual([
    ...['matrix', 'failures', 'changes', 'unanswered', 'notes', 'clauses', 'pictures', 'open-points', 'run'],
  ])
  expect(ids(reportHtml({ ...report, coverage: { ...report.coverage, constraints: [] } }))).toEqual([
    ...['failures', 'unanswered', 'notes', 'clauses', 'pictures', 'open-points', 'run'],
  ])
  const figures = (text: string) => [...text.matchAll(/<figure[^>]* id="([^"]+)"/g)].map(([, id]) => id)
  expect(figures(full())).toEqual(['latency', 'statuses', 'timeline', 'deliveries', 'parts', 'constraints'])
  expect(figures(reportHtml(report))).toEqual(['parts', 'constraints'])
})

function clauseIn(text: string, id: string): string {
  return between(text, `<details class="clause" id="${id}"`, '<details class="clause"')
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  expect(from, start).toBeGreaterThanOrEqual(0)
  const to = text.indexOf(end, from + start.length)
  return text.slice(from, to < 0 ? undefined : to)
}

test('a location in a document belongs to its clause, may wrap, and is not a filter option', () => {
  const report = toReport(sampleEvents(''))
  const place = '#/paths/~1things/post/requestBody/content/application~1json/schema'
  const [first, ...others] = report.clauses
  if (first === undefined) throw new Error('the sample has clauses')
  const text = reportHtml({ ...report, clauses: [{ ...first, part: place }, ...others] })
  expect(text.replaceAll('<wbr>', '')).toContain(`· ${place}</span>`)
  expect(text).not.toContain(`part ${place}`)
  expect(text).not.toContain(`<option value="${place}">`)
})
