// Changes that name the version they are of (RFC 9110, 13.1.1), proven on the contract's stub.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
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

test.each([true, false])(
  'every clause is proven, the header required: %s',
  async (required) => {
    const { clauses } = await verifyContract(contractWith(required))
    const open = clauses.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`)
    expect(open).toEqual([])
  },
  60_000,
)
