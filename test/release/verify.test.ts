// Verifies complete contracts with stubs.
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { contract } from '../contracts/check-shelves.ts'
import { contractFolder } from '../contracts/shelf-contract.ts'
import { tourContract } from '../contracts/tour-contract.ts'

const folder = contractFolder(tourContract)
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['the shelves', contract],
  // This contract has tokens, scopes, problem bodies, a merge patch, timestamps, and ids that are counted or
  // nested.
  ['the tours', loadContract(contractIn(folder))],
] as const)('every clause of %s is proven', async (_name, one) => {
  const { clauses } = await verifyContract(one)
  expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  expect(clauses.length).toBe(one.clauses.size)
})
