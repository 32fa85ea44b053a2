// Tests that the Markdown summary fits a CI page, and that a tenant's text cannot change its structure.
import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { noChanges } from '../model/diff.ts'
import { toReport } from '../model/to-report.ts'
import { summaryMarkdown } from './markdown.ts'

const pageOf = (hostile: string): string =>
  marked.parse(summaryMarkdown(toReport(sampleEvents(hostile))), { async: false })

test('contains the outcome, the failures and the unanswered clauses', () => {
  expect(summaryMarkdown(toReport(sampleEvents()))).toMatchSnapshot()
})

const proseOf = (hostile: string): string => pageOf(hostile).replace(/<(code|pre)\b[^>]*>.*?<\/\1>/gs, '')

test('hostile text creates no formatting, link, mention or embedded content', () => {
  const prose = proseOf(hostileText)
  expect(prose).not.toMatch(/`|\]\(|@admin|javascript:|http:\/\/evil|<a |<img|<script/)
  expect(prose.match(/<details>/g)?.length).toBe(prose.match(/<\/details>/g)?.length)
  // The fence must be longer than any sequence of back-ticks in the text.
  const text = summaryMarkdown(toReport(sampleEvents(hostileText)))
  expect(text.match(/^````(sh|text)$/gm)).toHaveLength(5)
  expect(text.match(/^````$/gm)).toHaveLength(5)
})

test('is readable as plain text: requests and responses contain no character references', () => {
  const text = summaryMarkdown(toReport(sampleEvents()))
  expect(text).toContain('sent      PATCH /event-streams/est_8sQ?x=1 {"status":"disabled"}')
  expect(text).toContain('received  200 {"status":"enabled"}')
  expect(text).toContain('`http://127.0.0.1:4010/api/v2`')
  expect(text.match(/&#\d+;/g) ?? []).toEqual([])
})

test('the matrix contains each clause once, by operation and family', () => {
  const [started, ...events] = sampleEvents()
  if (started?.type !== 'run-started') throw new Error('the sample begins otherwise')
  const families = ['limits', 'events']
  const clauses = started.clauses.map((one, index) => ({
    ...one,
    ...(index > 1 ? {} : { family: families[index] ?? '' }),
  }))
  const contract = { name: 'a', title: 'A', version: '1', families: ['events', 'limits'] }
  const text = summaryMarkdown(toReport([{ ...started, contract, clauses }, ...events]))
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((one) => one.trim()),
  )
  expect(cells[0]).toEqual(['', 'events', 'limits', 'other'])
  expect(cells.find(([name]) => name === 'event-streams.create')).toEqual([
    ...['event-streams.create', '✅\u00a01', '', '❗\u00a01'],
  ])
  expect(cells.find(([name]) => name === 'event-streams.update')).toEqual([
    ...['event-streams.update', '', '❌\u00a01', ''],
  ])
  const counts = cells.slice(2, 7).flatMap((row) => [...row.join(' ').matchAll(/[^\d\w.-]\u00a0(\d+)/gu)])
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(10)
})

test('shows the changes since a baseline, whether the run is complete, and when suppressions expire', () => {
  const report = toReport(sampleEvents())
  const changes = {
    outcome: { before: 'conformant', after: 'non-conformant' },
    newlyFailing: [{ id: 'a.b', level: 'MUST', before: 'pass', after: 'fail', reason: 'x' }],
    ...noChanges,
    ...{ fixed: [], changed: [], gone: [], new: [], openPoints: [], conditions: ['seed: 1 → 2'] },
  } as const
  const baseline = { file: 'old.json', startedAt: '2026-05-01T10:00:00.000Z', changes }
  const text = summaryMarkdown({ ...report, baseline })
  expect(text).toContain('## Since `old.json` of 2026-05-01')
  expect(text).toContain('- newly failing (1): `a.b`')
  expect(text).toContain('- outcome: conformant → **non-conformant**')
  expect(text).toMatch(/`phone-templates.update.round-trip` \| waived \| known since 2025 \| 2027-05-31/)
  expect(text).not.toMatch(/\*\*(Truncated|Interrupted)/)
  const run = { ...report.run, interrupted: true }
  expect(summaryMarkdown({ ...report, run })).toContain('**Interrupted**')
  expect(summaryMarkdown({ ...report, run: { ...run, truncated: true } })).toContain('**Truncated**')
})

const elements = (hostile: string): string[] =>
  [...pageOf(hostile).matchAll(/<[a-z!/?][^>]*>/gi)].map(([tag]) => tag)

const plain = elements(' harmless')
const pieces = [
  ...['# a', '- a', '1. a', '> a', '---', '| a | b |', '|---|---|', '    a', '```', '~~~', '<!--', '-->'],
  ...['![a](b)', '[a](javascript:b)', '[a]: b', 'https://evil.example', 'www.evil.example', 'a@evil.example'],
  ...[
    '<img src=a>',
    '</code>',
    '<pwned>',
    '&lt;',
    '&#60;',
    '**',
    '__',
    '~~',
    '`',
    '``',
    '\\',
    '|',
    '\n',
    '\n\n',
    ' ',
    'a',
  ],
  ...['$`a`$', '$$', '@admin', '#1', ':tada:', '[^1]', '\r', '\t', '\u2028', '"', "'"],
]

test('renders to the same elements, whatever a tenant sent', () => {
  expect(elements(hostileText)).toEqual(plain)
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(elements(` ${text}`)).toEqual(plain)
    }),
    { numRuns: 100 },
  )
})

test('stays short for many failed clauses', () => {
  const report = toReport(sampleEvents())
  const failed = report.clauses.filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined)
  const clauses = Array.from({ length: 500 }, (_, index) =>
    failed.map((clause) => ({ ...clause, id: `${clause.id}-${index}` })),
  ).flat()
  const text = summaryMarkdown({ ...report, clauses })
  expect(text).toContain('… and 980 more in the report: ')
  expect(Buffer.byteLength(text)).toBeLessThan(60_000)
})

test('shows fewer failures in full if space is short, then omits whole sections and mentions it', () => {
  const report = toReport(sampleEvents(hostileText))
  const whole = summaryMarkdown(report)
  const bytes = Buffer.byteLength(whole)
  expect(summaryMarkdown(report, { bytesMax: bytes })).toBe(whole)
  const fewer = summaryMarkdown(report, { bytesMax: bytes - 1 })
  expect(fewer).toContain('# ❌ non-conformant')
  expect(fewer).toContain('… and 1 more in the report: `event-streams.create.no-5xx`')
  expect(fewer).toContain('## Open points without an answer')
  for (let bytesMax = 0; bytesMax < bytes; bytesMax += 97) {
    const text = summaryMarkdown(report, { bytesMax })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesMax)
    if (text === '') continue
    expect(text).toMatch(/… shortened to fit|… and \d more in the report/)
    // Every opened block is closed again.
    expect((text.match(/^`{3,}/gm) ?? []).length % 2).toBe(0)
    expect(text.match(/^<details>/gm)?.length).toBe(text.match(/^<\/details>/gm)?.length)
  }
})

test('the summary of a very large run stays below its limit', () => {
  const report = toReport(sampleEvents('long '.repeat(2_000)))
  const clauses = Array.from({ length: 300 }, (_, index) =>
    report.clauses.map((one) => ({
      ...one,
      ...{ id: `o${index}.${one.id}`, operation: `o${index}`, reason: `${index} ${one.reason}` },
      ...(one.gap === undefined ? {} : { gap: { ...one.gap, reason: `${index} ${one.gap.reason}` } }),
    })),
  ).flat()
  const text = summaryMarkdown({ ...report, clauses })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000)
  for (const heading of ['## Failures', '## Excused', '## Not observed', '## Open points'])
    expect(text).toContain(heading)
})
