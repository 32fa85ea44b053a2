// Tests that `npm run docs` knows every generated part of every page, and that a test compares each part.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { expectSameRequests, found, known, partOf } from './generated-parts.ts'

const parts = known.flatMap((one) => one.parts)

test('every generated part is known, and every known part exists', () => {
  expect([...parts].sort()).toEqual([...found()].sort())
  for (const part of parts) {
    const [page = '', name = ''] = part.split('#')
    expect(partOf(page, name)?.trim(), part).toBeTruthy()
  }
})

test('a test that reads the page compares each part, and an existing command writes it', () => {
  for (const { parts: own, held, write } of known) {
    const text = readFileSync(join(packageRoot, held), 'utf8')
    for (const part of own) expect(text, part).toContain(part.slice(part.lastIndexOf('/') + 1).split('#')[0])
    const [script] = /(?:scripts|test)\/\S+/.exec(write) ?? []
    expect(existsSync(join(packageRoot, script ?? '-')), write).toBe(true)
  }
})

test('each page shows the same run with the same numbers', () => {
  expectSameRequests(partOf('README.md', 'first run') ?? '', partOf('docs/quick-start.md', '1') ?? '')
})
