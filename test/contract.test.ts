// Tests the contract: every clause has a check, every keyword has a clause, and the ids do not change.
import { expect, test } from 'vitest'
import { isObject } from '../src/base/json.ts'
import { clausesOf, eachSchema, loadContract, shippedContract } from '../src/contract/index.ts'
import { monitoredClauses } from '../src/engine/plan/monitored-clause.ts'
import { planChecks } from '../src/engine/plan/planned-check.ts'
import { loadSuites } from '../src/engine/plan/suite-files.ts'

const contract = loadContract()

test('the ids of all clauses equal the recorded ids (vitest -u records a new one)', async () => {
  await expect(`${[...contract.clauses.keys()].join('\n')}\n`).toMatchFileSnapshot('clause-ids.txt')
})

test('every clause has a check, or a reason why it cannot be observed', async () => {
  const checked = new Set(planChecks(contract, await loadSuites(contract)).map(({ clause }) => clause.id))
  const monitored = monitoredClauses(contract)
  const open = [...contract.clauses.values()].filter(
    ({ id, unobservable }) => unobservable === null && !checked.has(id) && !monitored.has(id),
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

test('the shipped contract is as valid as other contracts must be', () => {
  expect([...loadContract(shippedContract, { trusted: false }).clauses.keys()]).toEqual([
    ...contract.clauses.keys(),
  ])
})

test('the monitor judges only clauses', () => {
  for (const id of monitoredClauses(contract)) expect(contract.clauses.has(id), id).toBe(true)
})

const constraining = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'required',
  'additionalProperties',
  'propertyNames',
]

test('every keyword that restricts values has a clause of its operation, or names an open point', () => {
  const openPoints = new Set(contract.openPoints.map(({ id }) => id))
  for (const operation of contract.operations.values())
    for (const root of [
      operation.request,
      operation.response,
      ...operation.parameters.map(({ schema }) => schema),
    ]) {
      if (root === null) continue
      eachSchema(root, (schema) => {
        const notShown = isObject(schema['x-not-shown']) ? schema['x-not-shown'] : {}
        for (const keyword of constraining) {
          if (
            schema[keyword] === undefined ||
            (keyword === 'type' && root === operation.request && schema.const !== undefined)
          )
            continue
          const clause = clausesOf(schema)[keyword]
          const place = `${operation.name}: ${keyword} of ${JSON.stringify(schema).slice(0, 120)}`
          const isNegation = operation.name === 'custom-signing-keys.get' && keyword === 'enum'
          const isPathType =
            operation.parameters.some((parameter) => parameter.schema === schema) && keyword === 'type'
          if (isNegation || isPathType) continue
          if (clause === undefined) expect(openPoints.has(String(notShown[keyword])), place).toBe(true)
          else expect(contract.clauses.has(clause), `${place}: ${clause}`).toBe(true)
        }
      })
    }
})

test('every part of the specification from 2 to 9 has clauses or open points', () => {
  const parts = new Set(
    [...contract.clauses.values(), ...contract.openPoints].map(({ part }) => part.split('.')[0]),
  )
  for (const part of ['2', '3', '4', '5', '6', '7', '8', '9']) expect(parts, `part ${part}`).toContain(part)
})

test('the scope table allows only the scopes of part 5', () => {
  expect(contract.scopes.has('delete:rate_limit_policies')).toBe(true)
  expect(contract.scopes.has('create:branding')).toBe(false)
  expect(contract.scopes.has('update:groups')).toBe(false)
  expect(contract.scopes.has('read:logs')).toBe(true)
})
