// Tests that a test proves each claim in docs/security.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'

const text = readFileSync(join(packageRoot, 'docs/security.md'), 'utf8')
const claims = [...text.matchAll(/^\| claim \| shown by \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
  ([, rows = '']) => rows.trimEnd().split('\n'),
)
const shown = [...text.matchAll(/\[shown\]\(\.\.\/(\S+\.test\.ts) "([^"]+)"\)/g)].map(
  ([, file = '', title = '']) => [file, title] as const,
)

test('each claim names a test', () => {
  expect(claims.length).toBeGreaterThan(50)
  expect(claims.filter((claim) => !/\[shown\]\(\S+\.test\.ts "[^"]+"\)/.test(claim))).toEqual([])
})

test.each(shown)('%s has a test with the title "%s"', (file, title) => {
  const source = readFileSync(join(packageRoot, file), 'utf8').replaceAll("\\'", "'")
  expect(source).toContain(title)
})
