// Schemas that combine other schemas with `allOf`, `anyOf`, `oneOf`, `not` and `if`.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { Schemas } from '../schemas.ts'

export const combined: Schemas = {
  allOf: { allOf: [{ type: 'string' }, { minLength: 2 }, { maxLength: 4 }] },
  anyOf: {
    anyOf: [
      { type: 'string', minLength: 3 },
      { type: 'integer', minimum: 10 },
    ],
  },
  anyOfSiblings: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  anyOfOneImpossible: { type: 'string', anyOf: [{ type: 'integer' }, { maxLength: 2 }] },
  oneOf: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  oneOfOverlap: {
    oneOf: [
      { type: 'integer', multipleOf: 3 },
      { type: 'integer', multipleOf: 5 },
    ],
  },
  oneOfRequired: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }, { required: ['c'] }] },
  oneOfDiscriminated: {
    oneOf: ['cat', 'dog', 'bird', 'fish'].map((kind) => ({
      type: 'object',
      properties: { kind: { const: kind }, [kind]: { type: 'string', minLength: 1 } },
      required: ['kind', kind],
      additionalProperties: false,
    })),
  },
  oneOfSame: { oneOf: [{ minimum: 2 }, { maximum: 8 }], type: 'integer' },
  not: { not: { type: 'string' } },
  notNot: { not: { not: { type: 'integer', minimum: 2 } } },
  notAllOf: { type: 'integer', not: { allOf: [{ minimum: 0 }, { maximum: 10 }] } },
  notAnyOf: { type: 'integer', not: { anyOf: [{ minimum: 10 }, { maximum: 0 }] } },
  notOneOf: { type: 'integer', not: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] } },
  notObject: { type: 'object', not: { required: ['a'], properties: { a: { type: 'integer' } } } },
  notEmpty: { not: { enum: ['', null, 0, false] } },
  ifThenElse: {
    type: 'object',
    properties: { country: { enum: ['US', 'NL'] }, code: { type: 'string' } },
    required: ['country', 'code'],
    if: { properties: { country: { const: 'US' } } },
    then: { properties: { code: { pattern: '^\\d{5}$' } } },
    else: { properties: { code: { pattern: '^\\d{4}[A-Z]{2}$' } } },
  },
  ifThenOnly: { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
  ifElseOnly: { if: { type: 'string' }, else: { type: 'null' } },
  ifAlone: { if: { type: 'string' }, type: 'integer' },
  ifFalse: { if: false, then: false, else: { type: 'integer' } },
  notIf: { not: { if: { type: 'string' }, else: { type: 'integer' } } },
  typeFromAllOf: { allOf: [{ type: ['string', 'integer'] }, { type: ['integer', 'null'] }] },
  booleanInAllOf: { allOf: [true, { type: 'integer' }] },
  booleanInAnyOf: { anyOf: [false, { type: 'integer' }] },
  manyAnyOf: {
    allOf: Array.from({ length: 8 }, (_, index) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }, { required: [`c${index}`] }],
    })),
    type: 'object',
  },
  numbersOrStrings: { type: ['number', 'string'], minimum: 5, minLength: 2, multipleOf: 0.5, pattern: 'x' },
  anyOfNested: {
    anyOf: [{ allOf: [{ type: 'array' }, { minItems: 1 }] }, { oneOf: [{ type: 'null' }, { const: 3 }] }],
  },
}
