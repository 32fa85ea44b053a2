// The HTML view: escaped, self-contained, and with a policy that fits its own style and script.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fullEvents, hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { reportHtml } from './html.ts'

const page = (hostile = '') => reportHtml(toReport(sampleEvents(hostile)))

const full = (hostile = '') => reportHtml(toReport(fullEvents(hostile)))

test.each([
  ['an ordinary page', page],
  ['a page with everything', full],
])('hostile text adds no element, no attribute and no acting character to %s', (_, page) => {
  // Where texts part, and where names may break, depends on the texts; neither has an attribute.
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

test('every verdict is a group of its own, failures first and open', () => {
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

test('loads nothing, and allows its own style and script only', () => {
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
