// The command `clauses` prints the same clauses in each format.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { loadContract } from '../contract/index.ts'
import { createProgram } from './program.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'

const ids = [...loadContract().clauses.keys()]

const printed = async (...argv: readonly string[]): Promise<string> => {
  const { terminal, told } = recordingTerminal()
  expect(await createProgram(terminal)(['clauses', ...argv])).toBe(0)
  return told.out
}

test('the text contains each statement', async () => {
  const text = await printed()
  for (const id of ids) expect(text).toContain(`${id}\n    `)
  expect(text).toContain(`\n${ids.length} clauses of the specification. `)
})

test('the JSON satisfies its schema', async () => {
  const schema = JSON.parse(readFileSync(join(packageRoot, 'schemas/meta/clauses.json'), 'utf8'))
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)
  const catalogue = JSON.parse(await printed('--format', 'json'))
  expect(validate(catalogue), JSON.stringify(validate.errors)).toBe(true)
  expect(catalogue.clauses.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(validate({ ...catalogue, clauses: [{ ...catalogue.clauses[0], level: 'MAY' }] })).toBe(false)
})

test('the JSON for an OpenAPI document satisfies the same schema', async () => {
  const schema = JSON.parse(readFileSync(join(packageRoot, 'schemas/meta/clauses.json'), 'utf8'))
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)
  const document = join(packageRoot, 'test/openapi/recipes.yaml')
  const catalogue = JSON.parse(await printed('--format', 'json', '--contract', document))
  expect(validate(catalogue), JSON.stringify(validate.errors)).toBe(true)
  expect(catalogue.openapi).toMatchObject({
    location: expect.stringContaining('recipes.yaml'),
    questions: [],
  })
})

test('the Markdown contains a table for each operation', async () => {
  const text = await printed('--format', 'markdown')
  const rows = marked
    .lexer(text)
    .flatMap((token) => (token.type === 'table' ? token.rows : []))
    .map(([cell]) => cell.text)
  expect(rows).toEqual(ids.map((id) => `\`${id}\``))
})

test('the explanation starts with the statement, and ends with the places in the code', async () => {
  const lines = (await printed('explain', 'event-streams.create.name-length')).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'event-streams.create.name-length',
    expect.stringMatching(/^ {4}MUST: The tenant accepts a name of 1 to 128 characters\. /),
    '',
    '    specification   part 2.4',
  ])
  const headings = lines.filter((one) => /^\S/.test(one)).slice(1)
  expect(headings).toEqual([
    'Faults of the reference tenant that this clause finds (run with --fault NAME)',
    'Source code of this check (paths in the repository)',
  ])
  const code = lines.slice(lines.indexOf(headings[1] ?? ''))
  for (const label of ['checked by', 'schema'])
    expect(code.some((one) => one.startsWith(`    ${label} `))).toBe(true)
  expect(lines).toContain('    values sent     name: "a", to be accepted')
  expect(lines).toContain('    create-name-empty-accepted: An empty name is accepted.')
})

test('on a screen, long texts of the explanation are wrapped', async () => {
  const { terminal, told } = recordingTerminal()
  const screen = { ...terminal, isScreen: true, width: 60 }
  await createProgram(screen)(['clauses', 'explain', 'event-streams.update.toggle-moves-updated-at'])
  const [, first = '', second = ''] = told.out.split('\n')
  expect(first.length).toBeLessThanOrEqual(60)
  expect(second).toMatch(/^ {4}\S/)
})
