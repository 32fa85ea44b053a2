// Tests that `examples/loopback` and the quick start of OpenAPI print the outputs in their pages. The test
// needs the npm registry.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/index.ts'
import { heard } from '../bin.ts'
import { idsWith } from '../contracts/check-shelves.ts'
import { type PageRun, runPage } from './page.ts'

const example = join(packageRoot, 'examples/loopback')
const quickStart = 'docs/openapi-quick-start.md'
const readme = 'examples/loopback/README.md'
const textOf = (page: string): string => readFileSync(join(packageRoot, page), 'utf8')
const listed = [...textOf(readme).matchAll(/^### `(.*)`$/gm)].map(([, id = '']) => id).sort()

const unreachable = whyUnreachable()
if (unreachable !== null)
  process.stderr.write(
    `\nTHE EXAMPLE OF LOOPBACK IS NOT TRIED: npm's registry gave no package: ${unreachable}\n\n`,
  )

describe.skipIf(unreachable !== null)('the example of LoopBack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-'))
  const runs = new Map<string, PageRun>()

  beforeAll(async () => {
    for (const file of ['package.json', 'package-lock.json', 'server.js'])
      cpSync(join(example, file), join(folder, file))
    for (const page of [quickStart, readme]) {
      const run = await runPage(page, folder)
      if (process.env.PAGE === 'write') writeFileSync(join(packageRoot, page), run.rewritten)
      runs.set(page, run)
    }
  }, 500_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([quickStart, readme])(
    '%s: every command prints what the page shows (PAGE=write writes it)',
    (page) => {
      const { steps, errors } = runs.get(page) as PageRun
      expect(steps.length).toBeGreaterThan(5)
      for (const { commands, shown, printed } of steps)
        expect(stable(printed), `${commands}\n${errors}`).toBe(stable(shown ?? ''))
    },
  )

  test('fails exactly what the README lists', () => {
    const printed =
      runs
        .get(readme)
        ?.steps.map((step) => step.printed)
        .join('\n') ?? ''
    const failed = [...printed.matchAll(/^[✗!] (?:MUST|SHOULD) +(\S+)/gm)].map(([, id]) => id)
    expect(failed.sort()).toEqual(listed)
  })

  test.each([2, 3])('and with seed %i, too: no MUST fails, and nothing is left', async (seed) => {
    const server = spawn(process.execPath, ['server.js', '--port', '0'], { cwd: folder })
    try {
      const document = (await heard(server).until(/http\S+\n/)).trim()
      const baseUrl = new URL(document).origin
      const held = async () => (await fetch(`${baseUrl}/todos`)).json()
      await fetch(`${baseUrl}/todos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"title":"of somebody else"}',
      })
      const before = await held()
      const report = await conformance({
        contract: document,
        baseUrl,
        environment: {},
        seed,
      })
      expect([...idsWith(report, 'fail')].sort()).toEqual(listed)
      expect(report.clauses.filter(({ level, verdict }) => level === 'MUST' && verdict === 'fail')).toEqual(
        [],
      )
      expect(report.resources.leaked).toEqual([])
      expect(await held()).toEqual(before)
      const answered = report.summary.pass + report.summary.fail
      expect(answered / report.clauses.length).toBeGreaterThan(0.7)
    } finally {
      server.kill()
    }
  })
})

/** Removes the parts of an output that vary between runs. */
function stable(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/"tc-[0-9a-f]+-\d+/g, '"tc-…')
    .replace(/\/todos\/\d+/g, '/todos/…')
    .replace(/"id":\d+/g, '"id":…')
    .replace(/[\d.]+(?:ms|s)\b/g, '…s')
}

/** Returns null if the npm registry is reachable. Otherwise returns the reason. */
function whyUnreachable(): string | null {
  const { dependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  try {
    for (const [name, version] of Object.entries(dependencies))
      execFileSync('npm', ['view', `${name}@${version}`, 'version', '--fetch-retries=0'], {
        stdio: 'pipe',
        timeout: 30_000,
      })
    return null
  } catch (error) {
    return String(error).replace(/\s+/g, ' ').slice(0, 200)
  }
}
