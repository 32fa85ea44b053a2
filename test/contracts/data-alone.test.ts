// Tests a contract without suites. Its rules and schemas are enough to check an unknown API.
// @module-tag whole
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { checkShelves, idsWith } from './check-shelves.ts'
import { type ContractFiles, contractFolder, shelfContract } from './shelf-contract.ts'
import { shelfFaults } from './shelf-faults.ts'
import { startShelves } from './shelf-server.ts'

test('a conforming API fails nothing, nothing is left, and the singleton is restored', async () => {
  const { report, held } = await checkShelves()
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0.95 * report.clauses.length)
  expect(report.resources.leaked).toEqual([])
  expect(report.notes.join('\n')).toContain(
    'The run uses the contract shelves 1, which has no reference tenant.',
  )
  expect(held).toEqual({
    shelves: ['theirs'],
    books: [],
    sign: { text: 'Please be quiet', light: true },
  })
})

test.each([
  ['title-cut', 'books.create.as-sent'],
  ['state-any', 'books.update.transitions-refused'],
  ['outlives-shelf', 'books.get.gone-with-parent'],
] as const)('%s fails %s (all faults: test/release/data-alone.test.ts)', async (fault, clause) => {
  const { report } = await checkShelves(fault, [clause])
  expect(idsWith(report, 'fail')).toEqual([clause])
})

test.each(['title-in-utf16-units', 'note-in-utf16-units', 'isbn-without-end', 'isbn-without-start'] as const)(
  'only %s fails',
  async (fault) => {
    const { report } = await checkShelves(fault, [
      `books.*-${fault.startsWith('isbn') ? 'pattern' : 'length'}`,
    ])
    const member = fault.slice(0, fault.indexOf('-'))
    const failed = idsWith(report, 'fail')
    expect(failed).toContain(shelfFaults[fault])
    expect(failed.filter((id) => !id.includes(`.${member}-`))).toEqual([])
  },
)

test.each(['no-emoji', 'emoji-shown-as-question-marks'] as const)(
  'wrong characters do not fail the clause of a length: %s',
  async (twin) => {
    const { report } = await checkShelves(twin, ['books.*-length'])
    expect(idsWith(report, 'fail')).toEqual([])
    expect(idsWith(report, 'pass')).toContain('books.create.title-max-length')
  },
)

/** Returns the files without the statuses for unknown and deleted resources. */
function withoutStatuses(): ContractFiles {
  const [books, get] = ['schemas/resources/books.json', 'schemas/operations/books.get.json']
  const resource = { ...shelfContract[books], afterDelete: [] }
  const refusals = { ...(shelfContract[get]?.refusals ?? {}), unknown: [] }
  return { ...shelfContract, [books]: resource, [get]: { ...shelfContract[get], refusals } }
}

test.each([
  [undefined, 'pass'],
  ['deleted-500', 'fail'],
] as const)('a 500 is no refusal of a deleted resource: %s', async (fault, verdict) => {
  const server = await startShelves(fault)
  const only = ['books.get.gone-after-delete']
  const report = await conformance({
    depth: 'default',
    contract: loadContract(contractIn(contractFolder(withoutStatuses()))),
    baseUrl: server.baseUrl,
    environment: {},
    seed: 1,
    only,
  })
  await server.close()
  expect(idsWith(report, verdict)).toEqual(only)
})

/** Returns the files of an API that removes a book only together with its shelf. */
function booksAloneStay(): ContractFiles {
  const file = 'schemas/resources/books.json'
  const { 'schemas/operations/books.delete.json': _, ...files } = shelfContract
  const { delete: __, ...life } = (files[file]?.life ?? {}) as Readonly<Record<string, string>>
  return { ...files, [file]: { ...files[file], life } }
}

test.each([
  [undefined, 0],
  ['outlives-shelf', 1],
] as const)(
  'the run reports a resource that remains although its parent was removed: %s',
  async (fault, leaked) => {
    const server = await startShelves(fault)
    const report = await conformance({
      depth: 'default',
      contract: loadContract(contractIn(contractFolder(booksAloneStay()))),
      baseUrl: server.baseUrl,
      environment: {},
      seed: 1,
      examples: 1,
      only: ['books.get.unknown-id'],
    })
    await server.close()
    expect(Math.min(report.resources.leaked.length, 1)).toBe(leaked)
    expect(server.held().books.length > 0).toBe(leaked > 0)
  },
)

test('one process checks two contracts in parallel', async () => {
  const [shipped, { report }] = await Promise.all([
    conformance({ depth: 'default', environment: {}, seed: 1, examples: 1, only: ['custom-signing-keys.'] }),
    checkShelves(undefined, ['shelves.']),
  ])
  expect([shipped.summary.fail, report.summary.fail]).toEqual([0, 0])
  expect(shipped.summary.pass).toBeGreaterThan(5)
  expect(report.summary.pass).toBeGreaterThan(5)
  expect(report.clauses.some(({ id }) => id.startsWith('custom-signing-keys'))).toBe(false)
})
