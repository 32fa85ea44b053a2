// Tests that a browser can replay the HAR file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry, Har } from 'har-format'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { harFormat } from '../../src/report/index.ts'
import { rendered } from '../report/rendered.ts'
import { exchange, hostileText, sampleEvents } from '../report/sample.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  const executablePath = '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  folder = await mkdtemp(join(tmpdir(), 'har-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the line that a viewer shows for an entry. */
const line = ({ request, response }: Entry): string => `${request.method} ${request.url} ${response.status}`

test.each(['', hostileText])('a browser reads the responses of a tenant from it %#', async (hostile) => {
  const events = sampleEvents(hostile).map((event) => {
    if (event.type !== 'exchange') return event
    const { id } = event.exchange
    const plain = exchange(id, '', JSON.stringify({ name: `stream ${id}${hostile}` }))
    const request = { ...plain.request, method: 'GET', url: `http://tenant.test/streams/${id}`, body: null }
    return { type: 'exchange', exchange: { ...plain, request } } as const
  })
  const file = join(folder, 'har.har')
  await writeFile(file, rendered(harFormat('all'), events))
  const archive = JSON.parse(rendered(harFormat('all'), events)) as Har
  expect(archive.log.entries.map(line)).toEqual([
    'GET http://tenant.test/streams/7 200',
    'GET http://tenant.test/streams/8 200',
  ])
  const page = await browser.newPage()
  await page.routeFromHAR(file, { notFound: 'abort' })
  for (const id of [7, 8]) {
    const response = await page.goto(`http://tenant.test/streams/${id}`)
    expect(response?.status()).toBe(200)
    const answer = (await response?.json()) as { name: string } | undefined
    expect(answer?.name).toBe(`stream ${id}${hostile}`)
  }
  await expect(page.goto('http://tenant.test/streams/9')).rejects.toThrow()
  await page.close()
})
