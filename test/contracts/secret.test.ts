// Tests write-only members. The run judges every response that could contain them.
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const operation = (name: string, more: object): JsonObject =>
  ({ ...library[`operations/books.${name}.json`], ...more }) as JsonObject
const title = { type: 'string', minLength: 1 }
const sent = { type: 'object', required: ['title'], properties: { title, pin: { type: 'string' } } }
const shown = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'string' }, title } }

test('every clause of a secret member fails if a response shows it', async () => {
  const contract = contractOf({
    ...library,
    'resources/books.json': { ...library['resources/books.json'], secret: ['/pin'] },
    'operations/books.create.json': operation('create', { request: sent, response: shown }),
    'operations/books.get.json': operation('get', { response: shown }),
    'operations/books.update.json': operation('update', {
      request: { ...sent, required: [] },
      response: shown,
    }),
    'operations/books.list.json': operation('list', { response: { type: 'array', items: shown } }),
  })
  const { clauses } = await verifyContract(contract)
  const own = clauses.filter(({ clause }) => clause.endsWith('.secret-hidden'))
  expect(own.map(({ clause, proven, reason }) => (proven ? clause : reason)).sort()).toEqual(
    ['create', 'get', 'list', 'update'].map((act) => `books.${act}.secret-hidden`),
  )
}, 120_000)
