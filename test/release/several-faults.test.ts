// Tests that a report separates several faults. Tries one drawn set in three, or all sets with PROOF=whole.
// The command `npm run bench -- told-apart` measures this.
import { expect, test } from 'vitest'
import { conformance } from '../../src/library/conformance.ts'
import { tenantFaults } from '../../src/tenant/index.ts'
import { partOf } from '../proof/part.ts'
import { apartOf, drawSets, type Told, told } from '../proof/several-faults.ts'

const everyNth = 3
const timeout = 3_600_000

/** Runs one set after another, because parallel runs would slow each other down. */
async function toldOf(count: number, size: number, seed: number): Promise<readonly Told[]> {
  const all: Told[] = []
  for (const set of partOf(drawSets(await tenantFaults(), count, size, seed), everyNth))
    all.push(await told(conformance, set, { depth: 'default' }))
  return all
}

test.each([
  ['pairs', 60, 2, 0.95],
  ['triples', 30, 3, 0.9],
] as const)(
  'in randomly chosen %s of faults, each fault has its own block',
  async (_, count, size, least) => {
    const all = await toldOf(count, size, size)
    const { sets, apart } = apartOf(all)
    const together = all.filter((one) => one.shows && !one.apart)
    expect(sets).toBeGreaterThan(all.length / 2)
    // Rounds down, because one wrong set changes the share of a small sample too much.
    expect(apart, JSON.stringify(together, null, 1)).toBeGreaterThanOrEqual(Math.floor(sets * least))
  },
  timeout,
)

test(
  'nine in ten single faults are reported as one',
  async () => {
    const shown = (await toldOf(100, 1, 1)).filter(({ groups }) => groups.length > 0)
    const several = shown.filter(({ groups }) => groups.length > 1)
    expect(several.length / shown.length, JSON.stringify(several, null, 1)).toBeLessThanOrEqual(0.1)
  },
  timeout,
)
