// A contract of data alone: laws and schemas check an API that the engine has never heard of, and two contracts stand side by side.
import { afterEach, expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report } from '../../src/index.ts'
import { contractFolder, shelfContract } from './shelf-contract.ts'
import { type ShelfFault, type ShelfServer, shelfFaults, startShelves } from './shelf-server.ts'

const contract = loadContract(contractIn(contractFolder(shelfContract)))
const closing: ShelfServer[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close()
})

const check = async (
  fault?: ShelfFault,
  only: readonly string[] = [],
): Promise<{ readonly report: Report; readonly server: ShelfServer }> => {
  const server = await startShelves(fault)
  closing.push(server)
  const report = await conformance({
    contract,
    baseUrl: server.baseUrl,
    environment: {},
    seed: 1,
    examples: 3,
    only,
  })
  return { report, server }
}

const idsWith = ({ clauses }: Report, verdict: string): readonly string[] =>
  clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)

test('a conforming API fails nothing, nothing is left behind, and what there is one of is put back', async () => {
  const { report, server } = await check()
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0.95 * report.clauses.length)
  expect(report.resources.leaked).toEqual([])
  expect(report.notes.join('\n')).toContain('the contract shelves 1. Its clauses are unproven')
  expect(server.held()).toEqual({
    shelves: ['theirs'],
    books: [],
    sign: { text: 'Please be quiet', light: true },
  })
})

test.each(Object.entries(shelfFaults))('%s fails %s', async (fault, clause) => {
  const operation = clause.slice(0, clause.lastIndexOf('.') + 1)
  const { report } = await check(fault as ShelfFault, [operation])
  expect(idsWith(report, 'fail')).toContain(clause)
})

test('two contracts are checked in one process at the same time', async () => {
  const [shipped, { report }] = await Promise.all([
    conformance({ environment: {}, seed: 1, examples: 1, only: ['custom-signing-keys.'] }),
    check(undefined, ['shelves.']),
  ])
  expect([shipped.summary.fail, report.summary.fail]).toEqual([0, 0])
  expect(shipped.summary.pass).toBeGreaterThan(5)
  expect(report.summary.pass).toBeGreaterThan(5)
  expect(report.clauses.some(({ id }) => id.startsWith('custom-signing-keys'))).toBe(false)
})
