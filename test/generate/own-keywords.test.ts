// Tests custom keywords and formats in every part of the generator.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, type Json } from '../../src/base/json.ts'
import { boundary, explain, type GenerateOptions, valid, violations } from '../../src/generate/index.ts'

const isPalindrome = (text: string): boolean => [...text].reverse().join('') === text

const options: GenerateOptions = {
  strict: true,
  keywords: {
    palindrome: {
      type: 'string',
      accepts: (value, given) => given !== true || isPalindrome(value as string),
      values: () => fc.string().map((half) => half + [...half].reverse().join('')),
    },
    even: { type: 'integer', accepts: (value) => Number(value) % 2 === 0 },
    sorted: {
      type: 'array',
      accepts: (value) => {
        const numbers = value as readonly number[]
        return numbers.every((each, index) => index === 0 || (numbers[index - 1] ?? each) <= each)
      },
    },
  },
  formats: {
    sku: /^[A-Z]{3}-\d{4}$/,
    'check-digit': {
      accepts: (text) => /^\d{3}$/.test(text) && (Number(text[0]) + Number(text[1])) % 10 === Number(text[2]),
      values: fc.tuple(fc.nat(9), fc.nat(9)).map(([one, other]) => `${one}${other}${(one + other) % 10}`),
    },
  },
}

const schema = {
  type: 'object',
  required: ['word', 'count', 'list', 'article', 'code'],
  additionalProperties: false,
  properties: {
    word: { type: 'string', palindrome: true, minLength: 2, maxLength: 20 },
    count: { type: 'integer', even: true, minimum: 3, maximum: 9 },
    list: { type: 'array', sorted: true, items: { type: 'integer' }, maxItems: 3 },
    article: { type: 'string', format: 'sku' },
    code: { type: 'string', format: 'check-digit' },
  },
}

const judged: Readonly<Record<string, (value: Json) => boolean>> = {
  '/word': (value) => isPalindrome(value as string),
  '/count': (value) => Number(value) % 2 === 0,
  '/list': (value) =>
    JSON.stringify(value) === JSON.stringify([...(value as number[])].sort((a, b) => a - b)),
  '/article': (value) => /^[A-Z]{3}-\d{4}$/.test(value as string),
  '/code': (value) =>
    options.formats?.['check-digit'] !== undefined && /^(\d)(\d)(\d)$/.test(value as string),
}

const holds = (value: Json, pointer: string): boolean =>
  judged[pointer]?.(at(value, pointer) ?? null) ?? false

test('every sample satisfies the custom keywords', () => {
  for (const value of fc.sample(valid(schema, options), { numRuns: 200, seed: 1 }))
    expect(Object.keys(judged).filter((pointer) => !holds(value, pointer))).toEqual([])
})

test.each([
  ['/word', 'palindrome'],
  ['/count', 'even'],
  ['/list', 'sorted'],
  ['/article', 'format'],
])('%s: a violation of %s breaks it and nothing else', (pointer, keyword) => {
  const found = violations(schema, options).find(
    (each) => each.pointer === pointer && each.keyword === keyword,
  )
  if (found === undefined) throw new Error(`There is no violation of ${keyword}.`)
  for (const value of fc.sample(found.arbitrary, { numRuns: 50, seed: 1 }))
    expect(Object.keys(judged).filter((each) => !holds(value, each))).toEqual([pointer])
})

test('boundaries are on both sides of the custom keywords', () => {
  const sides = boundary(schema, options).filter(({ keyword }) => keyword === 'even')
  expect(sides.map(({ side, valid: verdict, value }) => [side, verdict, holds(value, '/count')])).toEqual([
    ['inside', true, true],
    ['outside', false, false],
  ])
})

test('a shrunk value still satisfies the custom keywords', () => {
  const smallest = (property: string, fails: (value: Json) => boolean): Json => {
    const details = fc.check(
      fc.property(valid(schema, options), (value) => !fails(at(value, property) ?? null)),
      { seed: 1, numRuns: 1000 },
    )
    return at(details.counterexample?.[0] ?? null, property) ?? null
  }
  expect(smallest('/word', (value) => (value as string).length > 3)).toBe('aaaa')
  expect(smallest('/count', (value) => Number(value) > 4)).toBe(6)
  expect(smallest('/list', (value) => (value as Json[]).length === 2)).toEqual([0, 0])
  expect(smallest('/article', () => true)).toBe('AAA-0000')
})

test('explain lists the custom keywords, but not as annotations', () => {
  const { constraints, annotations } = explain(schema, options)
  expect(annotations).toEqual([])
  const own = constraints.filter(({ keyword }) =>
    ['palindrome', 'even', 'sorted', 'format'].includes(keyword),
  )
  expect(own.map(({ pointer, why }) => [pointer, why])).toEqual(
    Object.keys(judged).map((pointer) => [pointer, null]),
  )
})

test('custom keywords apply in `not`, in alternatives and to names', () => {
  const odd = fc.sample(valid({ type: 'integer', not: { even: true } }, options), { numRuns: 50, seed: 1 })
  for (const value of odd) expect(Math.abs(Number(value) % 2)).toBe(1)
  const either = {
    oneOf: [
      { even: true, type: 'integer' },
      { type: 'integer', multipleOf: 3 },
    ],
  }
  for (const value of fc.sample(valid(either, options), { numRuns: 50, seed: 1 }))
    expect((Number(value) % 2 === 0) !== (Number(value) % 3 === 0)).toBe(true)
  const named = { type: 'object', propertyNames: { format: 'check-digit' }, minProperties: 2 }
  for (const value of fc.sample(valid(named, options), { numRuns: 20, seed: 1 }))
    expect(Object.keys(value as object).every((name) => /^\d{3}$/.test(name))).toBe(true)
})
