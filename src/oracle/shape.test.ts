// Tests the judgement of response shapes: clauses, messages and evidence.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json } from '../base/json.ts'
import { loadContract, type Schema } from '../contract/index.ts'
import type { Observation, Problem } from './judgement.ts'
import { shapeJudge } from './shape.ts'

const judge = (schema: Schema, body: Json): readonly Observation[] => shapeJudge(schema)(body)

/** Judges a body by a clause named `c`, which contains a single keyword. */
const problem = (keyword: string, schema: Schema, body: Json): Problem | null | undefined =>
  judge({ ...schema, 'x-clauses': { [keyword]: 'c' } }, body)[0]?.problem

const satisfied = (clause: string, ...pointers: string[]): Observation => ({
  clause,
  problem: null,
  pointers,
})

test('the schemas of the contract are valid schemas', () => {
  const ajv = new Ajv2020({ strict: false })
  for (const { name, response } of loadContract().operations.values())
    if (response !== null) expect(ajv.validateSchema(response), name).toBe(true)
})

describe('a problem contains a sentence, the expected and the received value', () => {
  test.each<[string, Schema, Json, Problem]>([
    [
      'type',
      { type: 'object' },
      'a',
      {
        says: 'The body is a string, not an object.',
        expected: 'the body is an object',
        received: '"a"',
      },
    ],
    [
      'type',
      { type: 'object' },
      null,
      {
        says: 'The body is null, not an object.',
        expected: 'the body is an object',
        received: 'null',
      },
    ],
    [
      'required',
      { required: ['id', 'name'] },
      { name: 1, further: 2 },
      {
        says: 'id is missing.',
        expected: 'the body has the member id',
        received: 'an object with name, further',
      },
    ],
    [
      'required',
      { required: ['id'] },
      {},
      {
        says: 'id is missing.',
        expected: 'the body has the member id',
        received: 'an object with no members',
      },
    ],
    [
      'additionalProperties',
      { properties: { id: true }, additionalProperties: false },
      { id: 1, secret: 2 },
      {
        says: 'The body has an unspecified member: secret.',
        expected: 'the body has no other members',
        received: 'the body has the member secret',
      },
    ],
    [
      'propertyNames',
      { propertyNames: { pattern: '^[^d]$' }, 'x-expected': { propertyNames: 'has no private member' } },
      { n: 1, d: 2 },
      {
        says: 'Not true: the body has no private member.',
        expected: 'the body has no private member',
        received: 'an object with n, d',
      },
    ],
    [
      'not',
      { not: { required: ['k'] }, 'x-expected': { not: 'has no symmetric member' } },
      { k: 1 },
      {
        says: 'Not true: the body has no symmetric member.',
        expected: 'the body has no symmetric member',
        received: 'an object with k',
      },
    ],
    [
      'not',
      { not: { type: 'string' }, 'x-expected': { type: 'is of another keyword' } },
      'k',
      {
        says: 'The body must NOT be valid.',
        expected: 'the body must NOT be valid',
        received: '"k"',
      },
    ],
    [
      'enum',
      { enum: ['enabled', 'disabled'] },
      'on',
      {
        says: 'The body is "on", not one of enabled, disabled.',
        expected: 'the body is one of enabled, disabled',
        received: '"on"',
      },
    ],
    [
      'const',
      { const: 'webhook' },
      'hook',
      {
        says: 'The body is "hook", not "webhook".',
        expected: 'the body is "webhook"',
        received: '"hook"',
      },
    ],
    [
      'maxLength',
      { maxLength: 2 },
      'abc',
      {
        says: 'The body has 3 characters instead of at most 2.',
        expected: 'the body has at most 2 characters',
        received: '3 characters: "abc"',
      },
    ],
    [
      'format',
      { format: 'date-time' },
      'now',
      {
        says: 'The body is "now", which is not a date-time.',
        expected: 'the body is a date-time',
        received: '"now"',
      },
    ],
  ])('%s %#', (keyword, schema, body, expected) => {
    expect(problem(keyword, schema, body)).toEqual({ ...expected, pointers: [expect.any(String)] })
  })

  test('the location is written as a path of members', () => {
    const schema = { properties: { a: { items: { type: 'string', 'x-clauses': { type: 'c' } } } } }
    expect(judge(schema, { a: ['x', 7] })).toEqual([
      {
        clause: 'c',
        problem: {
          says: 'a[1] is a number, not a string.',
          expected: 'a[1] is a string',
          received: 'a[1] 7',
          pointers: ['/a/*'],
        },
      },
    ])
  })

  test.each<[string, Schema, Json, string]>([
    ['required', { required: ['a/b'] }, {}, '/a~1b'],
    ['additionalProperties', { additionalProperties: false }, { c: 1 }, '/c'],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1, cd: 1 }, '/cd'],
    ['type', { type: 'object' }, 'a', ''],
  ])('a problem contains the pointer of the wrong member: %s', (keyword, schema, body, pointer) => {
    expect(problem(keyword, schema, body)?.pointers).toEqual([pointer])
  })

  test('long values are shortened', () => {
    const shown = (length: number): string | undefined =>
      problem('type', { type: 'object' }, 'x'.repeat(length))?.received
    expect(shown(198)).toBe(`"${'x'.repeat(198)}"`)
    expect(shown(199)).toBe(`"${'x'.repeat(199)}… (1 more)`)
  })
})

describe('a clause', () => {
  test('fails once, by its first problem', () => {
    const schema = { items: { type: 'string', 'x-clauses': { type: 'c' } } }
    expect(judge(schema, ['a', 1, 2])).toEqual([
      {
        clause: 'c',
        problem: {
          says: '[1] is a number, not a string.',
          expected: '[1] is a string',
          received: '[1] 1',
          pointers: ['/*'],
        },
      },
    ])
  })

  test('fails only for its own keyword', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 26, 'x-clauses': { type: 'id', minLength: 'id' } },
        name: { type: 'string', maxLength: 2, 'x-clauses': { type: 'name-type', maxLength: 'name-length' } },
      },
      required: ['id'],
      'x-clauses': { required: 'members' },
    }
    expect(judge(schema, { id: 'short', name: 'abc' })).toEqual([
      satisfied('members', ''),
      {
        clause: 'id',
        problem: {
          says: 'id has 5 characters instead of at least 26.',
          expected: 'id has at least 26 characters',
          received: '5 characters: "short"',
          pointers: ['/id'],
        },
      },
      satisfied('name-type', '/name'),
      {
        clause: 'name-length',
        problem: {
          says: 'name has 3 characters instead of at most 2.',
          expected: 'name has at most 2 characters',
          received: '3 characters: "abc"',
          pointers: ['/name'],
        },
      },
    ])
  })

  test('that no keyword names does not fail', () => {
    expect(judge({ type: 'string', maxLength: 1, 'x-clauses': { type: 'c' } }, 'abc')).toEqual([
      satisfied('c', ''),
    ])
    expect(judge({ type: 'string' }, 7)).toEqual([])
  })

  test('of a subschema that is not visited may fail, and is never satisfied', () => {
    const schema = { dependentSchemas: { a: { maxProperties: 1, 'x-clauses': { maxProperties: 'c' } } } }
    expect(judge(schema, { a: 1, b: 1 })).toMatchObject([{ clause: 'c', problem: { pointers: [''] } }])
    expect(judge(schema, { a: 1 })).toEqual([])
  })

  test('of the names and values of a map may fail, and is satisfied if the map is not empty', () => {
    const names = { propertyNames: { maxLength: 1, 'x-clauses': { maxLength: 'c' } } }
    expect(judge(names, { ab: 1 })).toEqual([
      {
        clause: 'c',
        problem: {
          says: 'The name ab has 2 characters instead of at most 1.',
          expected: 'the name ab has at most 1 character',
          received: '2 characters: "ab"',
          pointers: ['/ab'],
        },
      },
    ])
    expect(judge(names, { a: 1 })).toEqual([satisfied('c', '')])
    const integer = { type: 'integer', 'x-clauses': { type: 'c' } }
    const some = { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: integer }
    expect(judge(some, { a: 'a', 'x-b': 'b' })).toEqual([])
    expect(judge(some, { a: 'a', b: 1 })).toEqual([satisfied('c', '/b')])
    expect(judge(some, { b: 'b' })).toMatchObject([{ clause: 'c', problem: { pointers: ['/b'] } }])
    expect(judge({ patternProperties: { '^b': integer } }, { a: 'a', b: 1 })).toEqual([satisfied('c', '/b')])
    const pair = { prefixItems: [{}, integer], items: {} }
    expect(judge(pair, ['a', 1, 'b'])).toEqual([satisfied('c', '/*')])
    expect(judge(pair, ['a'])).toEqual([])
  })

  test('a judge remembers nothing of earlier bodies', () => {
    const judgeBody = shapeJudge({ type: 'string', 'x-clauses': { type: 'c' } })
    expect(judgeBody(7)[0]?.problem).not.toBeNull()
    expect(judgeBody('a')).toEqual([satisfied('c', '')])
    expect(judgeBody(8)[0]?.problem?.received).toBe('8')
  })
})

describe('a keyword is evidence only if it applies to the body', () => {
  const keywords = (schema: Schema, body: Json): readonly string[] =>
    judge(
      {
        ...schema,
        'x-clauses': Object.fromEntries(Object.keys(schema).map((keyword) => [keyword, keyword])),
      },
      body,
    ).map(({ clause }) => clause)

  test.each<[string, Schema, Json, Json]>([
    ['text has a length', { minLength: 1, maxLength: 9, pattern: '.', format: 'hostname' }, 'a', 7],
    ['an array has elements', { minItems: 1, maxItems: 9, uniqueItems: true }, ['a'], { length: 1 }],
    ['an object has members', { required: ['a'], additionalProperties: true }, { a: 1 }, ['a']],
    ['an object with members has names', { propertyNames: true }, { a: 1 }, {}],
  ])('%s', (_name, schema, occasion, none) => {
    expect(keywords(schema, occasion)).toEqual(Object.keys(schema))
    expect(keywords(schema, none)).toEqual([])
  })

  test('an empty object is no evidence for required members or names', () => {
    expect(keywords({ required: [], additionalProperties: false }, {})).toEqual([
      'required',
      'additionalProperties',
    ])
    expect(keywords({ propertyNames: true }, 'a')).toEqual([])
  })

  test('`type` and `enum` apply to any value', () => {
    const schema = { type: ['string', 'null'], enum: ['a', null], not: { const: 'b' } }
    expect(keywords(schema, 'a')).toEqual(['type', 'enum', 'not'])
    expect(keywords(schema, null)).toEqual(['type', 'enum', 'not'])
  })
})

describe('evidence names the locations to which the keyword applied', () => {
  const text = { type: 'string', 'x-clauses': { type: 'c' } }

  test('present members, with any value', () => {
    const schema = { properties: { a: text, b: text, n: { 'x-clauses': { type: 'n' }, type: 'null' } } }
    expect(judge(schema, { a: 'x', b: 'y', n: null })).toEqual([
      satisfied('c', '/a', '/b'),
      satisfied('n', '/n'),
    ])
    expect(judge(schema, { b: 'y', further: 1 })).toEqual([satisfied('c', '/b')])
    expect(judge(schema, {})).toEqual([])
    expect(judge(schema, 'text')).toEqual([])
    expect(judge(schema, null)).toEqual([])
  })

  test('inherited members count as missing', () => {
    expect(judge({ properties: { toString: text, constructor: text } }, {})).toEqual([])
  })

  test('elements, as one location; an empty array has none', () => {
    expect(judge({ items: text }, ['x', 'y'])).toEqual([satisfied('c', '/*')])
    expect(
      judge({ properties: { a: { items: { properties: { b: text } } } } }, { a: [{ b: 'x' }, {}] }),
    ).toEqual([satisfied('c', '/a/*/b')])
    expect(judge({ items: text }, [])).toEqual([])
    expect(judge({ items: text }, 'text')).toEqual([])
    expect(judge({ items: text, properties: { 0: text } }, { 0: 'x' })).toEqual([satisfied('c', '/0')])
  })

  test('branches of allOf, at the same location', () => {
    const branch = { required: ['a'], 'x-clauses': { required: 'r' } }
    expect(judge({ allOf: [branch, { properties: { a: text } }] }, { a: 'x' })).toEqual([
      satisfied('r', ''),
      satisfied('c', '/a'),
    ])
  })

  test('names are escaped as pointers are', () => {
    expect(
      judge(
        { properties: { 'x5t#S256': text, 'a/b~c': text, 'd~/~/': text } },
        {
          'x5t#S256': 'x',
          'a/b~c': 'x',
          'd~/~/': 'x',
        },
      ),
    ).toEqual([satisfied('c', '/x5t#S256', '/a~1b~0c', '/d~0~1~0~1')])
  })

  test('schemas of true and false carry no clause', () => {
    expect(judge({ properties: { a: true, b: false }, items: true }, { a: 1 })).toEqual([])
    expect(judge({ items: true }, ['a'])).toEqual([])
  })
})

describe('a missing required member removes the evidence for its clause', () => {
  const text = { type: 'string', 'x-clauses': { type: 'c' } }
  const pair = { properties: { a: text, b: text, further: text }, required: ['a', 'b'] }
  const places = (schema: Schema, body: Json) => judge(schema, body).map(({ pointers }) => pointers)

  test('and no other clause', () => {
    const schema = { ...pair, 'x-clauses': { required: 'members' } }
    expect(judge(schema, { a: 'x', b: 'y' })).toEqual([satisfied('members', ''), satisfied('c', '/a', '/b')])
    expect(judge(schema, { a: 'x', further: 'z' })).toEqual([
      {
        clause: 'members',
        problem: {
          says: 'b is missing.',
          expected: 'the body has the member b',
          received: 'an object with a, further',
          pointers: ['/b'],
        },
      },
    ])
  })

  test('wherever it is missing', () => {
    expect(places({ properties: { inner: pair } }, { inner: { a: 'x', b: 'y' } })).toEqual([
      ['/inner/a', '/inner/b'],
    ])
    expect(places({ properties: { inner: pair } }, { inner: { a: 'x' } })).toEqual([])
    expect(places({ items: pair }, [{ a: 'x', b: 'y' }])).toEqual([['/*/a', '/*/b']])
    expect(places({ items: pair }, [{ a: 'x', b: 'y' }, { b: 'y' }])).toEqual([])
  })

  test('at any depth below it', () => {
    const schema = {
      properties: { a: text, list: { items: { properties: { b: text } } } },
      required: ['list'],
    }
    expect(places(schema, { a: 'x', list: [] })).toEqual([['/a']])
    expect(places(schema, { a: 'x' })).toEqual([])
  })

  test('but not for an optional member, or in a schema without `required`', () => {
    expect(places({ properties: pair.properties }, { a: 'x' })).toEqual([['/a']])
    expect(places({ properties: { a: text, 'Stryker was here': text } }, { a: 'x' })).toEqual([['/a']])
    expect(places({ ...pair, required: ['a', 'unknown'] }, { a: 'x' })).toEqual([['/a']])
    expect(judge({ ...text, ...pair }, 'x')).toEqual([satisfied('c', '')])
  })
})
