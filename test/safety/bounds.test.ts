// Tests that every limit has a value and a test.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { bounds } from './bounds.ts'

test('each has a unique name and a value', () => {
  expect(new Set(bounds.map(({ name }) => name)).size).toBe(bounds.length)
  for (const { name, value } of bounds) expect(Number.isFinite(value) && value > 0, name).toBe(true)
})

test.each(bounds)('its test contains $name', ({ name, test: file }) => {
  expect(readFileSync(join(packageRoot, file), 'utf8')).toContain(name.replace(/^.*\./, ''))
})

test('together they leave a run less memory than 400 MB', () => {
  const of = (name: string): number => bounds.find((one) => one.name === name)?.value ?? Number.NaN
  // An observation contains an exchange and its control.
  const observations = 1_000 * 2 * of('keptBodyCharactersMax')
  const receiver = of('receiver.keptBytesMax') + of('receiver.headerBytesMax')
  expect(observations + receiver).toBeLessThan(200_000_000)
})

test('docs/security.md lists them', () => {
  const page = join(packageRoot, 'docs/security.md')
  const text = readFileSync(page, 'utf8')
  const rows = bounds.map(
    ({ name, value, of, test: file }) => `| \`${name}\` | ${value} | ${of} | [shown](../${file}) |`,
  )
  const table = ['| limit | value | what it limits | test |', '|---|---|---|---|', ...rows, ''].join('\n')
  const [head = '', rest = ''] = text.split('<!-- generated: bounds -->\n')
  const [listed = '', tail = ''] = rest.split('<!-- end -->')
  if (process.env.README === 'write')
    writeFileSync(page, `${head}<!-- generated: bounds -->\n${table}<!-- end -->${tail}`)
  expect(listed, 'README=write npx vitest run --project tests test/safety/bounds.test.ts writes it').toBe(
    table,
  )
})
