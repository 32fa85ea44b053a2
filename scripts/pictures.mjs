// Draws the pictures of the README and the site from a run with one fault: `npm run pictures [-- FOLDER]`.
// One picture is the terminal as an SVG, the other is the report page in Chromium.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { terminalPicture } from './terminal-picture.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(process.argv[2] ?? join(root, 'docs/pictures'))
const fault = 'update-toggle-keeps-updated-at'
const executablePath = '/usr/bin/chromium'
if (!existsSync(executablePath))
  throw new Error(`there is no browser at ${executablePath}: apt-get install chromium`)

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
try {
  mkdirSync(output, { recursive: true })
  writeFileSync(
    join(output, 'terminal.svg'),
    terminalPicture(settled(run()), `A run against a tenant with the fault ${fault}`),
  )
  writeFileSync(join(output, 'report.png'), await pageOf(join(folder, 'reports/report.html')))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the output with colours. */
function run() {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|NO_COLOR$|CI$|GITHUB_)/.test(name))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/src/cli/main.js'), '--seed', '1', '--fault', fault],
    { cwd: folder, encoding: 'utf8', env: { ...Object.fromEntries(own), FORCE_COLOR: '1' } },
  )
  if (status !== 1) throw new Error(`the run ended with ${status}, and not with 1: ${stderr}`)
  return `$ npx tenant-conformance --fault ${fault}\n${stdout.trimEnd()}`
}

/**
 * Constants of the same length replace ports, ids and times, so that the pictures do not change with every
 * run.
 */
function settled(text) {
  return text
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000')
    .replace(/\bes[a-z\d]{20,30}\b/g, 'es1a2b3c4d5e6f7g8h9i0j1k2l3m')
    .replace(/\btc-[\da-f]{8}\b/g, 'tc-1a2b3c4d')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00.000Z')
    .replace(/\d{4}-\d\d-\d\d [\d:]+ UTC/g, '2026-01-01 00:00:00 UTC')
}

/** Returns a picture of the first screen of the page. */
async function pageOf(file) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, colorScheme: 'light' })
    writeFileSync(file, settled(readFileSync(file, 'utf8')))
    await page.goto(pathToFileURL(file).href)
    return await page.screenshot()
  } finally {
    await browser.close()
  }
}
