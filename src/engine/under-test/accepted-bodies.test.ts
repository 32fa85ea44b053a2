import { expect, test } from 'vitest'
import { asAccepted, exampleOf, greatValues, withFutureTimes, withPlainValues } from './accepted-bodies.ts'

const time = { type: 'string', format: 'date-time' }
const schema = {
  type: 'object',
  required: ['kind'],
  properties: { endsAt: time, startsAt: time, kind: { enum: ['ä'] }, text: { type: 'string', maxLength: 5 } },
}

test('times are in the future, the start before the end', () => {
  const at = Date.parse('2026-01-01T00:00:00Z')
  expect(withFutureTimes({ endsAt: 'x', startsAt: 'y', text: 'z' }, schema, at)).toEqual({
    endsAt: '2026-01-01T02:00:00.000Z',
    startsAt: '2026-01-01T01:00:00.000Z',
    text: 'z',
  })
})

test('replaces texts with unusual characters by words, if the schema allows it', () => {
  const body = { kind: 'ä', text: '漢 字', list: [{ name: '"', at: '127.0.0.1' }] }
  expect(withPlainValues(body, schema)).toEqual({
    kind: 'ä',
    text: 'word2',
    list: [{ name: 'word3', at: '127.0.0.1' }],
  })
})

test('replaces unusual numbers by 1, if the schema allows it', () => {
  const numbers = { type: 'object', properties: { least: { minimum: 2 ** 40 } } }
  expect(withPlainValues({ size: 2 ** 31, part: 5e-324, least: 2 ** 41, usual: -12.5 }, numbers)).toEqual({
    ...{ size: 1, part: 1, least: 2 ** 41, usual: -12.5 },
  })
})

test('large values follow the schema of numbers', () => {
  expect(greatValues({ type: 'integer' })).toEqual([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
  expect(greatValues({ type: 'integer', minimum: 1 })).toEqual([Number.MAX_SAFE_INTEGER])
  expect(greatValues({ type: 'integer', maximum: 9, minimum: 0 })).toEqual([])
  expect(greatValues({})).toEqual([])
})

test('leaves out refused members, unless the schema requires them', () => {
  const facts = { without: new Set(['text', 'kind']), fixed: { list: [1] }, future: false, nameForm: 0 }
  expect(asAccepted({ kind: 'ä', text: 'a', list: [2] }, schema, facts)).toEqual({ kind: 'ä', list: [1] })
  expect(asAccepted({ text: 'a' }, schema, undefined)).toEqual({ text: 'a' })
})

test('joins the examples of members to an example of the whole, also in lists', () => {
  const type = { type: 'string', example: 'INTEGER' }
  const fields = { type: 'array', items: { type: 'object', properties: { type, size: { type: 'integer' } } } }
  const name = { type: 'string', examples: [7, 'users'] }
  const all = { type: 'object', properties: { fields, name, more: {} } }
  expect(exampleOf(all)).toEqual({ fields: [{ type: 'INTEGER' }], name: 'users' })
  expect(exampleOf({ type: 'object', properties: { more: {} } })).toBeUndefined()
})
