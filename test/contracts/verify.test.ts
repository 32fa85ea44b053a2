// Tests the verification of contracts by stubs. The file test/release/verify.test.ts verifies complete
// contracts.
import { expect, onTestFinished, test, vi } from 'vitest'
import { leaveEarly } from '../../src/base/leaving.testing.ts'
import { contractIn, loadContract, rules } from '../../src/contract/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { lawMutations, startContractStub, verifyContract as verify } from '../../src/verify/index.ts'
import { contract } from './check-shelves.ts'
import { contractFolder, shelfContract } from './shelf-contract.ts'

test('mutations prove a clause of a keyword, of a response and of a rule', async () => {
  const only = ['shelves.create.label-max-length', 'sign.get.returned-', 'sign.replace.stored']
  const { contract: told, clauses } = await verifyContract(contract, { only })
  expect(told).toEqual({ name: 'shelves', title: 'Shelves', version: '1' })
  expect(clauses.map(({ clause, proven }) => [clause, proven])).toEqual([
    ['shelves.create.label-max-length', true],
    ['sign.get.returned-light', true],
    ['sign.get.returned-text', true],
    ['sign.replace.stored', true],
  ])
  expect(clauses.at(-1)?.reason).toBe('a value that was not sent is stored')
})

test.each(["/b\u00fccher/shelves('{shelfId}')"])(
  'finds and fills parameters next to other text, also beyond ASCII: %s',
  async (shelf) => {
    const files = Object.entries(shelfContract).map(([file, value]) => [
      file,
      typeof value.path === 'string'
        ? { ...value, path: value.path.replace('/shelves/{shelfId}', shelf).replace(/\{id\}$/, '{id}.json') }
        : value,
    ])
    const folder = contractFolder(Object.fromEntries(files) as typeof shelfContract)
    const only = ['books.update.stored']
    const { clauses } = await verifyContract(loadContract(contractIn(folder)), { only })
    expect(clauses).not.toEqual([])
    expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  },
)

test('a mutation that a check does not notice proves nothing', async () => {
  const pass = [{ id: 'sign.get.returned-text', verdict: 'pass', reason: '1 observation' }]
  const [proof] = await verify(contract, { only: ['sign.get.returned-text'], check: async () => pass })
  expect(proof).toMatchObject({
    proven: false,
    reason:
      'the clause does not fail if a response violates the clause. Its verdict is pass, because: 1 observation',
  })
})

test('a clause is not proven if its check fails without a mutation, or if a stop came before the check', async () => {
  const only = ['sign.get.accepts']
  const check = (verdict: string) => async () => [{ id: 'sign.get.accepts', verdict, reason: 'for a test' }]
  const [failed] = await verify(contract, { only, check: check('fail') })
  expect(failed?.reason).toBe('on a stub without mutations, the verdict is fail, because: for a test')
  const [stopped] = await verify(contract, { only, check: check('pass'), signal: AbortSignal.abort() })
  expect(stopped).toMatchObject({
    proven: false,
    reason: 'the clause was not tried, because the command was stopped',
  })
})

test('the stub can break every rule', () => {
  expect(Object.keys(lawMutations).sort()).toEqual(rules.map(({ name }) => name).sort())
})

test('a client that leaves the stub during a body causes no error', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const stub = await startContractStub(contract, [])
  onTestFinished(() => stub.close())
  await leaveEarly(`${stub.baseUrl}/shelves`, { 'content-type': 'application/json' })
  expect(errors).not.toHaveBeenCalled()
})
