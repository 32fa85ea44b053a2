// Expands recursive schemas to three levels, or rejects them.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { dereference } from './dereference.ts'
import type { Side } from './omitted-members.ts'

const resolved = (node: JsonObject, side: Side = 'request'): Json =>
  dereference({ $ref: '#/$defs/node' }, 'nodes.create', new Map(), { $defs: { node } }, side)

const node = { $ref: '#/$defs/node' }
const name = { type: 'string' }

const tree = {
  type: 'object',
  properties: { name, children: { type: 'array', maxItems: 4, items: node } },
}
const level = (children: Json): Json => ({
  type: 'object',
  properties: { name, children: { type: 'array', maxItems: 4, items: children } },
})
const leaf = { type: 'object', properties: { name } }

test('the last level of a tree has no children: requests send none, and responses may contain any', () => {
  for (const side of ['request', 'response'] as const)
    expect(resolved(tree, side)).toEqual(level(level(leaf)))
})

test('the object around a tree counts as its first level', () => {
  const schema = { type: 'object', properties: { root: { $ref: '#/$defs/node' } } }
  expect(dereference(schema, 'nodes.create', new Map(), { $defs: { node: tree } })).toEqual({
    type: 'object',
    properties: { root: level(leaf) },
  })
})

test('in the last level of a response, required members and branches of a choice allow any value', () => {
  const response = (schema: JsonObject): string => JSON.stringify(resolved(schema, 'response'))
  const list = { required: ['all'], properties: { all: { type: 'array', items: node, minItems: 1 } } }
  expect(() => response(list)).toThrow(/without end/)
  expect(response({ required: ['all'], ...tree })).toContain('{"name":{"type":"string"}}}')
  const chosen = response({ type: 'object', properties: { next: { anyOf: [node, { type: 'null' }] } } })
  expect(chosen).toMatch(/"next":\{\}/)
})

test('required children are empty in the last level', () => {
  const closed = (children: Json): Json => ({ required: ['children'], ...(level(children) as JsonObject) })
  expect(resolved({ required: ['children'], ...tree })).toEqual(closed(closed(closed(false))))
})

test('the last level omits the branches of a choice that cannot end', () => {
  const link = {
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: [node, { type: 'null' }] } },
  }
  const next = (...branches: readonly Json[]): Json => ({
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: branches } },
  })
  const end = { type: 'null' }
  expect(resolved(link)).toEqual(next(next(next(end), end), end))
})

test('recursive additionalProperties are omitted in the last level', () => {
  const map = { type: 'object', properties: { name }, additionalProperties: node }
  const one = { type: 'object', properties: { name } }
  expect(resolved(map)).toEqual({
    ...one,
    additionalProperties: { ...one, additionalProperties: one },
  })
})

test('keywords beside a reference apply as well', () => {
  const id = { type: 'string', description: 'An id.' }
  const of = (member: JsonObject): Json =>
    dereference(member, 'a.create', new Map(), { $defs: { id } }, 'response')
  const reference = { $ref: '#/$defs/id' }
  expect(of({ ...reference, description: 'Mine.', maxLength: 3 })).toEqual({
    type: 'string',
    description: 'Mine.',
    maxLength: 3,
  })
  expect(of({ ...reference, type: ['string', 'null'] })).toEqual({ type: ['string', 'null'], allOf: [id] })
})

test('requests omit readOnly members, and responses omit writeOnly members', () => {
  const properties = {
    id: { type: 'integer', readOnly: true },
    pin: { type: 'string', writeOnly: true },
    name,
  }
  const thing = { type: 'object', required: ['id', 'pin', 'name'], properties }
  const of = (side: 'request' | 'response'): Json => dereference(thing, 'a.create', new Map(), null, side)
  expect(of('request')).toMatchObject({ required: ['pin', 'name'], properties: { pin: {}, name: {} } })
  expect(of('request')).not.toHaveProperty('properties.id')
  expect(of('response')).toMatchObject({ required: ['id', 'name'] })
  expect(of('response')).not.toHaveProperty('properties.pin')
})

test.each<readonly [string, JsonObject]>([
  ['itself', node],
  ['a required member', { required: ['next'], properties: { next: node } }],
  ['an array that is never empty', { required: ['all'], properties: { all: { items: node, minItems: 1 } } }],
  ['itself within allOf', { allOf: [{ type: 'object' }, node] }],
])('rejects a recursive schema that requires %s', (_, endless) => {
  expect(() => resolved(endless)).toThrow(/#\/\$defs\/node recurses without end: .* optional, nullable/)
})

test('two schemas that require each other are rejected, and expanded if one reference is optional', () => {
  const documents = (required: readonly string[]): JsonObject => ({
    $defs: {
      one: { type: 'object', required: ['other'], properties: { other: { $ref: '#/$defs/other' } } },
      other: { type: 'object', required, properties: { one: { $ref: '#/$defs/one' } } },
    },
  })
  const of = (required: readonly string[]): Json =>
    dereference({ $ref: '#/$defs/one' }, 'a.create', new Map(), documents(required))
  expect(() => of(['one'])).toThrow(/without end/)
  expect(JSON.stringify(of([])).match(/"other"/g)).toHaveLength(4)
})
