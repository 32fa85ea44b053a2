// Tests that suites are loaded by name, and that all problems are reported.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigurationError } from '../../base/error.ts'
import { contractOf, library } from '../../contract/contract.testing.ts'
import type { Contract } from '../../contract/index.ts'
import { loadSuites } from './suite-files.ts'

const loud = { id: 'loud', level: 'MUST', statement: 'The title is told aloud.' }
const stated = {
  ...library,
  'operations/books.get.json': { ...library['operations/books.get.json'], clauses: [loud] },
}

/** Returns a contract with these suites and with one clause that no rule covers. */
function withSuites(files: Readonly<Record<string, string>>): Contract {
  const suites = mkdtempSync(join(tmpdir(), 'suites-'))
  onTestFinished(() => rmSync(suites, { recursive: true }))
  mkdirSync(join(suites, 'shared'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(suites, file), text)
  const contract = contractOf(stated as typeof library, { suites: true })
  return { ...contract, folders: { ...contract.folders, suites } }
}

const suiteOf = (operation: string, ...checks: readonly string[]): string =>
  `export default { kind: 'operation', operation: '${operation}', checks: {${checks.map((one) => `'${one}': async () => {}`).join()}} }`

const problemsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const error = await loadSuites(withSuites(files)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as ConfigurationError).details
}

test('.js and .mjs are suites; folders, tests and declarations are not', async () => {
  const found = await loadSuites(
    withSuites({
      'books.get.mjs': suiteOf('books.get', 'loud'),
      'books.list.js': suiteOf('books.list', 'accepts'),
      'books.get.test.js': 'throw new Error("a test")',
      'books.get.d.ts': 'export {}',
      'shared/text.js': 'throw new Error("not a suite")',
    }),
  )
  expect(found.map((one) => one.kind === 'operation' && one.operation)).toEqual(['books.get', 'books.list'])
})

test('a clause that neither a rule nor a suite checks is reported', async () => {
  expect(await problemsOf({})).toEqual([
    'the clause books.get.loud has no check: give the clause a "law", or write a check with the name of the clause in a suite',
  ])
})

test('all problems are reported together: file, problem and correction', async () => {
  expect(
    await problemsOf({
      'books.get.js': suiteOf('books.get', 'laud'),
      'books.got.js': suiteOf('books.got'),
      'books.list.js': suiteOf('books.get', 'loud'),
      'cross.noise.js': `export default { kind: 'cross', concern: 'noise', each: {}, any: { quiet: async () => {} } }`,
      'empty.js': '',
      'away.js': `import 'tenant-conformance-of-nobody/suite'`,
      'throws.js': `throw new Error('at once')`,
    }),
  ).toEqual([
    expect.stringMatching(/^away\.js: the file can't be loaded: .*tenant-conformance-of-nobody/s),
    'books.get.js: "laud" is not a clause of books.get: write the clause in schemas/operations/books.get.json (did you mean loud?)',
    'books.got.js: there is no operation "books.got" (did you mean books.get?)',
    'books.list.js: the file contains the suite of books.get: name the file books.get.ts',
    'cross.noise.js: "quiet" is not a clause of the whole tenant: write the clause under "clauses" in schemas/cross/noise.json',
    'empty.js: the file has no suite as its default export: write `export default suite(…)` or `crossSuite(…)`',
    "throws.js: the file can't be loaded: at once",
  ])
})
