// Compares the table of unlocks with runs that lack some prerequisites.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import type { Unlocks } from '../../src/diagnostics/unlocks.ts'
import { lostWithout, measured } from '../diagnostics/without.ts'
import { partOf } from '../proof/part.ts'

const table = JSON.parse(readFileSync(join(packageRoot, 'src/diagnostics/unlocks.json'), 'utf8')) as Unlocks

describe.each(['destructive', 'reversible'] as const)('with --writes %s', (writes) => {
  test.each(partOf(measured[writes], 6))('without %s', async (thing) => {
    expect(await lostWithout(thing, writes), 'npm run unlocks:measure').toEqual(table[writes][thing])
  })
})
