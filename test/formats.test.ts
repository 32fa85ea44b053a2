// Tests that docs/formats.md is consistent with the schemas and commands.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/formats.md', 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'))

test('the page lists exactly the schemas of our formats, once each', () => {
  const named = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([\w-]+\.json)`/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual(readdirSync('schemas/meta').sort())
})

test.each([
  ['report.json', 'schemaVersion'],
  ['diff.json', 'schemaVersion'],
  ['event-log.json', 'logVersion'],
])('%s says its version', (file, member) => {
  const schema = readFileSync(`schemas/meta/${file}`, 'utf8')
  expect(rows.find((row) => row.includes(`\`${file}\``) && row.includes(`\`${member}\``))).toBeDefined()
  expect(schema).toMatch(new RegExp(`"${member}": \\{[^}]*"const": \\d+`))
})
