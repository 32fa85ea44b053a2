// Tests the page of a large run with 30,000 exchanges and 5,000 clauses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure, RunEvent } from '../../src/base/event.ts'
import type { Exchange } from '../../src/base/exchange.ts'
import { reportHtml, toReport } from '../../src/report/index.ts'
import { baseUrl, clause, exchange, failure } from '../report/sample.ts'
import { launch, type PageBrowser } from './page.browser.ts'

const bytesMax = 3_000_000

let browser: PageBrowser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

test('200 clauses with 30,000 exchanges make a page below 3 MB', async () => {
  const text = reportHtml(toReport([...run({ clauses: 200, exchanges: 30_000, failed: 20 })]))
  expect(text.match(/class="clause"/g)).toHaveLength(200)
  expect(Buffer.byteLength(text)).toBeLessThan(bytesMax)
})

test.each([
  { failed: 200, bodyCharacters: 4_000 },
  { failed: 100, bodyCharacters: 4_000 },
  { failed: 0, bodyCharacters: 2_000 },
])('so do 200 with $failed failures and bodies of $bodyCharacters characters', (size) => {
  const text = reportHtml(toReport([...run({ clauses: 200, exchanges: 200, ...size })]))
  expect(Buffer.byteLength(text)).toBeLessThan(bytesMax)
})

test('5,000 clauses are filtered, linked and opened', async () => {
  const text = reportHtml(
    toReport([...run({ clauses: 5_000, exchanges: 5_000, failed: 100, bodyCharacters: 80 })]),
  )
  const { page, url, complaints } = await browser.open(text, { hash: '#operation=shelf-07.get&verdict=pass' })
  const shown = () => page.locator('#shown').textContent()
  expect(await shown()).toBe('98 of 5000 clauses shown')
  await page.locator('input[name=text]').fill('clause-4907')
  await expect.poll(shown).toBe('1 of 5000 clauses shown')
  await page.goto(`${url}#shelf-49.get.clause-4949`)
  const last = page.locator('[id="shelf-49.get.clause-4949"]')
  await expect
    .poll(() =>
      last.evaluate((element) => element.matches('[open]') && element.getBoundingClientRect().top < 900),
    )
    .toBe(true)
  expect(complaints).toEqual([])
})

interface Size {
  readonly clauses: number
  readonly exchanges: number
  readonly failed: number
  readonly bodyCharacters?: number
}

const operations = 50
const pieceCharacters = 80

function* run({ clauses, exchanges, failed, bodyCharacters = 700 }: Size): Generator<RunEvent> {
  const startedAtMs = 1_790_000_000_000
  const idOf = (index: number) => `shelf-${String(index % operations).padStart(2, '0')}.get.clause-${index}`
  yield {
    type: 'run-started',
    target: { baseUrl, authUrl: baseUrl, embedded: false, profile: null },
    seed: 1,
    startedAtMs,
    options: {},
    strict: false,
    clauses: Array.from({ length: clauses }, (_, index) => ({
      ...clause(idOf(index), 'MUST', `4.${index % 12}`),
      family: `family ${index % 10}`,
    })),
  }
  const headers = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`x-header-${index}`, 'x'.repeat(30)]),
  )
  const body = JSON.stringify({
    items: Array.from({ length: Math.ceil(bodyCharacters / pieceCharacters) }, (_, id) => ({
      id,
      name: `"${'n'.repeat(50)}"`,
    })),
  })
  const made = (id: number): Exchange => {
    const one = exchange(id, body, body)
    return one.response === null
      ? one
      : {
          ...one,
          operation: `shelf-${String(id % operations).padStart(2, '0')}.get`,
          response: { ...one.response, headers },
        }
  }
  for (let id = 1; id <= exchanges; id++) yield { type: 'exchange', exchange: made(id) }
  const broken: Failure = { ...failure(), exchange: made(3), control: made(2), steps: [made(1)] }
  for (let index = 0; index < clauses; index++) {
    const fails = index < failed
    yield {
      type: 'clause-judged',
      clause: idOf(index),
      verdict: fails ? 'fail' : 'pass',
      reason: fails ? broken.message : '2 observations',
      evidence: fails ? 0 : 2,
      failures: fails ? [broken, broken, broken] : [],
      ...(fails
        ? {}
        : { observation: { kind: 'accepted', exchange: made(index + 1), control: made(index + 2) } }),
    }
  }
  const traffic = {
    requests: exchanges,
    writes: 0,
    rateLimited: 0,
    waitedMs: 0,
    byStatus: { '200': exchanges },
  }
  yield { type: 'run-finished', durationMs: 60_000, traffic, interrupted: false }
}
