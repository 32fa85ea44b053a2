// Tests that precompiled validators report the same errors as validators that are compiled at run time.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject, type Json } from '../src/base/json.ts'
import { packageRoot } from '../src/base/package-root.ts'
import type { ValidateFunction } from '../src/base/schemas/ajv.ts'
import { type Compilation, compiled, moduleText, validatorFile } from '../src/base/schemas/validator.ts'
import { precompiledSchemas } from '../src/build/precompiled.ts'
import { valid, violation } from '../src/generate/index.ts'

const require = createRequire(import.meta.url)
// The folder must be inside the package, because the modules in it import dependencies of the package.
mkdirSync(join(packageRoot, '.vitest'), { recursive: true })
const folder = mkdtempSync(join(packageRoot, '.vitest/validators-'))
const kept = precompiledSchemas()
const made = new Map<Compilation, ValidateFunction>()
beforeAll(() => {
  for (const one of kept) {
    const file = join(folder, validatorFile(one))
    writeFileSync(file, moduleText(one))
    made.set(one, require(file) as ValidateFunction)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const seed = 1
const sizes = { sizeMax: 3, depthMax: 1 }

/** Returns valid values, values that violate the schema, and random values. */
function valuesFor({ schema, others = [] }: Compilation): readonly Json[] {
  const options = { ...sizes, schemas: others as readonly object[] }
  const own = isObject(schema) ? schema : {}
  return [
    ...fc.sample(valid(own, options), { seed, numRuns: 4 }),
    ...fc.sample(violation(own, options), { seed, numRuns: 12 }).map(({ value }) => value),
    ...(fc.sample(fc.jsonValue(), { seed, numRuns: 4 }) as Json[]),
  ]
}

const placeOf = ({ settings, schema }: Compilation): string => {
  const { $id, title } = isObject(schema) ? schema : {}
  return `${settings} ${$id ?? title ?? ''}`.trim()
}

test.each(kept.map((one) => [placeOf(one), one] as const))('%s', (_, compilation) => {
  const fresh = compiled(compilation)
  const same = made.get(compilation)
  const verdicts = new Set<boolean>()
  for (const value of valuesFor(compilation)) {
    const verdict = fresh(value)
    verdicts.add(verdict)
    expect(same?.(value)).toBe(verdict)
    expect(same?.errors).toEqual(fresh.errors)
  }
  expect([...verdicts].sort()).toEqual([false, true])
})

test('include bodies, profiles, contracts and reports', () => {
  expect([...new Set(kept.map(({ settings }) => settings))].sort()).toEqual([
    'body',
    'contract',
    'profile',
    'report',
    'requirements',
  ])
})
