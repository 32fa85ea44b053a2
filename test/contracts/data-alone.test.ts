// A contract of data alone: laws and schemas check an API that the engine has never heard of, and two contracts stand side by side.
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { checkShelves, idsWith } from './check-shelves.ts'
import { type ContractFiles, contractFolder, shelfContract } from './shelf-contract.ts'
import { startShelves } from './shelf-server.ts'

test('a conforming API fails nothing, nothing is left behind, and what there is one of is put back', async () => {
  const { report, held } = await checkShelves()
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0.95 * report.clauses.length)
  expect(report.resources.leaked).toEqual([])
  expect(report.notes.join('\n')).toContain(
    'the contract shelves 1 (unproven: this contract brings no reference tenant)',
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

/** The contract without a word on the statuses of what is unknown or deleted. */
function withoutStatuses(): ContractFiles {
  const [books, get] = ['schemas/resources/books.json', 'schemas/operations/books.get.json']
  const resource = { ...shelfContract[books], afterDelete: [] }
  const refusals = { ...(shelfContract[get]?.refusals ?? {}), unknown: [] }
  return { ...shelfContract, [books]: resource, [get]: { ...shelfContract[get], refusals } }
}

test.each([
  [undefined, 'pass'],
  ['deleted-500', 'fail'],
] as const)('a 500 is no refusal of what was deleted: %s', async (fault, verdict) => {
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

/** The contract as it would be if nothing removed a book but the removal of its shelf. */
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
  'what only vanishes with its parent is left behind where it does not: %s',
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

test('two contracts are checked in one process at the same time', async () => {
  const [shipped, { report }] = await Promise.all([
    conformance({ depth: 'default', environment: {}, seed: 1, examples: 1, only: ['custom-signing-keys.'] }),
    checkShelves(undefined, ['shelves.']),
  ])
  expect([shipped.summary.fail, report.summary.fail]).toEqual([0, 0])
  expect(shipped.summary.pass).toBeGreaterThan(5)
  expect(report.summary.pass).toBeGreaterThan(5)
  expect(report.clauses.some(({ id }) => id.startsWith('custom-signing-keys'))).toBe(false)
})
