// Tests that `examples/todos` finds in json-server exactly the failures that its README lists.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/index.ts'
import { idsWith } from '../contracts/check-shelves.ts'
import { type PageRun, runPage } from './page.ts'

const page = 'examples/todos/README.md'
const folder = mkdtempSync(join(tmpdir(), 'json-server-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const listed = [...readFileSync(join(packageRoot, page), 'utf8').matchAll(/^### `(.*)`$/gm)]
  .map(([, id = '']) => id)
  .sort()
let run: PageRun

beforeAll(async () => {
  cpSync(join(packageRoot, 'examples/todos'), folder, { recursive: true })
  run = await runPage(page, folder)
  if (process.env.PAGE === 'write') writeFileSync(join(packageRoot, page), run.rewritten)
})

test('answers every request as the page shows (PAGE=write writes it)', () => {
  expect(run.steps.length).toBeGreaterThan(5)
  for (const { commands, shown, printed } of run.steps)
    expect(printed, `${commands}\n${run.errors}`).toBe(shown ?? '')
})

test('fails exactly what the page lists', () => {
  const failed = [...(run.steps[0]?.printed ?? '').matchAll(/^✗ MUST {2}(\S+)$/gm)].map(([, id]) => id)
  expect(failed.sort()).toEqual(listed)
})

test.each([2, 3])('and with seed %i, too; existing resources stay unchanged', async (seed) => {
  const data = join(folder, `data-${seed}.json`)
  cpSync(join(packageRoot, 'examples/todos/db.json'), data)
  const before = JSON.parse(readFileSync(data, 'utf8'))
  const { baseUrl, stop } = await startJsonServer(data)
  try {
    const report = await conformance({
      depth: 'default',
      contract: join(packageRoot, 'examples/todos'),
      baseUrl,
      environment: {},
      seed,
    })
    expect(idsWith(report, 'fail')).toEqual(listed)
    expect(idsWith(report, 'inconclusive')).toEqual(['todos.create.unique-refused'])
    expect(report.summary.pass).toBe(report.clauses.length - listed.length - 1)
    expect(report.resources.leaked).toEqual([])
    expect(JSON.parse(readFileSync(data, 'utf8'))).toEqual(before)
  } finally {
    stop()
  }
})

async function startJsonServer(file: string): Promise<{ baseUrl: string; stop(): void }> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const child = spawn(
    join(packageRoot, 'node_modules/.bin/json-server'),
    ['--host', '127.0.0.1', '--port', String(port), '--quiet', file],
    { stdio: 'ignore' },
  )
  const baseUrl = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    const up = await fetch(`${baseUrl}/todos`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { baseUrl, stop: () => void child.kill() }
}
