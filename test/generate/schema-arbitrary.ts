// Generates small random schemas with all keywords. Some of the schemas contradict themselves.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import fc from 'fast-check'

const names = fc.constantFrom('a', 'b', 'ab', 'x-1')
const patterns = fc.constantFrom('^a', 'b$', '^[ab]{1,3}$', '\\d', '^x-')
const small = fc.integer({ min: 0, max: 4 })
const value = fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, 'a', 'ab', '', [], [1], {}, { a: 1 })
const kind = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  type: fc.oneof(kind, fc.uniqueArray(kind, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(value, {
    minLength: 1,
    maxLength: 4,
    comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  }),
  const: value,
  minLength: small,
  maxLength: small,
  pattern: patterns,
  format: fc.constantFrom('date', 'uuid', 'ipv4', 'email'),
  minimum: fc.integer({ min: -3, max: 3 }),
  maximum: fc.integer({ min: -1, max: 6 }),
  exclusiveMinimum: fc.constantFrom(-1, 0, 0.5),
  exclusiveMaximum: fc.constantFrom(1, 2.5, 7),
  multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.1),
  minItems: small,
  maxItems: small,
  uniqueItems: fc.boolean(),
  minProperties: small,
  maxProperties: small,
  required: fc.uniqueArray(names, { maxLength: 2 }),
  dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
}

/** Generates schemas without the keywords `unevaluated…`, because Ajv judges them wrongly in some cases. */
export function schemas(depth: number): fc.Arbitrary<object | boolean> {
  const leaf = fc.record(scalars, { requiredKeys: [], noNullPrototype: true }).map((all) => sparse(all, 3))
  if (depth === 0) return fc.oneof({ weight: 1, arbitrary: fc.boolean() }, { weight: 8, arbitrary: leaf })
  const sub = schemas(depth - 1)
  const list = fc.array(sub, { minLength: 1, maxLength: 3 })
  const applicators: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: sub,
    if: sub,
    then: sub,
    else: sub,
    items: sub,
    prefixItems: list,
    contains: sub,
    properties: fc.dictionary(names, sub, { maxKeys: 2, noNullPrototype: true }),
    patternProperties: fc.dictionary(patterns, sub, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: sub,
    propertyNames: sub,
    dependentSchemas: fc.dictionary(names, sub, { maxKeys: 1, noNullPrototype: true }),
  }
  const both = fc.tuple(leaf, fc.record(applicators, { requiredKeys: [], noNullPrototype: true }))
  return fc.oneof(
    { weight: 1, arbitrary: leaf },
    { weight: 4, arbitrary: both.map(([own, applied]) => ({ ...own, ...sparse(applied, 2) })) },
  )
}

// Keeps only a few keywords, because most keywords contradict each other. A hash of the values chooses the
// kept ones.
function sparse(all: object, count: number): object {
  const entries = Object.entries(all)
  let hash = 0
  for (const character of JSON.stringify(all)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  const from = entries.length === 0 ? 0 : hash % entries.length
  return Object.fromEntries([...entries.slice(from), ...entries.slice(0, from)].slice(0, count))
}
