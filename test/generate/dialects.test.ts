// Tests older drafts of JSON Schema and the dialects of OpenAPI.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { explain, GenerateError, type GenerateOptions, valid, violations } from '../../src/generate/index.ts'

const draw = (schema: object, options: GenerateOptions = {}): Json[] =>
  fc.sample(valid(schema, options), { numRuns: 200, seed: 1 })

test('draft 7: items as a list, additionalItems, dependencies', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: ['array', 'object'],
    items: [{ const: 'first' }, { type: 'integer' }],
    additionalItems: false,
    dependencies: { a: ['b'], c: { required: ['d'] } },
  }
  for (const value of draw(schema)) {
    if (Array.isArray(value)) {
      expect(value.length).toBeLessThanOrEqual(2)
      if (value.length > 0) expect(value[0]).toBe('first')
    } else {
      const names = Object.keys(value as object)
      if (names.includes('a')) expect(names).toContain('b')
      if (names.includes('c')) expect(names).toContain('d')
    }
  }
  const keywords = violations(schema).map(({ keyword }) => keyword)
  expect(keywords).toEqual(expect.arrayContaining(['additionalItems', 'dependencies', 'const']))
  expect(keywords).not.toContain('prefixItems')
})

test('draft 4: exclusive bounds are flags, `id` is the URI, `const` has no effect', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: 'https://here.test/root',
    type: 'integer',
    minimum: 3,
    exclusiveMinimum: true,
    maximum: 5,
    const: 99,
  }
  expect(new Set(draw(schema))).toEqual(new Set([4, 5]))
  expect(violations(schema).map(({ keyword }) => keyword)).toContain('minimum')
})

test('2019-09: $recursiveRef leads to the outermost resource that is recursive', () => {
  const tree = {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: 'https://here.test/tree',
    $recursiveAnchor: true,
    type: 'object',
    properties: { next: { $recursiveRef: '#' } },
  }
  const strict = {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: 'https://here.test/strict',
    $recursiveAnchor: true,
    $ref: 'tree',
    required: ['size'],
  }
  const check = (value: Json): void => {
    const node = value as { size?: Json; next?: Json }
    expect(node).toHaveProperty('size')
    if (node.next !== undefined) check(node.next)
  }
  draw(strict, { schemas: [tree] }).forEach(check)
})

test('OpenAPI 3.0: nullable, flags for exclusive bounds, nothing beside $ref', () => {
  const schema = { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true, maximum: 2 }
  expect(new Set(draw(schema, { dialect: 'openapi-3.0' }))).toEqual(new Set([null, 1, 2]))
})

test('an unknown keyword is an annotation, which `explain` lists', () => {
  const schema = { type: 'string', minLenght: 3, 'x-clauses': {} }
  expect(explain(schema).annotations.map(({ keyword }) => keyword)).toEqual(['minLenght', 'x-clauses'])
})

test('references to other documents work only if the caller supplies the documents', () => {
  const schema = { $ref: 'https://elsewhere.test/leaf#/$defs/a' }
  expect(() => valid(schema)).toThrow(GenerateError)
  const resolve = (uri: string): object | undefined =>
    uri === 'https://elsewhere.test/leaf' ? { $defs: { a: { const: 7 } } } : undefined
  expect(draw(schema, { resolve })[0]).toBe(7)
})

test('a schema of one draft may refer to one of another', () => {
  const old = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://here.test/old',
    type: 'array',
    minItems: 1,
    items: [{ const: 'old' }],
  }
  for (const value of draw({ $ref: 'https://here.test/old' }, { schemas: [old] }))
    expect(value).toHaveProperty('0', 'old')
})

test.each(['base64', 'base64url', 'base32', 'base16', 'quoted-printable', undefined])(
  '`contentSchema` draws the content of a string, encoded by %s, and shrinks with it',
  (contentEncoding) => {
    const held = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 3 } } }
    const schema = {
      type: 'string',
      ...(contentEncoding === undefined ? {} : { contentEncoding }),
      contentMediaType: 'application/json',
      contentSchema: held,
    }
    const within = (text: Json): { id: number } =>
      JSON.parse(decodedBy[contentEncoding ?? 'none']?.(text as string) ?? '') as { id: number }
    for (const value of draw(schema)) expect(within(value).id).toBeGreaterThanOrEqual(3)
    const { counterexample } = fc.check(
      fc.property(valid(schema), (value) => within(value).id < 5),
      { seed: 1 },
    )
    expect(within(counterexample?.[0] ?? '')).toEqual({ id: 5 })
  },
)

// This table contains decoders for base32 and quoted-printable, because Node.js has none.
const decodedBy: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  base64: (text) => Buffer.from(text, 'base64').toString(),
  base64url: (text) => Buffer.from(text, 'base64url').toString(),
  base16: (text) => Buffer.from(text, 'hex').toString(),
  base32: (text) => {
    const bits = [...text.replace(/=+$/, '')].map((each) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
    )
    const bytes = bits.join('').match(/.{8}/g) ?? []
    return Buffer.from(bytes.map((each) => Number.parseInt(each, 2))).toString()
  },
  'quoted-printable': (text) =>
    Buffer.from(
      text
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString(),
}

test('never asserts the content of a string', () => {
  const schema = {
    type: 'string',
    contentEncoding: 'base64',
    contentMediaType: 'application/json',
    pattern: '^!',
  }
  for (const value of draw(schema)) expect(value).toMatch(/^!/)
  expect(violations(schema).map(({ keyword }) => keyword)).toEqual(['type', 'pattern'])
  expect(explain(schema).annotations).toEqual([])
})

test('OpenAPI 3.1: keywords next to `$ref` count, `nullable` has no effect, and its own keywords are annotations', () => {
  const schema = {
    $ref: '#/$defs/name',
    maxLength: 3,
    nullable: true,
    discriminator: { propertyName: 'kind' },
    example: 'abc',
    xml: { name: 'n' },
    externalDocs: { url: 'https://here.test/' },
    $defs: { name: { type: ['string', 'null'], minLength: 2, contentEncoding: 'base16' } },
  }
  const options = { dialect: 'openapi-3.1' } as const
  const values = draw(schema, options)
  expect(values).toContain(null)
  for (const value of values) if (value !== null) expect(value).toMatch(/^[0-9A-F]{2}$/)
  expect(explain(schema, options).annotations.map(({ keyword }) => keyword)).toEqual([
    'nullable',
    'discriminator',
    'example',
    'xml',
    'externalDocs',
  ])
  const byName = { ...schema, $schema: 'https://spec.openapis.org/oas/3.1/dialect/base' }
  expect(draw(byName)).toEqual(values)
})

test('OpenAPI 3.1: components refer to each other within the document', () => {
  const document = {
    openapi: '3.1.0',
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['kind', 'owner'],
          properties: { kind: { const: 'cat' }, owner: { $ref: '#/components/schemas/Owner' } },
          unevaluatedProperties: false,
        },
        Owner: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
      },
    },
  }
  const schema = { $ref: 'https://api.test/openapi.json#/components/schemas/Pet' }
  const resolve = (uri: string): object | undefined =>
    uri === 'https://api.test/openapi.json' ? document : undefined
  for (const value of draw(schema, { resolve, dialect: 'openapi-3.1' })) {
    expect(Object.keys(value as object).sort()).toEqual(['kind', 'owner'])
    expect(value).toHaveProperty('owner.name')
  }
})
