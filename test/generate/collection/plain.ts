// Schemas without limits, and schemas that list their values or types.
import type { Schemas } from '../schemas.ts'

export const plain: Schemas = {
  anything: true,
  empty: {},
  annotated: { title: 't', description: 'd', default: 1, examples: [1], deprecated: true, $comment: 'c' },
  annotation: { type: 'string', 'x-clauses': { type: 'a' }, readOnly: true },
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  list: { type: ['string', 'null'] },
  allKinds: { type: ['null', 'boolean', 'integer', 'string', 'array', 'object'] },
  enum: { enum: ['a', 1, null, true, [1], { a: 1 }] },
  enumTyped: { type: 'string', enum: ['a', 1, null, 'bb', 'ccc'], minLength: 2 },
  constDeep: { const: { a: [1, { b: null }], c: 'd' } },
  constFalse: { const: false },
  constZero: { const: 0 },
  constProto: { const: JSON.parse('{"__proto__": 1}') },
  enumObjects: { type: 'object', enum: [{ a: 1 }, { a: 2 }, {}], required: ['a'] },
  notConst: { type: 'integer', minimum: 1, maximum: 3, not: { const: 2 } },
  notEnum: { type: 'boolean', not: { enum: [true] } },
  notDeep: { type: 'array', items: { const: 1 }, maxItems: 2, not: { const: [1] } },
}
