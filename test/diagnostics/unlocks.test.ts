// Tests the table of unlocks, which `npm run unlocks:measure` writes. The file test/release/unlocks.test.ts
// tests the complete table.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { loadContract } from '../../src/contract/index.ts'
import type { Unlocks } from '../../src/diagnostics/unlocks.ts'
import { lost, lostWithout, measured, things, verdictsWithout } from './without.ts'

const file = join(packageRoot, 'src/diagnostics/unlocks.json')
const advice = 'the table is out of date: npm run unlocks:measure'
const modes = ['destructive', 'reversible'] as const
const table = (): Unlocks => JSON.parse(readFileSync(file, 'utf8')) as Unlocks

test.skipIf(process.env.UNLOCKS !== 'write')('write the table', { timeout: 3_600_000 }, async () => {
  const written: Record<string, Record<string, readonly string[]>> = {}
  for (const mode of modes) {
    const ofMode: Record<string, readonly string[]> = {}
    for (const thing of measured[mode]) ofMode[thing] = await lostWithout(thing, mode)
    written[mode] = ofMode
  }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  // If all lists of a mode were empty, the run would have measured nothing.
  for (const mode of modes) expect(Object.values(written[mode] ?? {}).flat(), mode).not.toEqual([])
})

test.each(modes)('in mode %s lists everything that can be missing, and only existing clauses', (mode) => {
  const { clauses } = loadContract()
  const all = table()[mode]
  expect(Object.keys(all).sort(), advice).toEqual([...measured[mode]].sort())
  const strange = Object.values(all)
    .flat()
    .filter((id) => !clauses.has(id))
  expect(strange, advice).toEqual([])
})

test.each(['limited', 'other-issuer'])(
  'without %s the clauses of the table get no verdict',
  async (thing) => {
    const only = table().destructive[thing] ?? []
    expect(only.length).toBeGreaterThan(0)
    const without = await verdictsWithout(things[thing] ?? {}, only)
    expect(lost(await verdictsWithout({}, only), without), advice).toEqual(only)
  },
)
