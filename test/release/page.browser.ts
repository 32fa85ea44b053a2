// Starts a browser for tests. It is Chromium at /usr/bin/chromium, which `.ci/run` installs.
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

interface Settings extends Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled' | 'permissions'> {
  readonly width?: number
  /** The fragment of the address, including its "#". */
  readonly hash?: string
}

/** An open page, with the requests that it sent and the messages in its console. */
interface Opened {
  readonly page: Page
  readonly url: string
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

export interface PageBrowser {
  /** Opens the text as a file. */
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

/** Returns the violated rules of accessibility, with the elements that violate them. */
export async function violationsOn(page: Page): Promise<unknown> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // The security policy of the page does not block this script, because a debugger runs it.
  await page.evaluate(axe)
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]))',
  )
}

/** Returns by how many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
