// The HTML report in a real browser: accessible, filterable, and deaf to what a tenant put into it.
// It leaves its screenshots in .vitest/, and wants Chromium at /usr/bin/chromium, which `.ci/run` installs.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportHtml, toReport } from '../../src/report/index.ts'
import { hostileText, sampleEvents } from '../report/sample.ts'

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const modes = [
  { colorScheme: 'light', width: 1100 },
  { colorScheme: 'dark', width: 400 },
] as const

const executablePath = '/usr/bin/chromium'

let browser: Browser
let folder: string
beforeAll(async () => {
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}: apt-get install chromium.`)
  browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  folder = await mkdtemp(join(tmpdir(), 'report-html-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

test.each(modes)('is accessible in $colorScheme at $width pixels', async ({ colorScheme, width }) => {
  const { page } = await open('', { colorScheme, width })
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger, which the page's own policy does not bind.
  await page.evaluate(axe)
  const violations = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
  expect(violations).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.screenshot({ path: `.vitest/report-${colorScheme}.png`, fullPage: true })
})

test('filters by text, verdict, level and operation, and shows all again', async () => {
  const { page } = await open()
  const shown = () => page.locator('.clause:visible').count()
  expect(await shown()).toBe(10)
  await page.getByLabel('Verdict').selectOption('pass')
  expect(await shown()).toBe(1)
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect.poll(shown).toBe(10)
  await page.getByLabel('Level').selectOption('SHOULD')
  expect(await page.getByRole('status').textContent()).toBe('1 of 10 clauses shown')
  await page.getByLabel('Level').selectOption('')
  await page.getByLabel('Text').fill('DELETE independent')
  expect(await shown()).toBe(1)
  await page.getByRole('button', { name: 'Open all' }).click()
  expect(await page.locator('.clause[open]').count()).toBe(10)
})

test('is whole without scripts', async () => {
  const { page } = await open('', { javaScriptEnabled: false })
  expect(await page.locator('.clause:visible').count()).toBe(10)
  expect(await page.locator('form').isVisible()).toBe(false)
})

test('a hostile tenant runs nothing, loads nothing and breaks no rule of the policy', async () => {
  const { page, requests, complaints } = await open(hostileText)
  expect(await page.locator('.clause').count()).toBe(10)
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
    '<script>',
    '</script>',
    '</style>',
    '<!--',
    '-->',
    ']]>',
  ],
  ...['<img src=http://127.0.0.1:1/ onerror=a>', '<base href=//a>', '<meta http-equiv=refresh content=0>'],
  ...['<form action=//a>', '<svg/onload=a>', '<math>', '<template>', '<plaintext>', '<iframe srcdoc="<a>">'],
  ...['"', "'", '`', ' onload="a"', ' style=x', '=', '>', '<', '&', '&lt;', '&#60;', '&quot', '\\u003c'],
  ...['javascript:a', '\n', '\r', '\0', '\ud800', '\u2028', ' ', 'a'],
]

test('a browser reads the same elements and attributes, whatever a tenant sent', async () => {
  const { page } = await open()
  const shape = (text: string): Promise<unknown> => {
    const source = JSON.stringify(reportHtml(toReport(sampleEvents(text))))
    return page.evaluate(
      `[...new DOMParser().parseFromString(${source}, 'text/html').querySelectorAll('*')].map(
        ({ tagName, attributes }) => [tagName, ...Array.from(attributes, ({ name }) => name).sort()].join(' '))`,
    )
  }
  const plain = await shape(' harmless')
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => ` ${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await shape(text)).toEqual(plain)
    }),
    { numRuns: 100 },
  )
})

async function open(
  hostile = '',
  { colorScheme = 'light', width = 1100, javaScriptEnabled = true }: Partial<Settings> = {},
) {
  const file = join(folder, 'report.html')
  await writeFile(file, reportHtml(toReport(sampleEvents(hostile))))
  const page = await browser.newPage({ colorScheme, javaScriptEnabled, viewport: { width, height: 900 } })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(dialog.message()))
  await page.goto(pathToFileURL(file).href)
  return { page, requests, complaints }
}

interface Settings {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly javaScriptEnabled: boolean
}
