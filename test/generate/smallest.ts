// Properties with a known smallest counterexample.
import fc from 'fast-check'
import type { Json } from '../../src/base/json.ts'
import { valid, violations } from '../../src/generate/index.ts'

interface Falsifiable {
  readonly schema: object
  readonly holds: (value: never) => boolean
  /** The smallest counterexample. */
  readonly smallest: Json
  /** The violated keyword, if the generated values are violations. */
  readonly breaks?: string
}

const integers = { type: 'array', items: { type: 'integer' } }
const tree = {
  $ref: '#/$defs/tree',
  $defs: {
    tree: {
      type: 'object',
      required: ['children'],
      properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } }, label: { type: 'string' } },
      additionalProperties: false,
    },
  },
}
const depth = (node: { children: readonly never[] }): number => 1 + Math.max(0, ...node.children.map(depth))

export const falsifiable: Readonly<Record<string, Falsifiable>> = {
  'a list of three': { schema: integers, holds: (list: Json[]) => list.length < 3, smallest: [0, 0, 0] },
  'a list that is not its own reverse': {
    schema: integers,
    holds: (list: Json[]) => JSON.stringify(list) === JSON.stringify(list.toReversed()),
    smallest: [0, 1],
  },
  'a sum of a hundred': {
    schema: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 1000 } },
    holds: (list: number[]) => list.reduce((sum, each) => sum + each, 0) < 100,
    smallest: [100],
  },
  'an element twice': {
    schema: integers,
    holds: (list: Json[]) => new Set(list).size === list.length,
    smallest: [0, 0],
  },
  'three different elements': {
    schema: integers,
    holds: (list: Json[]) => new Set(list).size < 3,
    smallest: [0, 1, 2],
  },
  'an integer from 500': {
    schema: { type: 'integer', minimum: 0, maximum: 10_000 },
    holds: (value: number) => value < 500,
    smallest: 500,
  },
  'a negative integer': { schema: { type: 'integer' }, holds: (value: number) => value > -11, smallest: -11 },
  'a number beyond a half': {
    schema: { type: 'number' },
    holds: (value: number) => value <= 0.5,
    smallest: 1,
  },
  'a multiple of seven beyond a hundred': {
    schema: { type: 'integer', multipleOf: 7 },
    holds: (value: number) => value <= 100,
    smallest: 105,
  },
  'five characters': {
    schema: { type: 'string' },
    holds: (text: string) => text.length < 5,
    smallest: 'aaaaa',
  },
  'a capital': { schema: { type: 'string' }, holds: (text: string) => !/[A-Z]/.test(text), smallest: 'A' },
  'a z in a pattern': {
    schema: { type: 'string', pattern: '^[a-z]{2,8}$' },
    holds: (text: string) => !text.includes('z'),
    smallest: 'az',
  },
  'not the first of an enumeration': {
    schema: { enum: ['x', 'c', 'b', 'a'] },
    holds: (value: string) => value === 'x',
    smallest: 'c',
  },
  'any alternative': {
    schema: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] } },
    holds: (list: Json[]) => list.length < 2,
    smallest: ['', ''],
  },
  'one optional member': {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'integer' },
        c: { type: 'boolean' },
        d: { type: 'null' },
      },
      required: ['a'],
    },
    holds: (object: object) => !('b' in object),
    smallest: { a: '', b: 0 },
  },
  'one member greater than another': {
    schema: {
      type: 'object',
      required: ['low', 'high'],
      properties: { low: { type: 'integer', minimum: 0 }, high: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
    holds: ({ low, high }: { low: number; high: number }) => low <= high,
    smallest: { low: 1, high: 0 },
  },
  'a member of any name': {
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    holds: (object: object) => Object.keys(object).length < 2,
    smallest: { '': 0, a: 0 },
  },
  'a deep tree': {
    schema: tree,
    holds: (node: never) => depth(node) < 3,
    smallest: { children: [{ children: [{ children: [] }] }] },
  },
  'a list in a list': {
    schema: { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
    holds: (lists: boolean[][]) => !lists.some((list) => list.includes(true)),
    smallest: [[true]],
  },
  'texts of ten characters together': {
    schema: { type: 'array', items: { type: 'string', maxLength: 20 } },
    holds: (list: string[]) => list.join('').length < 10,
    smallest: ['aaaaaaaaaa'],
  },
  'a text too long': {
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', maxLength: 4 }, more: { type: 'integer' } },
    },
    holds: () => false,
    smallest: { name: 'aaaaa' },
    breaks: 'maxLength',
  },
  'a number too small among others': {
    schema: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 10 } },
    holds: (list: number[]) => list.length < 1,
    smallest: [0],
    breaks: 'minimum',
  },
}

export interface Course {
  readonly reached: Json | undefined
  /** The number of attempts after the first failure. */
  readonly tried: number
}

/** Shrinks the first failure of one seed. */
export function shrunk({ schema, holds, breaks }: Falsifiable, seed: number): Course {
  const arbitrary =
    breaks === undefined
      ? valid(schema)
      : violations(schema).find((each) => each.keyword === breaks)?.arbitrary
  if (arbitrary === undefined) return { reached: undefined, tried: 0 }
  let tried = 0
  let failed = false
  const details = fc.check(
    fc.property(arbitrary, (value) => {
      if (failed) tried++
      const held = (holds as (value: Json) => boolean)(value)
      failed ||= !held
      return held
    }),
    { seed, numRuns: 10_000 },
  )
  return { reached: details.counterexample?.[0], tried }
}
