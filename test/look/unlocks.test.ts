// The table of what each thing that a tenant may lack would show; `npm run unlocks:measure` writes it anew. All of it is held in
// test/release/unlocks.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { loadContract } from '../../src/contract/index.ts'
import type { Unlocks } from '../../src/look/unlocks.ts'
import { lost, lostWithout, measured, things, verdictsWithout } from './without.ts'

const file = join(packageRoot, 'schemas/unlocks.json')
const advice = 'the table is out of date: npm run unlocks:measure'
const table = (): Unlocks['without'] => (JSON.parse(readFileSync(file, 'utf8')) as Unlocks).without

test.skipIf(process.env.UNLOCKS !== 'write')('write the table', { timeout: 3_600_000 }, async () => {
  const without: Record<string, readonly string[]> = {}
  for (const thing of measured) without[thing] = await lostWithout(thing)
  writeFileSync(file, `${JSON.stringify({ without }, null, 2)}\n`)
})

test('it tells of everything that may be lacking, and of clauses that there are', () => {
  const clauses = loadContract().clauses
  expect(Object.keys(table()).sort(), advice).toEqual([...measured].sort())
  expect(
    Object.values(table())
      .flat()
      .filter((id) => !clauses.has(id)),
    advice,
  ).toEqual([])
})

test.each(['limited', 'other-issuer'])(
  'without %s the clauses of the table get no verdict',
  async (thing) => {
    const only = table()[thing] ?? []
    expect(only.length).toBeGreaterThan(0)
    expect(
      lost(await verdictsWithout({}, only), await verdictsWithout(things[thing] ?? {}, only)),
      advice,
    ).toEqual(only)
  },
)
