// Normalises schemas of all versions to JSON Schema 2020-12.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../base/json.ts'
import { documentOfSchema, mistakesIn, normalised, remarksIn } from '../document.testing.ts'
import { documentOf } from '../index.ts'

const one: JsonObject = { One: { type: 'object', properties: { id: { type: 'string' } } } }
const toOne = { $ref: '#/components/schemas/One' }

test.each<[string, Json, Json]>([
  ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'an enumeration',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null], 'x-null': 'meant' },
  ],
  [
    'an enumeration without a type',
    { enum: ['a'], nullable: true },
    { enum: ['a', null], 'x-null': 'meant' },
  ],
  ['an enumeration with null', { enum: ['a', null], nullable: true }, { enum: ['a', null] }],
  ['nothing', { nullable: true }, {}],
  ['a reference', { ...toOne, nullable: true }, { anyOf: [toOne, { type: 'null', 'x-null': 'meant' }] }],
  [
    'allOf',
    { allOf: [toOne], nullable: true },
    { anyOf: [{ allOf: [toOne] }, { type: 'null', 'x-null': 'meant' }] },
  ],
  [
    'allOf and a type',
    { type: 'object', allOf: [toOne], nullable: true, description: 'One', readOnly: true },
    {
      anyOf: [
        { type: 'object', allOf: [toOne] },
        { type: 'null', 'x-null': 'meant' },
      ],
      description: 'One',
      readOnly: true,
    },
  ],
  ['not', { not: toOne, nullable: true }, { anyOf: [{ not: toOne }, { type: 'null', 'x-null': 'meant' }] }],
  ['false', { type: 'string', nullable: false }, { type: 'string' }],
])('nullable beside %s', async (_, schema, expected) => {
  expect(await normalised(schema, '3.0.3', one)).toEqual(expected)
})

test.each([
  ['x-nullable', '2.0'],
  ['x-nullable', '3.0.3'],
  ['nullable', '3.1.0'],
])('%s allows null in %s, although it is no keyword of this version', async (keyword, version) => {
  expect(await normalised({ type: 'string', [keyword]: true }, version)).toEqual({
    type: ['string', 'null'],
    'x-null': 'meant',
  })
})

test.each<[Json, Json]>([
  [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [{ maximum: 1, exclusiveMaximum: true }, { exclusiveMaximum: 1 }],
  [{ minimum: 0, exclusiveMinimum: false }, { minimum: 0 }],
  [{ exclusiveMinimum: true }, {}],
  [{ exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
])('converts bounds until 3.0: %j', async (schema, expected) => {
  expect(await normalised(schema)).toEqual(expected)
})

test('since 3.1, keywords beside a reference have an effect', async () => {
  const schema = { ...toOne, minProperties: 1, description: 'One' }
  expect(await normalised(schema, '3.0.3', one)).toEqual({ ...toOne, description: 'One' })
  expect(await normalised(schema, '3.1.0', one)).toEqual(schema)
})

test.each<[string, Json, Json, string]>([
  ['an example becomes a list', { example: 'a' }, { examples: ['a'] }, '3.0.3'],
  ['examples win over an example', { example: 'a', examples: ['b'] }, { examples: ['b'] }, '3.1.0'],
  ['formats of bytes stay', { type: 'string', format: 'byte' }, { type: 'string', format: 'byte' }, '3.0.3'],
  ['a file is bytes', { type: 'file' }, { type: 'string', format: 'binary' }, '2.0'],
  ['unknown formats stay', { type: 'string', format: 'sku' }, { type: 'string', format: 'sku' }, '3.0.3'],
  ['items by position', { items: [{ type: 'string' }] }, { prefixItems: [{ type: 'string' }] }, '3.0.3'],
  ['equal values of an enumeration', { enum: [1, 1, 'a', 'a', {}] }, { enum: [1, 'a', {}] }, '3.0.3'],
  [
    'boolean schemas',
    { not: true, additionalProperties: false },
    { not: true, additionalProperties: false },
    '3.1.0',
  ],
  ['null is a value', { const: null, default: null }, { const: null, default: null }, '3.1.0'],
  ['a discriminator is an annotation', { discriminator: { propertyName: 'a' } }, {}, '3.0.3'],
  ['extensions are left out', { type: 'string', 'x-order': 1, xml: {} }, { type: 'string' }, '3.0.3'],
])('%s', async (_, schema, expected, version) => {
  expect(await normalised(schema, version)).toEqual(expected)
})

test('reports all mistakes of schemas at once, each with its location', async () => {
  const schema = {
    type: 'strnig',
    minimum: '5',
    properties: { a: { maxLength: -1 }, 'b/c': { enum: 'x' }, d: 5, e: { multipleOf: 0 } },
  }
  const start = '#/paths/~1things/get/responses/200/content/application~1json/schema'
  expect(await mistakesIn(documentOf(documentOfSchema(schema)))).toEqual([
    `${start}/type: "strnig" is wrong: the value must be one of string, number, integer, boolean, array, object, null`,
    `${start}/minimum: "5" is wrong: the value must be a number`,
    `${start}/properties/a/maxLength: -1 is wrong: the value must be a whole number that is not negative`,
    `${start}/properties/b~1c/enum: "x" is wrong: the value must be an array of values`,
    `${start}/properties/d: a schema must be an object`,
    `${start}/properties/e/multipleOf: 0 is wrong: the value must be a number above 0`,
  ])
})

test.each<[string, Json, string]>([
  ['unknown keywords', { minLenght: 1 }, 'minLenght: schemas of OpenAPI 3.0 have no keyword with this name'],
  ['keywords of later versions', { const: 1 }, 'const: schemas of OpenAPI 3.0 have no keyword'],
  ['patterns of other engines', { pattern: '(?i)a' }, 'pattern: the pattern is not checked'],
  ['bounds of 64 bits', { maximum: 2 ** 63 }, 'maximum: the bound is not checked'],
  ['null', { maxLength: null }, 'maxLength: the value is null: the keyword is left out'],
  ['empty lists', { enum: [] }, 'enum: the array is empty: the keyword is left out'],
  ['"required" of a member', { required: true }, 'required: a boolean "required" has no effect here'],
  [
    'texts of another type',
    { description: 5 },
    'description: the value is not a text: the keyword is left out',
  ],
  [
    '[] for an object',
    { properties: [] },
    'properties: the value is []: the tool treats it as an empty object',
  ],
])('leaves out %s with a remark', async (_, schema, message) => {
  const [remark, ...others] = await remarksIn(documentOfSchema(schema))
  expect(remark).toContain(message)
  expect(others).toEqual([])
  expect([{}, { properties: {} }]).toContainEqual(await normalised(schema))
})
