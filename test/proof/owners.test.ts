// Tests that every observable clause owns a seeded fault, and that faults name only existing clauses.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { tenantFaults } from '../../src/tenant/index.ts'
import { deepFaults } from './kill-matrix.ts'

const { clauses } = loadContract()
const faults = await tenantFaults()

test('every observable clause owns a fault', () => {
  const owned = new Set(faults.map((fault) => fault.clauses[0]))
  const open = [...clauses.values()].filter(({ id, unobservable }) => unobservable === null && !owned.has(id))
  expect(open.map(({ id }) => id)).toEqual([])
})

test('every fault names clauses that exist', () => {
  for (const fault of faults)
    for (const id of fault.clauses) expect(clauses.has(id), `${fault.name}: ${id}`).toBe(true)
})

test('every fault that needs a deep run exists', () => {
  const names = new Set(faults.map(({ name }) => name))
  expect(deepFaults.filter((name) => !names.has(name))).toEqual([])
})
