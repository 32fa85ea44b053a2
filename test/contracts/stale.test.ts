// Changes with If-Match (RFC 9110, 13.1.1), on the stub.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const change = library['operations/books.update.json'] as JsonObject
const parameters = change.parameters as readonly JsonObject[]
const contractWith = (required: boolean) =>
  contractOf({
    ...library,
    'operations/books.update.json': {
      ...change,
      parameters: [...parameters, { name: 'If-Match', in: 'header', required, schema: { type: 'string' } }],
    },
  })

test('only changes that take If-Match have the clause', () => {
  const clause = 'books.update.stale-refused'
  expect(contractWith(false).clauses.get(clause)?.statement).toMatch(/status 412/)
  expect(contractOf(library).clauses.has(clause)).toBe(false)
})

const unproven = async (contract: Contract): Promise<readonly string[]> =>
  (await verifyContract(contract)).clauses.filter(({ proven }) => !proven).map(({ clause }) => clause)

test('it is proven, and no other clause is lost, whether the header is required or not', async () => {
  const [required, optional, without] = await Promise.all(
    [contractWith(true), contractWith(false), contractOf(library)].map(unproven),
  )
  expect(required).toEqual(without)
  expect(optional).toEqual(without)
}, 120_000)
