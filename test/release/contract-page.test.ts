// Tests that the commands of the tutorial print the outputs in the tutorial, and write `examples/todos`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { type PageRun, runPage } from './page.ts'

const page = 'docs/contract.md'
let run: PageRun

beforeAll(async () => {
  run = await runPage(page)
  if (process.env.PAGE === 'write') writeFileSync(join(packageRoot, page), run.rewritten)
})

// Replaces ids, markers, counts and times, because they differ in every run.
const stable = (text: string): string =>
  text
    .replace(/tc-[0-9a-f]{8}(?: \d+)?/g, 'tc-…')
    .replace(/\/todos\/\d+/g, '/todos/…')
    .replace(/[\d.]+ (?:ms|s)\b/g, '… s')
    .replace(/"done":(?:true|false)/g, '"done":…')

test('every command prints what the page shows (PAGE=write writes it)', () => {
  expect(run.steps.length).toBeGreaterThan(10)
  for (const { commands, shown, printed } of run.steps)
    expect(stable(printed), `${commands}\n${run.errors}`).toBe(stable(shown ?? ''))
})

const schemas = join(packageRoot, 'examples/todos/schemas')
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

test('what the page writes is the contract of examples/todos', () => {
  for (const [path, text] of Object.entries(run.files)) {
    const example = path === 'db.json' ? '../db.json' : path.replace('todos/schemas/', '')
    expect(JSON.parse(readFileSync(join(schemas, example), 'utf8')), path).toEqual(JSON.parse(text))
  }
  const template = join(packageRoot, 'templates/contract/schemas')
  for (const file of filesIn(schemas))
    if (!(`todos/schemas/${file}` in run.files))
      expect(JSON.parse(readFileSync(join(schemas, file), 'utf8')), file).toEqual(
        JSON.parse(readFileSync(join(template, file), 'utf8')),
      )
})

test('the server is the installed version', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>
  }
  expect(readFileSync(join(packageRoot, page), 'utf8')).toContain(
    `json-server@${devDependencies['json-server']}`,
  )
})
