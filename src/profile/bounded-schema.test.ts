// Tests which declared schemas are bounded.
import { describe, expect, test } from 'vitest'
import type { Json } from '../base/json.ts'
import { schemaLevelsMax, subschemasMax, unboundedness } from './bounded-schema.ts'

const itself = 'the schema refers to itself for the same location'

describe('has a bound:', () => {
  test.each<[string, Json]>([
    ['everything', true],
    ['a plain schema', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['a list of itself', { type: 'object', properties: { errors: { items: { $ref: '#' } } } }],
    ['a tree', { additionalProperties: { anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }] } }],
    [
      'a definition used twice',
      { $defs: { a: { type: 'string' } }, allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] },
    ],
    ['an anchor', { $defs: { a: { $anchor: 'a', properties: { a: { $ref: '#a' } } } }, $ref: '#a' }],
    ['a member named $ref', { properties: { $ref: { type: 'string' } } }],
    ['an escaped pointer', { $defs: { 'a/b c': {} }, $ref: '#/$defs/a~1b%20c' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['the meta-schema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }],
  ])('%s', (_, schema) => expect(unboundedness(schema)).toBeNull())
})

describe('has none:', () => {
  test.each<[string, Json]>([
    ['a root that is itself', { $ref: '#' }],
    [
      'two that are each other',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    ],
    ['itself in a choice', { anyOf: [{ type: 'string' }, { not: { $ref: '#' } }] }],
    ['itself by an anchor', { $dynamicAnchor: 'n', anyOf: [{ $dynamicRef: '#n' }] }],
    ['itself by recursion', { not: { $recursiveRef: '#' } }],
    [
      'itself for a member of a member',
      { properties: { a: { items: { $anchor: 'x', allOf: [{ $ref: '#x' }] } } } },
    ],
    ['itself where a member is there', { dependentSchemas: { a: { $ref: '#' } } }],
  ])('%s', (_, schema) => expect(unboundedness(schema)).toBe(itself))
})

test('a location accepts the maximum of subschemas, and no more', () => {
  const of = (count: number): Json => ({ items: { allOf: Array.from({ length: count }, () => ({})) } })
  expect(unboundedness(of(subschemasMax - 1))).toBeNull()
  expect(unboundedness(of(subschemasMax))).toBe(
    'the schema validates one location with more than 1000 subschemas',
  )
})

test('a small schema that expands to a thousand million schemas is rejected at once', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 31 }, (_, level) => [
      `d${level}`,
      level === 0 ? {} : { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] },
    ]),
  )
  expect(unboundedness({ $defs, $ref: '#/$defs/d30' })).toMatch(/more than 1000 subschemas/)
})

test('a schema accepts the maximum of levels, and no more', () => {
  const of = (levels: number): Json => {
    let schema: Json = true
    for (let level = 1; level < levels; level += 1) schema = { not: schema }
    return schema
  }
  expect(unboundedness(of(schemaLevelsMax))).toBeNull()
  expect(unboundedness(of(schemaLevelsMax + 1))).toBe('the schema has more than 200 levels')
  expect(unboundedness(of(100_000))).toBe('the schema has more than 200 levels')
})
