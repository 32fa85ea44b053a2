// Tests that docs/benchmarks.md describes how each subject is measured.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('describes every subject', () => {
  const subjects = readdirSync('bench/subjects').map((file) => file.replace(/\.ts$/, ''))
  const page = readFileSync('docs/benchmarks.md', 'utf8')
  const [, table = ''] = /\| subject \|[^\n]*\n(.*?)\n\n/s.exec(page) ?? []
  const told = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  expect(told.sort()).toEqual(subjects.sort())
})
