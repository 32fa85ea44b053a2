// Tests the built-in rules of the generator with collected and with arbitrary schemas. Ajv judges the values.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { boundary, GenerateError, valid, violation, violations } from '../../src/generate/index.ts'
import { unsatisfiable } from './collection/unsatisfiable.ts'
import { collection } from './collection.ts'
import { blames, judge } from './oracle.ts'
import { schemas } from './schema-arbitrary.ts'

const seed = 20_260_101
// For these large schemas, only the test of valid values runs.
const large = new Set(['references: metaSchema'])
const some = Object.entries(collection).filter(([name]) => !large.has(name))

test.each(Object.entries(collection))('valid values are valid: %s', (_, schema) => {
  const errors = judge(schema)
  for (const value of fc.sample(valid(schema), { numRuns: 25, seed })) expect(errors(value)).toEqual([])
})

test.each(some)('a violation violates its keyword: %s', (_, schema) => {
  const errors = judge(schema)
  for (const { arbitrary, ...label } of violations(schema)) {
    for (const value of fc.sample(arbitrary, { numRuns: 3, seed })) {
      expect(blames(errors(value), label), JSON.stringify({ label, value })).toBe(true)
    }
  }
})

// Skips schemas with long URIs, because each of these schemas takes a second.
test.each(some.filter(([name]) => !name.includes('longUri')))(
  'boundaries are on the named side: %s',
  (_, schema) => {
    const errors = judge(schema)
    for (const item of boundary(schema)) {
      const found = errors(item.value)
      expect(found.length === 0, JSON.stringify(item)).toBe(item.valid)
      if (!item.valid) expect(blames(found, item), JSON.stringify(item)).toBe(true)
    }
  },
)

test.each(Object.entries(unsatisfiable))('an unsatisfiable schema is an error: %s', (_, schema) => {
  expect(() => valid(schema)).toThrow(GenerateError)
})

test.each(some.filter((_, index) => index % 8 === 0))(
  'the same seed gives the same value: %s',
  (_, schema) => {
    const draw = (): string[] =>
      fc.sample(valid(schema), { numRuns: 10, seed }).map((value) => JSON.stringify(value))
    expect(draw()).toEqual(draw())
    expect(boundary(schema)).toEqual(boundary(schema))
  },
)

describe('a shrunk value keeps its class', () => {
  // Returns the values of all shrinking steps. fast-check calls the property with each of these values.
  const tried = <T>(arbitrary: fc.Arbitrary<T>): T[] => {
    const seen: T[] = []
    const remember = (value: T): boolean => {
      seen.push(value)
      return seen.length % 3 === 0 || seen.length > 150
    }
    fc.check(fc.property(arbitrary, remember), { seed, numRuns: 3 })
    return seen
  }

  test.each(some.filter((_, index) => index % 3 === 0))('valid: %s', (_, schema) => {
    const errors = judge(schema)
    for (const value of tried(valid(schema))) expect(errors(value)).toEqual([])
  })

  test.each(some.filter((_, index) => index % 6 === 1))('violations: %s', (_, schema) => {
    const errors = judge(schema)
    for (const { arbitrary, ...label } of violations(schema).slice(0, 6)) {
      for (const value of tried(arbitrary)) expect(blames(errors(value), label)).toBe(true)
    }
  })
})

describe('over arbitrary schemas', () => {
  const small: readonly Json[] = [null, true, 0, 1, -1, 2.5, 'a', 'ab', '', [], [1], {}, { a: 1 }, { b: 'a' }]

  test('valid values are valid, and an error comes only for unsatisfiable schemas', () => {
    const property = fc.property(schemas(2), (schema) => {
      const errors = judge(schema)
      let drawn: Json[]
      try {
        drawn = fc.sample(valid(schema), { numRuns: 10, seed })
      } catch (error) {
        expect(error).toBeInstanceOf(GenerateError)
        expect(small.filter((value) => errors(value).length === 0)).toEqual([])
        return
      }
      for (const value of drawn) expect(errors(value)).toEqual([])
    })
    fc.assert(property, { seed, numRuns: 50, endOnFailure: true })
  })

  test('violations and boundaries match their labels', () => {
    const property = fc.property(schemas(1), (schema) => {
      const errors = judge(schema)
      for (const { arbitrary, ...label } of violations(schema)) {
        for (const value of fc.sample(arbitrary, { numRuns: 2, seed })) {
          expect(blames(errors(value), label), JSON.stringify(label)).toBe(true)
        }
      }
      try {
        for (const item of boundary(schema)) expect(errors(item.value).length === 0).toBe(item.valid)
      } catch (error) {
        expect(error).toBeInstanceOf(GenerateError)
      }
    })
    fc.assert(property, { seed, numRuns: 30, endOnFailure: true })
  })
})

test('every sample of `violation` carries its label', () => {
  const schema = collection['realistic: stream'] ?? true
  const errors = judge(schema)
  for (const { value, ...label } of fc.sample(violation(schema), { numRuns: 100, seed })) {
    expect(blames(errors(value), label), JSON.stringify(label)).toBe(true)
  }
})
