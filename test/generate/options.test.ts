// Tests the options and the errors of the generator.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '../../src/base/json.ts'
import { boundary, GenerateError, valid, violations } from '../../src/generate/index.ts'

const schema = {
  type: 'object',
  required: ['name', 'hooks'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20, 'x-clauses': { maxLength: 'name-length' } },
    hooks: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' } } },
    },
  },
}

test('applies an override by pointer, with `*` for any element', () => {
  const overrides = { '/name': fc.constant('fixed'), '/hooks/*/url': fc.constant('https://here.test/') }
  for (const value of fc.sample(valid(schema, { overrides }), 50)) {
    expect(at(value, '/name')).toBe('fixed')
    expect(at(value, '/hooks/0/url')).toBe('https://here.test/')
  }
})

test('applies an override by format', () => {
  const overrides = { uri: fc.constant('https://here.test/') }
  for (const value of fc.sample(valid(schema, { overrides }), 50)) {
    expect(at(value, '/hooks/0/url')).toBe('https://here.test/')
  }
})

test('an override that the schema never accepts is an error, not a loop', () => {
  expect(() => fc.sample(valid(schema, { overrides: { '/name': fc.constant('') } }), 1)).toThrow(
    GenerateError,
  )
})

test('excluded characters never occur', () => {
  const text = { type: 'object', additionalProperties: { type: 'string', minLength: 2 }, minProperties: 1 }
  for (const exclude of ['\u0000"<a', /[\p{C}<"a]/u]) {
    for (const value of fc.sample(valid(text, { exclude }), 100)) {
      for (const [name, member] of Object.entries(value as Record<string, string>)) {
        expect(name + member).not.toMatch(/["<a\0]/)
      }
    }
  }
})

test('a size limit applies unless the schema needs more', () => {
  const sized = { type: 'array', items: { type: 'string' } }
  for (const value of fc.sample(valid(sized, { sizeMax: 3 }), 100)) {
    expect((value as readonly string[]).length).toBeLessThanOrEqual(3)
    for (const text of value as readonly string[]) expect([...text].length).toBeLessThanOrEqual(3)
  }
})

test('hostile strings are among the valid values by default', () => {
  const texts = (hostile: boolean): Set<string> =>
    new Set(fc.sample(valid({ type: 'string' }, { hostile }), { numRuns: 3000, seed: 1 }) as string[])
  for (const text of ['', '\u0000', '__proto__', '<script>alert(1)</script>', '\u0301', 'line\r\nend']) {
    expect(texts(true)).toContain(text)
  }
  expect(texts(false)).not.toContain('__proto__')
})

test('with a base, every value is that base with one change', () => {
  const base = { name: 'n', hooks: [{ url: 'https://a.test/' }, { url: 'https://b.test/' }], more: [1] }
  const changes = (value: unknown): number => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 1
    const names = new Set([...Object.keys(base), ...Object.keys(value)])
    return [...names].filter(
      (name) => JSON.stringify(at(base, `/${name}`)) !== JSON.stringify(at(value as never, `/${name}`)),
    ).length
  }
  for (const { value } of boundary(schema, { base })) expect(changes(value)).toBeLessThanOrEqual(1)
  for (const { arbitrary } of violations(schema, { base })) {
    for (const value of fc.sample(arbitrary, { numRuns: 5, seed: 1 })) expect(changes(value)).toBe(1)
  }
})

test('a base that violates the schema is an error', () => {
  expect(() => boundary(schema, { base: {} })).toThrow(GenerateError)
})

test('violations and boundaries name the schema with the keyword', () => {
  const named = violations(schema).find((each) => each.pointer === '/name' && each.keyword === 'maxLength')
  expect(named?.schema).toBe(schema.properties.name)
  expect(named?.schemaPointer).toBe('/properties/name')
  const sides = boundary(schema).filter(
    (each) => each.schema === schema.properties.name && each.keyword === 'maxLength',
  )
  expect(sides.map((each) => [each.side, String(at(each.value, '/name')).length])).toEqual([
    ['at', 20],
    ['inside', 19],
    ['outside', 21],
    // This value contains only characters outside of the BMP, and each of them has a length of 2 in
    // JavaScript.
    ['at', 40],
  ])
})

test('an unknown keyword is an annotation; `strict` reports it with its location', () => {
  const misspelt = { properties: { a: { minLenght: 1 } } }
  expect(() => valid(misspelt)).not.toThrow()
  expect(() => valid(misspelt, { strict: true })).toThrow(/"minLenght".*"\/properties\/a\/minLenght"/)
  expect(() => valid(misspelt, { strict: true, annotations: ['minLenght'] })).not.toThrow()
  expect(() => valid({ 'openapi-note': 1 }, { strict: true, annotations: ['openapi-*'] })).not.toThrow()
})

test('reports an unknown type, and an invalid regular expression, with their location', () => {
  for (const [schema, told] of [
    [{ properties: { a: { type: 'strin' } } }, /Unknown type "strin": .*"\/properties\/a\/type"/],
    [{ items: { type: ['string', 'any'] } }, /Unknown type "any": .*"\/items\/type"/],
    [{ $defs: { a: { pattern: '(' } } }, /The pattern "\(" is not .*"\/\$defs\/a\/pattern"/],
    [{ patternProperties: { '[': {} } }, /The pattern "\[" is not .*"\/patternProperties"/],
    [{ pattern: 1 }, /A pattern must be a string.*"\/pattern"/],
  ] as const)
    expect(() => valid(schema)).toThrow(told)
  // This pattern is valid only without the flag `u`.
  expect(() => valid({ pattern: '\\-' })).not.toThrow()
})

test('a reference without a target is an error; further schemas are found by their $id', () => {
  const referring = { $ref: 'https://example.test/leaf' }
  expect(() => valid(referring)).toThrow(GenerateError)
  const leaf = { $id: 'https://example.test/leaf', const: 7 }
  expect(fc.sample(valid(referring, { schemas: [leaf] }), 3)).toEqual([7, 7, 7])
})

test('finds the location of an unsatisfiable part', () => {
  const deep = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'array', minItems: 1, items: { type: 'string', minLength: 2, maxLength: 1 } } },
  }
  expect(() => valid(deep)).toThrow(expect.objectContaining({ pointer: '/a/0' }))
})

test('a recursive schema stays small', () => {
  const tree = {
    $ref: '#/$defs/t',
    $defs: {
      t: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/t' }, b: { type: 'array', items: { $ref: '#/$defs/t' } } },
      },
    },
  }
  const sizes = fc.sample(valid(tree), { numRuns: 200, seed: 1 }).map((value) => JSON.stringify(value).length)
  expect(Math.max(...sizes)).toBeLessThan(20_000)
})

test('a valid text with more text around it breaks a pattern, and a length counts characters', () => {
  const schema = {
    type: 'object',
    required: ['code', 'name', 'free'],
    properties: {
      code: { type: 'string', pattern: '^[A-Z]{3}$' },
      name: { type: 'string', minLength: 3 },
      free: { type: 'string', pattern: 'x\\$' },
    },
  }
  const items = boundary(schema, { base: { code: 'ABC', name: 'abc', free: 'x$' } })
  const outside = (member: string): string[] =>
    items.flatMap(({ pointer, side, keyword, value }) =>
      pointer === `/${member}` && side === 'outside' && keyword !== 'type'
        ? [String(at(value, pointer))]
        : [],
    )
  expect(outside('code')).toEqual(['AAAa', 'AAAA', ''])
  expect(outside('name')).toEqual(['aa', '🙂🙂'])
  expect(outside('free')).toEqual([''])
  const classes = violations(schema).filter(
    ({ keyword, pointer }) => keyword === 'pattern' && pointer === '/code',
  )
  const drawn = classes.flatMap(({ arbitrary }) => fc.sample(arbitrary, { seed: 1, numRuns: 60 }))
  const texts = drawn.map((value) => String(at(value, '/code')))
  expect(texts.some((text) => /^[A-Z]{3}[!-~]+$/.test(text))).toBe(true)
  expect(texts.some((text) => /^[!-~]+[A-Z]{3}$/.test(text))).toBe(true)
})
