// Tests that the reference tenant conforms. A run is complete, leaves no resources and can be repeated.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { JsonObject } from '../src/base/json.ts'
import { packageRoot } from '../src/base/package-root.ts'
import { conformance } from '../src/library/conformance.ts'
import { startTenant } from '../src/tenant/index.ts'

const run = await conformance({ depth: 'default', environment: {}, seed: 11 })
const verdicts = ({ clauses }: typeof run): readonly string[] =>
  clauses.map(({ id, verdict }) => `${verdict} ${id}`)

test('conforms, and no clause is open', () => {
  expect(run.outcome).toBe('conformant')
  expect(run.clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([
    'any.tenant-scoped',
    'phone-templates.update.subscription-required',
    'rate-limit-policies.delete.lifecycle',
  ])
  expect(run.resources.leaked).toEqual([])
})

test('tests both sides of every constraint in the specification', () => {
  const open = run.coverage.constraints.filter(({ inside, outside }) => !inside || !outside)
  expect(run.coverage.totals.both).toBeGreaterThan(0)
  for (const { reason, pointer } of open)
    expect(reason, pointer).toMatch(
      /^the specification does not give the value of this keyword: see the open point /,
    )
})

test('gives a report that satisfies its schema', () => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  const schema = JSON.parse(readFileSync(`${packageRoot}/schemas/meta/report.json`, 'utf8')) as JsonObject
  const validate = ajv.compile(schema)
  expect(validate(run), JSON.stringify(validate.errors)).toBe(true)
})

test('gives the same verdicts by base URL and environment alone', async () => {
  const tenant = await startTenant()
  try {
    const remote = await conformance({ depth: 'default', environment: tenant.environment, seed: 11 })
    expect(verdicts(remote)).toEqual(verdicts(run))
    expect(tenant.inspect().streams).toEqual([])
  } finally {
    await tenant.close()
  }
})
