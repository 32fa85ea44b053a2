// Tests the types that are derived from schemas `as const`. The compiler judges them.
import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { type FromSchema, valid } from '../../src/generate/index.ts'

const order = {
  type: 'object',
  required: ['customer', 'lines', 'state'],
  additionalProperties: false,
  properties: {
    customer: { type: 'string' },
    state: { enum: ['open', 'done'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    payment: {
      oneOf: [
        { type: 'object', required: ['card'], properties: { card: { type: 'integer' } } },
        { const: 'cash' },
      ],
    },
  },
  $defs: {
    line: {
      type: 'object',
      required: ['article'],
      properties: { article: { type: 'string' }, of: { $ref: '#/$defs/line' } },
    },
  },
} as const

interface Line {
  readonly article: string
  readonly of?: Line
}

test('a schema gives its instances a type', () => {
  type Order = FromSchema<typeof order>
  expectTypeOf<Order['customer']>().toEqualTypeOf<string>()
  expectTypeOf<Order['state']>().toEqualTypeOf<'open' | 'done'>()
  expectTypeOf<Order['note']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Order['lines']>().toExtend<readonly Line[]>()
  expectTypeOf<Order['payment']>().toEqualTypeOf<{ readonly card: number } | 'cash' | undefined>()
  for (const { lines, state } of fc.sample(valid(order), { numRuns: 20, seed: 1 })) {
    expect(['open', 'done']).toContain(state)
    for (const { article } of lines) expect(article).toBeTypeOf('string')
  }
})

test('a schema that is written in place needs no `as const`', () => {
  expectTypeOf(valid({ type: 'array', items: { type: 'integer' } })).toEqualTypeOf<
    fc.Arbitrary<readonly number[]>
  >()
})

test('an unknown schema, and one that types cannot express, give any value', () => {
  const read: object = { type: 'string' }
  expectTypeOf(valid(read)).toEqualTypeOf<fc.Arbitrary<Json>>()
  expectTypeOf(valid({ minLength: 3 })).toEqualTypeOf<fc.Arbitrary<Json>>()
  expectTypeOf<FromSchema<false>>().toEqualTypeOf<never>()
})
