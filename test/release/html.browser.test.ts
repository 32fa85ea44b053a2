// Tests the HTML report in a real browser. It must be accessible, printable, usable without scripts, and safe
// with hostile texts. Screenshots are in .vitest/.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportHtml, toReport } from '../../src/report/index.ts'
import { fullEvents } from '../report/full-events.ts'
import { hostileText, sampleEvents } from '../report/sample.ts'
import { launch, overflowOf, type PageBrowser, violationsOn } from './page.browser.ts'

const plain = (hostile = '') => reportHtml(toReport(sampleEvents(hostile)))
const full = (hostile = '') => reportHtml(toReport(fullEvents(hostile)))

let browser: PageBrowser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test.each([
  { colorScheme: 'light', width: 1100 },
  { colorScheme: 'dark', width: 360 },
] as const)(
  'is accessible in $colorScheme at $width pixels, with all parts open',
  async ({ colorScheme, width }) => {
    const { page, complaints } = await browser.open(full(), { colorScheme, width })
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
    expect(await violationsOn(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await page.screenshot({ path: `.vitest/report-${colorScheme}-${width}.png`, fullPage: true })
  },
)

test('a hostile page is not wider than its window, with all parts open', async () => {
  const { page } = await browser.open(full(hostileText))
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
  for (const width of [360, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page), String(width)).toBeLessThanOrEqual(0)
  }
})

test('is complete without scripts: clauses, links, pictures, and no control that needs one', async () => {
  const { page } = await browser.open(full(), { javaScriptEnabled: false })
  expect(await page.locator('.clause:visible').count()).toBe(13)
  expect(await page.locator('form:visible, button:visible, select:visible').count()).toBe(0)
  expect(await page.locator('svg[role=img]:visible').count()).toBe(6)
  const targets: string[] = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '')),
    )
  const ids: string[] = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  expect(ids).toHaveLength(new Set(ids).size)
})

test('each picture has a name, a text and a table', async () => {
  const { page } = await browser.open(full())
  for (const picture of await page.locator('figure').all()) {
    expect(await picture.locator('svg > title').textContent()).toMatch(/\w/)
    expect(await picture.locator('svg > desc').textContent()).toMatch(/\w/)
    expect(await picture.locator('details tbody tr').count()).toBeGreaterThan(0)
    expect(await picture.locator('svg [style]').count()).toBe(0)
    const drawn = await picture.locator('svg').innerHTML()
    expect(drawn).not.toMatch(/NaN|undefined|Infinity/)
  }
})

test('prints the outcome, the failures and the pictures to paper', async () => {
  const { page } = await browser.open(full())
  const paper = await page.pdf({ format: 'A4' })
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.locator('form, nav, .copy:visible').locator('visible=true').count()).toBe(0)
  const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(background).toBe('rgb(253, 253, 252)')
})

test.each([
  ['an ordinary page', plain, 10],
  ['a page with everything', full, 13],
])('a hostile tenant runs nothing, loads nothing and violates no rule of %s', async (_, made, count) => {
  const { page, requests, complaints } = await browser.open(made(hostileText))
  expect(await page.locator('.clause').count()).toBe(count)
  expect(await page.locator('img, main script, iframe, textarea').count()).toBe(0)
  expect(requests).toHaveLength(1)
  expect(complaints).toEqual([])
})

const pieces = [
  ...[
    '<pwned a=b>',
    '</details>',
    '</pre>',
    '</main>',
    '</svg>',
    '</title>',
    '<script>',
    '</script>',
    '</style>',
  ],
  ...['<!--', '-->', ']]>', '<foreignObject>'],
  ...['<img src=http://127.0.0.1:1/ onerror=a>', '<base href=//a>', '<meta http-equiv=refresh content=0>'],
  ...['<form action=//a>', '<svg/onload=a>', '<math>', '<template>', '<plaintext>', '<iframe srcdoc="<a>">'],
  ...['"', "'", '`', ' onload="a"', ' style=x', '=', '>', '<', '&', '&lt;', '&#60;', '&quot', '\\u003c'],
  ...[
    'javascript:a',
    '\n',
    '\r',
    '\0',
    '\ud800',
    '\u2028',
    ' ',
    'a',
    '.',
    '/',
    '#',
    '%',
    '%3c',
    '{',
    '}',
    ',',
  ],
]

test.each([
  ['an ordinary page', plain],
  ['a page with everything', full],
])('a browser reads the same elements and attributes of %s for any text of a tenant', async (_, made) => {
  const { page } = await browser.open(plain())
  const shape = (text: string): Promise<unknown> => {
    const source = JSON.stringify(made(text))
    // A tenant's text may add or remove only the elements MARK and WBR, and these elements may have no
    // attributes.
    return page.evaluate(
      `[...new DOMParser().parseFromString(${source}, 'text/html').querySelectorAll('*')].map(
        ({ tagName, attributes }) => [tagName, ...Array.from(attributes, ({ name }) => name).sort()].join(' ')).filter(
        (element) => element !== 'MARK' && element !== 'WBR')`,
    )
  }
  const harmless = await shape(' harmless')
  // With these first characters, no text is valid JSON.
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => ` h${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await shape(text)).toEqual(harmless)
    }),
    { numRuns: 20 },
  )
})
