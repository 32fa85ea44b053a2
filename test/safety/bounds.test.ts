// The bounds by name: none without a value, none without a test that speaks of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { bounds } from './bounds.ts'

test('each has a name of its own and a value', () => {
  expect(new Set(bounds.map(({ name }) => name)).size).toBe(bounds.length)
  for (const { name, value } of bounds) expect(Number.isFinite(value) && value > 0, name).toBe(true)
})

test.each(bounds)('$name stands in its test', ({ name, test: file }) => {
  expect(readFileSync(join(packageRoot, file), 'utf8')).toContain(name.replace(/^.*\./, ''))
})

test('together they leave a run less memory than 400 MB', () => {
  const of = (name: string): number => bounds.find((one) => one.name === name)?.value ?? Number.NaN
  const archive = of('exchangesKeptMax') * of('bodyCharactersMax') * 2
  const receiver = of('receiver.keptBytesMax') + of('receiver.headerBytesMax')
  expect(archive + receiver).toBeLessThan(100_000_000)
})
