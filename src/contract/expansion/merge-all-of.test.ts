import { expect, test } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { dereference } from './dereference.ts'
import { withMergedAllOf } from './merge-all-of.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

test('merges branches that only describe members', () => {
  const one = object({ a: { type: 'string' } }, { required: ['a'], minProperties: 1, 'x-source': '#/One' })
  const other = object({ b: {} }, { required: ['b'], minProperties: 2, description: 'b' })
  expect(withMergedAllOf({ allOf: [one, other], title: 'both' })).toEqual({
    ...object({ a: { type: 'string', 'x-source': '#/One/properties/a' }, b: {} }),
    required: ['a', 'b'],
    minProperties: 2,
    title: 'both',
    description: 'b',
  })
})

test('a member that two branches describe satisfies both', () => {
  const branches = [object({ a: { minLength: 1 } }), object({ a: { maxLength: 2 } })]
  expect(withMergedAllOf({ allOf: branches })).toEqual(
    object({ a: { allOf: [{ minLength: 1 }, { maxLength: 2 }] } }),
  )
})

test.each<[string, JsonObject]>([
  ['a closed branch', { allOf: [object({ a: {} }, { additionalProperties: false }), { minLength: 1 }] }],
  ['a branch of another type', { allOf: [{ type: 'string' }, { maxLength: 2 }] }],
  ['a branch without a type', { allOf: [{ properties: { a: {} } }] }],
  [
    'a closed schema around',
    { ...object({ a: {} }), additionalProperties: false, allOf: [object({ b: {} })] },
  ],
])('%s stays separate', (_, schema) => {
  expect(withMergedAllOf(schema)).toEqual(schema)
})

test('a member that a request omits is nowhere required', () => {
  const schema = {
    required: ['id'],
    allOf: [object({ id: { readOnly: true } }), object({ name: {} }, { required: ['name', 'id'] })],
    type: 'object',
  }
  expect(dereference(schema, 'a.b', new Map())).toEqual({ ...object({ name: {} }), required: ['name'] })
})

test('expands a schema with multiplying references less deeply', () => {
  const level = (number: number): JsonObject =>
    object(
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, { $ref: `doc#/L${number + 1}` }]),
      ),
    )
  const levels = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`L${number}`, level(number)]))
  const documents = new Map([['doc', { ...levels, L12: { type: 'string' } } as JsonObject]])
  const expanded = dereference({ $ref: 'doc#/L0' }, 'a.b', documents, null, 'response') as JsonObject
  expect(JSON.stringify(expanded).length).toBeLessThan(200_000)
  expect(Object.keys(expanded.properties as object)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
