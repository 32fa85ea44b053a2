// Tests requests as forms. A form contains only texts, so the contract has no clause that every text
// satisfies.
// @module-tag whole
import { expect, test } from 'vitest'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { showsViolation } from '../../src/engine/checks/form-reading.ts'
import { serialise } from '../../src/engine/requests/request.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const form = 'application/x-www-form-urlencoded'
const request = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 60 },
    pages: { type: 'integer', minimum: 1 },
    tags: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 2 } },
  },
}
const contract = contractOf({
  ...library,
  'operations/books.create.json': { ...library['operations/books.create.json'], mediaType: form, request },
  'operations/books.get.json': {
    ...library['operations/books.get.json'],
    parameters: [{ name: 'book_id', in: 'path', schema: { type: 'integer' } }],
  },
  'operations/books.update.json': {
    ...library['operations/books.update.json'],
    parameters: [{ name: 'book_id', in: 'path', schema: { type: 'integer' } }],
  },
})

test('a form has no clause for what every text satisfies', () => {
  const names = [...contract.clauses.values()]
    .filter(({ operation }) => operation === 'books.create')
    .map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['title-max-length', 'pages-type', 'body-required']))
  expect(names).not.toContain('title-type')
  expect(names).not.toContain('body-type')
  expect(names).not.toContain('malformed-json')
})

test.each([
  [{ title: 5 }, false],
  [{ title: null }, false],
  [{ title: 'a', pages: '7' }, false],
  [{ title: 'a', pages: 'many' }, true],
  [{ pages: 1 }, true],
  [{ title: 'a', tags: ['bc'] }, false],
  [{ title: 'a', tags: ['bc', 'de', 'fg'] }, true],
  ['text', false],
])('%j is visibly invalid: %s', (value, shows) => {
  expect(showsViolation({ mediaType: form }, request, value)).toBe(shows)
  expect(showsViolation({ mediaType: 'application/json' }, request, value)).toBe(true)
})

test('elements repeat the name, and members are in brackets', () => {
  const body = { a: ['x y', 'z'], b: { c: 1 } }
  const sent = { operation: 'o', method: 'POST', path: '/', effect: 'none', intent: 'valid', body } as const
  expect(serialise({ ...sent, mediaType: form })).toBe('a=x+y&a=z&b%5Bc%5D=1')
})

test('its clauses can be proven', async () => {
  const only = ['books.create.accepts', 'books.create.title-', 'books.create.pages-', 'books.create.body-']
  const { clauses } = await verifyContract(contract, { only })
  expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  expect(clauses.length).toBeGreaterThan(6)
}, 60_000)
