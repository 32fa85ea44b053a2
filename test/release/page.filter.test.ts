// Tests the script of the page in a real browser: filters, URLs, copying and appearance.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportHtml, toReport } from '../../src/report/index.ts'
import { fullEvents } from '../report/full-events.ts'
import { hostileText } from '../report/sample.ts'
import { launch, type PageBrowser } from './page.browser.ts'

const text = (hostile = '') => reportHtml(toReport(fullEvents(hostile)))
const count = 13

let browser: PageBrowser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('filters by text, verdict, level, operation, family and part, and shows everything again', async () => {
  const { page } = await browser.open(text())
  const shown = () => page.locator('.clause:visible').count()
  const form = page.getByRole('form')
  expect(await shown()).toBe(count)
  await form.getByLabel('Verdict').selectOption('pass')
  expect(await shown()).toBe(2)
  expect(new URL(page.url()).hash).toBe('#verdict=pass')
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect.poll(shown).toBe(count)
  expect(new URL(page.url()).hash).toBe('')
  await form.getByLabel('Level').selectOption('SHOULD')
  expect(await page.locator('#shown').textContent()).toBe(`1 of ${count} clauses shown`)
  await form.getByLabel('Level').selectOption('')
  await form.getByLabel('Family').selectOption('states')
  expect(await shown()).toBe(6)
  await form.getByLabel('Operation').selectOption('phone-templates.update')
  expect(await shown()).toBe(2)
  await form.getByLabel('Operation').selectOption('')
  await form.getByLabel('Family').selectOption('')
  await form.getByLabel('Part').selectOption('4.2')
  expect(await shown()).toBe(2)
  await form.getByLabel('Part').selectOption('')
  await form.getByLabel('Text').fill('DELETE independent')
  expect(await shown()).toBe(1)
  expect(await page.locator('.group:visible').count()).toBe(1)
  await form.getByLabel('Text').fill('')
  await page.getByRole('button', { name: 'Open all' }).click()
  expect(await page.locator('.clause[open]').count()).toBe(count)
})

test('an address restores the view, and the back button returns', async () => {
  const { page, url } = await browser.open(text(), {
    hash: '#verdict=fail&operation=event-streams.update&text=stored',
  })
  const shown = () => page.locator('.clause:visible').evaluateAll((all) => all.map(({ id }) => id))
  expect(await shown()).toEqual(['event-streams.update.stored'])
  expect(await page.getByRole('form').getByLabel('Text').inputValue()).toBe('stored')
  await page.goto(`${url}#level=nonsense&colour=red`)
  expect(await shown()).toHaveLength(count)
  await page.locator('.tally a.inconclusive').click()
  await expect.poll(shown).toEqual(['custom-signing-keys.get.x5t'])
  await page.goBack()
  await expect.poll(shown).toHaveLength(count)
})

test('a cell of the matrix leads to its clauses', async () => {
  const { page } = await browser.open(text())
  const cell = page.locator('.matrix tbody tr', { hasText: 'event-streams.create' }).locator('.cell a').nth(1)
  const [told] = /\d+$/.exec((await cell.textContent())?.replace(/ [a-z].*$/, '') ?? '') ?? []
  await cell.press('Enter')
  await expect.poll(() => page.locator('.clause:visible').count()).toBe(Number(told))
  for (const clause of await page.locator('.clause:visible').all())
    expect(await clause.getAttribute('data-operation')).toBe('event-streams.create')
})

test('a link to a clause opens it, even if the filter hides it', async () => {
  const { page, url } = await browser.open(text(), { hash: '#event-streams.update.name-changes' })
  const clause = page.locator('[id="event-streams.update.name-changes"]')
  expect(await clause.getAttribute('open')).not.toBeNull()
  expect(await clause.textContent()).toContain('3 observations satisfied the clause')
  await page.goto(`${url}#verdict=fail`)
  expect(await clause.isVisible()).toBe(false)
  await page.goto(`${url}#event-streams.update.name-changes`)
  await expect.poll(() => clause.isVisible()).toBe(true)
})

test('two clicks lead from a failure to a copied command', async () => {
  const { page, url } = await browser.open(text(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.locator('#failures').getByRole('link', { name: 'event-streams.update.stored' }).click()
  const clause = page.locator('[id="event-streams.update.stored"]')
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await clause.getByRole('button', { name: 'Copy curl' }).click()
  await expect.poll(copied).toContain('curl -X PATCH "$TENANT_BASE_URL/event-streams/est_8sQ"')
  expect(await page.locator('#copied').textContent()).toBe('Copied')
  await clause.getByRole('button', { name: 'Copy replay' }).press('Enter')
  await expect.poll(copied).toBe('npx tenant-conformance replay report.json event-streams.update.stored')
  await clause.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toBe(`${url}#event-streams.update.stored`)
})

test('copies even if the browser has no clipboard for pages', async () => {
  const { page } = await browser.open(text(), { hash: '#event-streams.update.stored' })
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () => { window.copied = document.activeElement.value })`)
  const clause = page.locator('[id="event-streams.update.stored"]')
  await clause.getByRole('button', { name: 'Copy replay' }).click()
  expect(await page.evaluate('window.copied')).toBe(
    'npx tenant-conformance replay report.json event-streams.update.stored',
  )
})

test('the switch chooses light or dark, by default as the system says', async () => {
  const { page, complaints } = await browser.open(text(), { colorScheme: 'light' })
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.getByLabel('Appearance').selectOption('dark')
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.reload()
  expect(await ground()).toBe(dark)
  await page.getByLabel('Appearance').selectOption('')
  expect(await ground()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).toBe(dark)
  expect(complaints).toEqual([])
})

test('filters and opens clauses with hostile names', async () => {
  const { page, complaints } = await browser.open(text(hostileText))
  const family = page.getByRole('form').getByLabel('Family')
  const values: string[] = await family
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
  const hostile = values.find((value) => value.startsWith('others')) ?? ''
  await family.selectOption(hostile)
  expect(await page.locator('.clause:visible').count()).toBe(3)
  await page.reload()
  expect(await page.locator('.clause:visible').count()).toBe(3)
  await page.goto(page.url().replace(/#.*/, '#%E0%A4%A'))
  expect(complaints).toEqual([])
})
