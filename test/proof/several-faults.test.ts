// Tests that a report separates several faults. The tested pairs were once wrongly joined.
// @module-tag whole
import { expect, test } from 'vitest'
import { conformance } from '../../src/library/conformance.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'
import { told } from './several-faults.ts'

const pairs = [
  ['create-name-length-129-accepted', 'update-toggle-keeps-updated-at'],
  ['templates-non-ascii-500', 'templates-unknown-headers-refused'],
  ['keys-key-ops-text', 'keys-algorithm-of-other-curve'],
] as const

const faults = new Map((await tenantFaults()).map((fault) => [fault.name, fault]))

test.concurrent.each(pairs)('%s and %s have separate blocks', async (...names) => {
  const set = names.map((name) => faults.get(name) as Fault)
  const only = set.flatMap(({ clauses }) => clauses)
  const { shows, apart, groups } = await told(conformance, set, { only })
  expect(shows, JSON.stringify(groups)).toBe(true)
  expect(apart, JSON.stringify(groups)).toBe(true)
})

test('one fault that fails several clauses is reported as one', async () => {
  const fault = faults.get('create-name-missing') as Fault
  const { groups } = await told(conformance, [fault], { only: fault.clauses })
  expect(groups).toHaveLength(1)
  expect(groups[0]?.length).toBeGreaterThan(1)
})
