// Tests which branches, values, members and sizes a hundred samples cover.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from '../../bench/spread.ts'
import { explain, type FromSchema, GenerateError, valid, type Weight } from '../../src/generate/index.ts'
import { hostileTexts } from '../../src/generate/leaf/hostile.ts'
import { collection } from './collection.ts'

const schema = {
  type: 'object',
  required: ['kind', 'level'],
  properties: {
    kind: { enum: ['a', 'b', 'c', 'd', 'e'] },
    level: { type: 'integer', minimum: 1, maximum: 100 },
    list: { type: 'array', items: { type: 'boolean' }, maxItems: 3 },
    choice: {
      oneOf: [
        { type: 'string' },
        { type: 'null' },
        { type: 'object', required: ['deep'], properties: { deep: { type: 'integer' } } },
      ],
    },
    flag: { type: 'boolean' },
    name: { type: 'string', minLength: 1, maxLength: 5 },
  },
  additionalProperties: false,
}

test('a hundred samples reach every case of the schema', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const met = new Set<string>()
    for (const value of fc.sample(valid(schema), { numRuns: 100, seed }) as Record<string, unknown>[]) {
      for (const name of Object.keys(schema.properties))
        met.add(`${name} ${name in value ? 'present' : 'absent'}`)
      met.add(`kind ${value.kind}`)
      if ('flag' in value) met.add(`flag ${value.flag}`)
      if (Array.isArray(value.list)) met.add(`list of ${value.list.length}`)
      if ('choice' in value) met.add(`choice ${value.choice === null ? 'null' : typeof value.choice}`)
      met.add(Number(value.level) <= 3 || Number(value.level) >= 98 ? 'level near a bound' : 'level between')
      met.add(Object.keys(value).length === 2 ? 'none optional' : '')
      met.add(Object.keys(value).length === 6 ? 'all optional' : '')
    }
    const wanted = [
      ...['kind', 'level', 'list', 'choice', 'flag', 'name'].map((name) => `${name} present`),
      ...['list', 'choice', 'flag', 'name'].map((name) => `${name} absent`),
      ...schema.properties.kind.enum.map((each) => `kind ${each}`),
      ...[
        'flag true',
        'flag false',
        'list of 0',
        'list of 3',
        'choice null',
        'choice string',
        'choice object',
      ],
      ...['level near a bound', 'level between', 'none optional', 'all optional'],
    ]
    expect(
      wanted.filter((each) => !met.has(each)),
      `seed ${seed}`,
    ).toEqual([])
  }
})

test('the shares set how often values are on bounds, and how often they are hostile', () => {
  const sized = {
    type: 'object',
    required: ['text', 'list', 'level'],
    properties: {
      text: { type: 'string', minLength: 3, maxLength: 12 },
      list: { type: 'array', items: { type: 'null' }, maxItems: 6 },
      level: { type: 'integer', minimum: 10, maximum: 1000 },
    },
  } as const
  const share = (weight: Weight, of: (value: FromSchema<typeof sized>) => boolean): number =>
    fc.sample(valid(sized, { weight }), { numRuns: 1000, seed: 1 }).filter(of).length / 1000
  const onBounds = ({ text, list, level }: FromSchema<typeof sized>): boolean =>
    [3, 12].includes([...text].length) && [0, 6].includes(list.length) && (level < 12 || level > 998)
  const between = ({ text, list, level }: FromSchema<typeof sized>): boolean =>
    ![3, 12].includes([...text].length) && ![0, 6].includes(list.length) && level > 11 && level < 999
  const odd = ({ text }: FromSchema<typeof sized>): boolean => hostileTexts.includes(text)
  expect(share({ boundary: 1 }, onBounds)).toBe(1)
  expect(share({ plain: 1 }, between)).toBeGreaterThan(0.9)
  expect(share({ hostile: 1 }, odd)).toBe(1)
  expect(share({ plain: 1, hostile: 1 }, odd)).toBeCloseTo(0.5, 1)
  expect(share({ plain: 1 }, odd)).toBe(0)
  expect(() => valid(sized, { weight: {} })).toThrow(GenerateError)
  expect(() => valid(sized, { weight: { plain: -1 } })).toThrow(GenerateError)
})

test('the picture in the docs is current', () => {
  expect(readFileSync('docs/spread.svg', 'utf8')).toBe(spread())
})

test('reaches both sides of every keyword, or gives the reason why it cannot', () => {
  const { satisfiable, constraints } = explain(schema)
  expect(satisfiable).toBe(true)
  expect(constraints.filter(({ why }) => why !== null)).toEqual([])
  const [idle] = explain({ type: 'string', minLength: 0 }).constraints.filter(
    ({ keyword }) => keyword === 'minLength',
  )
  expect(idle).toMatchObject({ satisfied: true, violated: false, why: 'this keyword refuses no value' })
})

test('the same seed gives the same values on every machine', () => {
  const seeds = Array.from({ length: 50 }, (_, index) => index + 1)
  const stream = collection['realistic: stream'] ?? true
  const drawn = seeds.map((seed) => fc.sample(valid(stream), { numRuns: 3, seed }))
  const again = seeds.map((seed) => fc.sample(valid(stream), { numRuns: 3, seed }))
  expect(again).toEqual(drawn)
  expect(createHash('sha256').update(JSON.stringify(drawn)).digest('hex')).toMatchSnapshot()
})

test('numbers near zero are never denormal, because some parsers refuse denormal numbers', () => {
  const draws = [1, 2, 3].flatMap((seed) =>
    fc.sample(valid({ type: 'number', exclusiveMinimum: 0 }), { numRuns: 3_000, seed }),
  ) as number[]
  expect(draws.filter((value) => value < 2 ** -1022)).toEqual([])
  expect(fc.sample(valid({ type: 'number', exclusiveMinimum: 0, maximum: 1e-310 }), 3)).toHaveLength(3)
})
