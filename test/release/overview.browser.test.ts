// Tests the overview in a real browser. It must be accessible, usable on narrow screens, and safe with
// hostile texts. Screenshots are in .vitest/. The test needs Chromium at /usr/bin/chromium, which `.ci/run`
// installs.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  linkTo,
  OverviewTally,
  overviewHtml,
  type Report,
  reportHtml,
  toReport,
} from '../../src/report/index.ts'
import { hostileText, sampleEvents } from '../report/sample.ts'

const executablePath = '/usr/bin/chromium'
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

let browser: Browser
let folder: string
beforeAll(async () => {
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}: apt-get install chromium.`)
  browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  folder = await mkdtemp(join(tmpdir(), 'overview-html-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  { colorScheme: 'light', width: 1200 },
  { colorScheme: 'dark', width: 1200 },
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360 },
] as const)('is accessible in $colorScheme at $width pixels', async ({ colorScheme, width }) => {
  const { page } = await open('', { colorScheme, width })
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // The security policy of the page does not block this script, because a debugger runs it.
  await page.evaluate(axe)
  const violations = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
  expect(violations).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.screenshot({ path: `.vitest/overview-${colorScheme}-${width}.png`, fullPage: true })
})

test('a state shows by a sign and words, and links to the report', async () => {
  const { page } = await open()
  const matrix = page.getByRole('region', { name: 'Results by family' })
  const failed = matrix.getByRole('link', { name: '1 failed' }).first()
  expect(await failed.textContent()).toBe('✗ 1 failed')
  await failed.click()
  const { pathname, hash } = new URL(page.url())
  expect(decodeURIComponent(pathname)).toBe(join(folder, 'a & b #1', 'report.html'))
  expect(hash).toBe('#family=4.5&verdict=fail')
  expect(await page.title()).toContain('non-conformant')
})

test('is complete on paper', async () => {
  const { page } = await open()
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.wide')).overflowX`)).toBe('visible')
  expect((await page.pdf({ landscape: true })).length).toBeGreaterThan(10_000)
})

test('hostile names and tenants run nothing, load nothing and violate no rule of the policy', async () => {
  const { page, requests, complaints } = await open(hostileText)
  expect(await page.locator('table').count()).toBe(3)
  expect(await page.locator('img, script, iframe, textarea, form').count()).toBe(0)
  expect(await page.evaluate(`[...new Set([...document.links].map(({ protocol }) => protocol))]`)).toEqual([
    'file:',
  ])
  expect(requests).toHaveLength(1)
  expect(complaints).toEqual([])
})

async function open(
  hostile = '',
  { colorScheme = 'light', width = 1200 }: { colorScheme?: 'light' | 'dark'; width?: number } = {},
) {
  const own = join(folder, 'a & b #1')
  await mkdir(own, { recursive: true })
  const report = inFamilies(toReport(sampleEvents(hostile)))
  await writeFile(join(own, 'report.html'), reportHtml(report))
  const tally = new OverviewTally()
  const page = linkTo(join(own, 'report.html'), folder)
  tally.add({ name: `a & b #1${hostile}`, page, report })
  tally.add({
    name: 'fixed',
    page: null,
    report: { ...report, outcome: 'conformant', clauses: fixed(report) },
  })
  tally.add({ name: 'old', page: null, report: toReport(sampleEvents()) })
  if (hostile !== '')
    tally.add({ name: hostile, page: linkTo(join(folder, hostile, 'report.html'), folder), report })
  const file = join(folder, 'overview.html')
  await writeFile(file, overviewHtml(tally.overview))
  const opened = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
  const requests: string[] = []
  const complaints: string[] = []
  opened.on('request', (request) => requests.push(request.url()))
  opened.on('console', (message) => complaints.push(message.text()))
  opened.on('pageerror', (error) => complaints.push(error.message))
  opened.on('dialog', (dialog) => complaints.push(dialog.message()))
  await opened.goto(pathToFileURL(file).href)
  return { page: opened, requests, complaints }
}

function inFamilies(report: Report): Report {
  return { ...report, clauses: report.clauses.map((clause) => ({ ...clause, family: clause.part })) }
}

function fixed({ clauses }: Report): Report['clauses'] {
  return clauses.map(({ waived: _, ...clause }) => ({
    ...clause,
    verdict: 'pass',
    evidence: 1,
    failures: [],
  }))
}
