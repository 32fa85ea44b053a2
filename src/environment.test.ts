// The variables of a tenant: which are set, and what is told of one that nothing reads.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variablesOf } from './environment.ts'

const supplied = ['TENANT_RATE_LIMIT_POLICY_IDS']

test('every variable of .env.example is read, and its lines left empty are as if absent', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^TENANT_\w+(?==)/gm) ?? []
  expect(names.length).toBeGreaterThan(15)
  expect(variablesOf(Object.fromEntries(names.map((name) => [name, ' '])), supplied)).toEqual([])
  expect(variablesOf(Object.fromEntries(names.map((name) => [name, 'x'])), supplied)).toEqual(names)
})

test.each([
  ['TENANT_BASEURL', 'did you mean TENANT_BASE_URL?'],
  ['TENANT_ACCESS_TOKN', 'did you mean TENANT_ACCESS_TOKEN?'],
  ['TENANT_XYZZY_PLUGH', '.env.example lists all'],
])('%s is no variable: %s', (name, told) => {
  expect(() => variablesOf({ [name]: 'a secret' }, supplied)).toThrow(told)
  expect(() => variablesOf({ [name]: 'a secret' }, supplied)).not.toThrow('a secret')
  expect(variablesOf({ [name]: '' }, supplied)).toEqual([])
})

test('variables of others are nobody’s concern here', () => {
  expect(variablesOf({ PATH: '/bin', TENANT: 'x', MY_TENANT_X: 'y' }, supplied)).toEqual([])
})
