import { expect, test } from 'vitest'
import type { Json } from '../../base/json.ts'
import { overlaid, statedRules } from './overlay.ts'

test.each<[string, Json, Json, Json]>([
  [
    'members stand side by side',
    { title: 'a', life: { read: 'x' } },
    { life: { list: 'y' } },
    { title: 'a', life: { read: 'x', list: 'y' } },
  ],
  ['what the folder says wins', { id: '/id' }, { id: '/uuid' }, { id: '/uuid' }],
  [
    'null takes an inferred word away',
    { life: { read: 'x', delete: 'y' }, paging: { by: 'page' } },
    { life: { delete: null }, paging: null },
    { life: { read: 'x' } },
  ],
  [
    'a folder names all filters',
    { filters: { state: '/state', name: '/name' } },
    { filters: { state: '/status' } },
    { filters: { state: '/status' } },
  ],
  [
    'null is a word of refusals and rules',
    { refusals: { invalid: [] } },
    { refusals: { invalid: null }, rules: { stored: null } },
    { refusals: { invalid: null }, rules: { stored: null } },
  ],
  [
    'a schema is replaced as a whole',
    { request: { type: 'object', required: ['a'] } },
    { request: { type: 'array' } },
    { request: { type: 'array' } },
  ],
  [
    'parameters are joined by place and name',
    {
      parameters: [
        { name: 'a', in: 'path', schema: {} },
        { name: 'b', in: 'query', schema: {} },
      ],
    },
    { parameters: [{ name: 'a', in: 'path', value: 'x' }] },
    {
      parameters: [
        { name: 'a', in: 'path', schema: {}, value: 'x' },
        { name: 'b', in: 'query', schema: {} },
      ],
    },
  ],
  ['lists are replaced', { unique: ['/a'] }, { unique: ['/b'] }, { unique: ['/b'] }],
])('%s', (_, base, own, expected) => {
  expect(overlaid(base, own)).toEqual(expected)
})

test('rules that a folder states by keys of a resource are MUST', () => {
  expect(statedRules({ unique: ['/a'], replaces: true, title: 'a', removedWith: null })).toEqual({
    'unique-refused': 'MUST',
    replaces: 'MUST',
  })
})
