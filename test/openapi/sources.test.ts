// Tests the forms in which a program can give a document.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { contractFrom } from '../../src/index.ts'

const location = fileURLToPath(new URL('recipes.yaml', import.meta.url))

test('a document is the same contract by its path and as parsed JSON', async () => {
  const parsed = load(readFileSync(location, 'utf8')) as object
  const [byPath, byContent] = await Promise.all([contractFrom(location), contractFrom(parsed, { location })])
  expect(byPath.contract.clauses.size).toBeGreaterThan(50)
  expect([...byPath.contract.clauses.keys()]).toEqual([...byContent.contract.clauses.keys()])
  expect(byPath.questions).toEqual(byContent.questions)
})

test('a path without a file is an error that names it', async () => {
  await expect(contractFrom('missing/openapi.yaml')).rejects.toThrow(/missing\/openapi\.yaml/)
})
