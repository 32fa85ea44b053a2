// The table of what each thing that a tenant may lack would show, held against runs without it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import type { Unlocks } from '../../src/look/unlocks.ts'
import { lostWithout, measured } from '../look/without.ts'

const { without } = JSON.parse(readFileSync(join(packageRoot, 'schemas/unlocks.json'), 'utf8')) as Unlocks

test.each(measured)('without %s', async (thing) => {
  expect(await lostWithout(thing), 'npm run unlocks:measure').toEqual(without[thing])
})
