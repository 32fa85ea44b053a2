// The Markdown view: fit for a CI page, and without effect there whatever a tenant sent.
import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { summaryMarkdown } from './markdown.ts'

test('tells the outcome, the failures and what has no answer', () => {
  expect(summaryMarkdown(toReport(sampleEvents()))).toMatchSnapshot()
})

test('hostile text neither formats, links, mentions nor embeds', () => {
  const text = summaryMarkdown(toReport(sampleEvents(hostileText)))
  const outsideCode = text.replace(/^(`{3,})sh\n.*?\n\1$/gms, '')
  expect(outsideCode).not.toMatch(/`|\]\(|@admin|javascript:|http:\/\/evil/)
  expect([...new Set(outsideCode.match(/<[^>]*>/g))].sort()).toEqual(['</code>', '<code>'])
  // The fence is longer than any run of back-ticks inside it.
  expect(text.match(/^````sh$/gm)).toHaveLength(2)
  expect(text.match(/^````$/gm)).toHaveLength(2)
})

/** The elements of the page that the summary becomes, in their order. */
const elements = (hostile: string): string[] => {
  const page = marked.parse(summaryMarkdown(toReport(sampleEvents(hostile))), { async: false })
  return [...page.matchAll(/<[a-z!/?][^>]*>/gi)].map(([tag]) => tag)
}

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

test('a renderer makes the same elements of it, whatever a tenant sent', () => {
  expect(elements(hostileText)).toEqual(plain)
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(elements(` ${text}`)).toEqual(plain)
    }),
    { numRuns: 100 },
  )
})

test('stays short however many clauses fail', () => {
  const report = toReport(sampleEvents())
  const failed = report.clauses.filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined)
  const clauses = Array.from({ length: 500 }, () => failed).flat()
  expect(summaryMarkdown({ ...report, clauses })).toContain('… and 980 more in the report.')
})

test('is cut where no more fits, section by section, and says so', () => {
  const report = toReport(sampleEvents(hostileText))
  const whole = summaryMarkdown(report)
  const bytes = Buffer.byteLength(whole)
  expect(summaryMarkdown(report, { bytesMax: bytes })).toBe(whole)
  for (let bytesMax = 0; bytesMax < bytes; bytesMax += 97) {
    const text = summaryMarkdown(report, { bytesMax })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesMax)
    if (text === '') continue
    const [shown = ''] = text.split('\n\n… cut here')
    expect(shown).not.toBe(text)
    expect(whole.startsWith(`${shown}\n\n`)).toBe(true)
    // No block of lines for a shell is left open.
    expect((text.match(/^`{3,}/gm) ?? []).length % 2).toBe(0)
  }
  expect(summaryMarkdown(report, { bytesMax: bytes - 1 })).toContain('# ❌ non-conformant')
})
