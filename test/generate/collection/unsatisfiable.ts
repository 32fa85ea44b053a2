// Schemas without valid values.
import type { Schemas } from '../schemas.ts'

export const unsatisfiable: Schemas = {
  false: false,
  notTrue: { not: true },
  kinds: { type: 'string', enum: [1] },
  allOfKinds: { allOf: [{ type: 'string' }, { type: 'integer' }] },
  lengths: { type: 'string', minLength: 3, maxLength: 2 },
  pattern: { type: 'string', pattern: '^a{3}$', maxLength: 2 },
  patterns: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: '^b' }] },
  anchors: { type: 'string', pattern: 'a^b' },
  format: { type: 'string', format: 'uuid', maxLength: 10 },
  bounds: { type: 'number', minimum: 3, exclusiveMaximum: 3 },
  noMultiple: { type: 'integer', minimum: 1, maximum: 6, multipleOf: 7 },
  tooFewValues: { type: 'array', uniqueItems: true, items: { type: 'boolean' }, minItems: 3 },
  containsNothing: { type: 'array', contains: false },
  containsClash: { type: 'array', items: { type: 'integer' }, contains: { type: 'string' } },
  containsTooMany: { type: 'array', contains: true, minContains: 3, maxItems: 2 },
  requiredClosed: { type: 'object', required: ['a'], additionalProperties: false },
  requiredNames: { type: 'object', required: ['a'], propertyNames: { pattern: '^b' } },
  requiredCount: { type: 'object', required: ['a', 'b'], maxProperties: 1 },
  tooFewNames: { type: 'object', propertyNames: { enum: ['a', 'b'] }, minProperties: 3 },
  infinite: { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] },
  infiniteArray: {
    $ref: '#/$defs/a',
    $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' }, minItems: 1 } },
  },
  deep: {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'null', enum: [1] }, minItems: 1 } },
    required: ['a'],
  },
  oneOfTwice: { oneOf: [{ type: 'integer' }, { type: 'integer' }] },
  paradox: { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/a' } } } },
}
