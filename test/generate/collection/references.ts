// Schemas with references, also recursive ones.
import type { Schemas } from '../schemas.ts'

export const references: Schemas = {
  ref: { $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } },
  refSiblings: { $ref: '#/$defs/a', minimum: 5, $defs: { a: { type: 'integer', maximum: 9 } } },
  refEscaped: { $ref: '#/$defs/a~1b%25c', $defs: { 'a/b%c': { type: 'null' } } },
  refChain: {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/c' }, c: { const: 1 } },
  },
  refIntoProperties: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } },
    required: ['b'],
  },
  anchor: { $ref: '#here', $defs: { x: { $anchor: 'here', type: 'boolean' } } },
  identified: {
    $id: 'https://example.test/root.json',
    $ref: 'item',
    $defs: { x: { $id: 'item', type: 'integer' } },
  },
  relativeIds: {
    $id: 'https://example.test/a/root',
    properties: { p: { $ref: 'b/leaf#deep' } },
    required: ['p'],
    type: 'object',
    $defs: { leaf: { $id: 'b/leaf', $defs: { d: { $anchor: 'deep', const: 'deep' } } } },
  },
  urn: {
    $id: 'urn:example:root',
    type: 'object',
    properties: { a: { $ref: 'urn:example:leaf' } },
    required: ['a'],
    $defs: { l: { $id: 'urn:example:leaf', type: 'null' } },
  },
  list: {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { $ref: '#' } },
    required: ['value'],
    additionalProperties: false,
  },
  tree: {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['children'],
        additionalProperties: false,
      },
    },
  },
  deepTree: {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { l: { $ref: '#/$defs/node' }, r: { $ref: '#/$defs/node' }, v: { type: 'boolean' } },
        required: ['v'],
        additionalProperties: false,
      },
    },
  },
  mutual: {
    $ref: '#/$defs/a',
    $defs: {
      a: { type: 'object', properties: { b: { $ref: '#/$defs/b' } }, required: ['b'] },
      b: { type: 'array', items: { $ref: '#/$defs/a' } },
    },
  },
  expression: {
    $ref: '#/$defs/e',
    $defs: {
      e: {
        oneOf: [
          { type: 'integer' },
          {
            type: 'array',
            prefixItems: [{ enum: ['+', '*'] }, { $ref: '#/$defs/e' }, { $ref: '#/$defs/e' }],
            items: false,
            minItems: 3,
          },
        ],
      },
    },
  },
  recursiveNot: {
    $ref: '#/$defs/a',
    $defs: { a: { type: 'object', properties: { x: { not: { $ref: '#/$defs/a' } } }, required: ['x'] } },
  },
  json: {
    $ref: '#/$defs/json',
    $defs: {
      json: {
        type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
        items: { $ref: '#/$defs/json' },
        additionalProperties: { $ref: '#/$defs/json' },
      },
    },
  },
  metaSchema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },

  recursiveUnique: { type: 'array', uniqueItems: true, items: { $ref: '#' } },
}
