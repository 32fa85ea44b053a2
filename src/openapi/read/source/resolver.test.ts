// Finds the targets of references.
import { expect, test } from 'vitest'
import { at, type Json, type JsonObject } from '../../../base/json.ts'
import { documentOfSchema } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const to = (reference: string): JsonObject => ({ $ref: reference })

test.each<[string, Json, string, Json]>([
  ['an anchor', { $defs: { A: { $anchor: 'a', type: 'string' } } }, '#a', { type: 'string' }],
  [
    'an id',
    { $defs: { A: { $id: 'https://a.test/a', type: 'string' } } },
    'https://a.test/a',
    { type: 'string' },
  ],
  [
    'a pointer from an id',
    { $id: 'thing', $defs: { A: { type: 'string' } } },
    'thing#/$defs/A',
    { type: 'string' },
  ],
  [
    'an escaped pointer',
    { 'a~b/c d': { type: 'string' } },
    '#/components/schemas/T/a~0b~1c%20d',
    { type: 'string' },
  ],
])('resolves references to %s', async (_, schema, reference, expected) => {
  const { root } = await documentOf(documentOfSchema(to(reference), '3.1.0', { T: schema }))
  expect(Object.values(at(root, '/components/schemas') as JsonObject)).toEqual([expected])
})

test('a document of 3.2 may refer to itself by its address', async () => {
  const document = documentOfSchema(to('https://a.test/api#/components/schemas/T'), '3.2.0', {
    T: { minimum: 1 },
  })
  const { root } = await documentOf({ ...document, $self: 'https://a.test/api' })
  expect(at(root, '/components/schemas')).toEqual({ T: { minimum: 1 } })
})

test('names of schemas need no escapes', async () => {
  const names = ['a/b', 'ä ö', '__proto__', '', 'a.b-c_D']
  const schemas = Object.fromEntries(names.map((name, index) => [name, { minimum: index }]))
  const references = ['a~1b', '%C3%A4%20%C3%B6', '__proto__', '', 'a.b-c_D'].map((name) =>
    to(`#/components/schemas/${name}`),
  )
  const { root } = await documentOf(documentOfSchema({ anyOf: references }, '3.1.0', schemas))
  expect(at(root, '/components/schemas')).toEqual({
    a_b: { minimum: 0 },
    _: { minimum: 1 },
    schema: { minimum: 2 },
    schema_2: { minimum: 3 },
    'a.b-c_D': { minimum: 4 },
  })
})
