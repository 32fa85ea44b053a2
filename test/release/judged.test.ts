// Tests valid values, violations and boundaries with two validators.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { boundary, valid, violations } from '../../src/generate/index.ts'
import { collection } from '../generate/collection.ts'
import { type Judges, judgesOf } from '../generate/judges.ts'
import { impossible, odd } from '../generate/odd.ts'

const seed = 20_260_101

/** Schemas of installed packages, in four drafts. */
const found = [
  '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json',
  '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json',
  '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json',
  '@stryker-mutator/core/schema/stryker-schema.json',
  '@stryker-mutator/vitest-runner/dist/schema/vitest-runner-options.json',
  'ctrf/dist/ctrf-schema-0.0.json',
  'mutation-testing-report-schema/dist/src/mutation-testing-report-schema.json',
]

/**
 * The schema, the keyword and the validator of each disputed judgement. A comment names the rule that
 * decides.
 */
const disputed: readonly (readonly [string, string, keyof Judges])[] = [
  // Members with any name are members (RFC 8259, section 4). Ajv treats `__proto__` as inherited, and '' as
  // missing.
  ['objects: protoName', 'type', 'ajv'],
  ['objects: oddNames', 'required', 'ajv'],
  // An empty array contains nothing (JSON Schema Core, section 10.3.1.3). Ajv does not check this if `items`
  // is false.
  ['arrays: containsPrefix', 'contains', 'ajv'],
  ['arrays: unevaluatedItemsFound', 'contains', 'ajv'],
  // The anchor can be anywhere in the outermost resource that has it (JSON Schema Core, section 8.2.3.2). Ajv
  // looks only at the top of the root schema.
  ['drafts: genericList', '', 'ajv'],
  ['drafts: genericList', 'type', 'ajv'],
  ['drafts: genericList', 'minLength', 'ajv'],
  ['unevaluated: dynamicChoice', '', 'ajv'],
  // OpenAPI defines the format `int32`.
  ['resources: deployment', 'format', 'hyperjump'],
  ['components: pet', 'format', 'hyperjump'],
]

/** Formats that Hyperjump does not know. */
const further = ['iso-time', 'iso-date-time', 'json-pointer-uri-fragment', 'url', 'byte', 'int32']

function expectJudged(name: string, judges: Judges, value: Json, verdict: boolean, keyword = ''): void {
  for (const judge of ['ajv', 'hyperjump'] as const) {
    if (judge === 'hyperjump' && further.some((format) => name.endsWith(format))) continue
    if (disputed.some(([schema, about, by]) => schema === name && about === keyword && by === judge)) continue
    expect(judges[judge]?.(value) ?? verdict, JSON.stringify({ judge, keyword, value })).toBe(verdict)
  }
}

/** JUDGED=all tests all schemas, which takes minutes. */
const whole = process.env.JUDGED === 'all'

// Skips the meta-schema, because Hyperjump's version lacks two keywords of the published one.
const some = Object.entries(collection).filter(
  ([name], index) =>
    name !== 'references: metaSchema' &&
    (whole || index % 3 === 0 || disputed.some(([each]) => each === name)),
)
const strange = Object.entries(odd).filter((_, index) => whole || index % 4 === 0)

test.each(some)('%s', async (name, schema) => {
  const judges = await judgesOf(schema)
  for (const value of fc.sample(valid(schema), { numRuns: 5, seed })) expectJudged(name, judges, value, true)
  for (const { arbitrary, keyword } of violations(schema)) {
    for (const value of fc.sample(arbitrary, { numRuns: 2, seed }))
      expectJudged(name, judges, value, false, keyword)
  }
})

test.each(strange)('%s', async (name, schema) => {
  const judges = await judgesOf(schema)
  for (const value of fc.sample(valid(schema), { numRuns: 20, seed })) expectJudged(name, judges, value, true)
  for (const { arbitrary, keyword } of violations(schema)) {
    for (const value of fc.sample(arbitrary, { numRuns: 1, seed }))
      expectJudged(name, judges, value, false, keyword)
  }
  for (const { value, valid: verdict, keyword } of boundary(schema))
    expectJudged(name, judges, value, verdict, keyword)
})

test.each(Object.entries(impossible))('an unsatisfiable schema is proven to be so: %s', (_, schema) => {
  expect(() => valid(schema)).toThrow(expect.objectContaining({ name: 'GenerateError', givenUp: false }))
})

test.each(found)('%s', async (path) => {
  const schema = JSON.parse(readFileSync(`node_modules/${path}`, 'utf8')) as object
  const judges = await judgesOf(schema)
  for (const value of fc.sample(valid(schema), { numRuns: 10, seed })) expectJudged(path, judges, value, true)
  for (const { value, valid: verdict, keyword } of boundary(schema).slice(0, 60)) {
    expectJudged(path, judges, value, verdict, keyword)
  }
})
