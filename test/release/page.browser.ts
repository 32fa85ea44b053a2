// A browser for the tests of the report's page: Chromium at /usr/bin/chromium, which `.ci/run` installs, and pages that tell what they complain of.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const executablePath = '/usr/bin/chromium'

/** How a page is opened. */
interface Settings extends Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled' | 'permissions'> {
  readonly width?: number
  /** What stands in the address behind the file, "#" included. */
  readonly hash?: string
}

/** A page, with what it asked of the network and what it complained of. */
interface Opened {
  readonly page: Page
  readonly url: string
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

/** One browser for the tests of a file. */
export interface PageBrowser {
  /** Opens that text as a file. */
  open(text: string, settings?: Settings): Promise<Opened>
  close(): Promise<void>
}

export async function launch(): Promise<PageBrowser> {
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}: apt-get install chromium.`)
  const browser: Browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  const folder = await mkdtemp(join(tmpdir(), 'report-html-'))
  let files = 0
  return {
    async open(text, { width = 1100, hash = '', ...context } = {}) {
      const file = join(folder, `report-${++files}.html`)
      await writeFile(file, text)
      const page = await browser.newPage({ ...context, viewport: { width, height: 900 } })
      const requests: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('dialog', (dialog) => complaints.push(dialog.message()))
      const url = pathToFileURL(file).href
      await page.goto(url + hash)
      return { page, url, requests, complaints }
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What axe finds wrong: rules with the elements that break them. */
export async function violationsOn(page: Page): Promise<unknown> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger, which the page's own policy does not bind.
  await page.evaluate(axe)
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]))',
  )
}

/** By how much the page is wider than its window, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
