// Tests that `examples/orders` passes, and that each of its faults fails exactly its clauses.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance, type Report } from '../../src/index.ts'
import { idsWith } from '../contracts/check-shelves.ts'
import { runPage } from './page.ts'

const folder = join(packageRoot, 'examples/orders')

interface Orders {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

const { faults, startOrders } = (await import(join(folder, 'server.js'))) as {
  readonly faults: Readonly<Record<string, readonly string[]>>
  startOrders(port?: number, fault?: string | null): Promise<Orders>
}

// The suites import the built package, which is another copy of the code than the tested sources.
async function check(fault: string | null, only: readonly string[] = []): Promise<Report> {
  const { environment, close } = await startOrders(0, fault)
  try {
    return await conformance({ depth: 'default', contract: folder, environment, seed: 1, examples: 3, only })
  } finally {
    await close()
  }
}

test('conforms, every clause is observed, and nothing is left', async () => {
  const report = await check(null)
  expect(report.clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([])
  expect(report.outcome).toBe('conformant')
  expect(report.resources.leaked).toEqual([])
})

test.each(Object.entries(faults))('--break %s fails exactly %j', async (fault, clauses) => {
  const report = await check(fault)
  // If each operation has a clause of this kind, the name does not contain the operation.
  const named = (id: string): string => (clauses.includes(id) ? id : id.slice(id.lastIndexOf('.') + 1))
  expect([...new Set(idsWith(report, 'fail').map(named))].sort()).toEqual([...clauses].sort())
  for (const clause of clauses)
    if (!clause.includes('.'))
      expect(idsWith(report, 'fail').filter((id) => id.endsWith(`.${clause}`))).toHaveLength(8)
})

test('its README lists every fault with its clauses', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \|.*\| (.*) \|$/gm)].map(([, name = '', clauses = '']) => [
    name,
    [...clauses.matchAll(/`([a-z.-]+)`/g)].map(([, id]) => id),
  ])
  expect(Object.fromEntries(rows)).toEqual(faults)
})

test('its commands print what the page shows', async () => {
  // The commands must run in this folder, because only from here the suites find the package.
  onTestFinished(() => {
    for (const left of ['orders.env', 'reports']) rmSync(join(folder, left), { recursive: true, force: true })
  })
  const { steps, errors } = await runPage('examples/orders/README.md', folder)
  expect(steps).toHaveLength(1)
  for (const { commands, shown, printed } of steps) expect(printed, `${commands}\n${errors}`).toBe(shown)
})
