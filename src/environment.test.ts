// The variables of a tenant: which are set, and what is told of one that nothing reads.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isBaseUrlEmpty, processEnvironment, variablesOf } from './environment.ts'

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

test('a file fills in what the process does not set, and a variable of a tenant without a value sets nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'))
  const file = join(folder, 'one.env')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(file, 'TENANT_AUDIENCE=of-file\nTENANT_WRITES=none\nTENANT_PROFILE=\nNO_PROXY=of-file\n')
  vi.stubEnv('TENANT_AUDIENCE', 'of-process')
  vi.stubEnv('TENANT_WRITES', '')
  vi.stubEnv('NO_PROXY', '')
  const { variables, file: read } = processEnvironment(file)
  expect(read).toBe(file)
  expect(variables).toMatchObject({ TENANT_AUDIENCE: 'of-process', TENANT_WRITES: 'none', NO_PROXY: '' })
  expect(variables.TENANT_PROFILE).toBeUndefined()
  expect(processEnvironment(false)).toMatchObject({ variables: { TENANT_WRITES: '' }, file: null })
})

test('an address that is empty was to be given, unless nothing of .env.example was filled in', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^TENANT_\w+(?==)/gm) ?? []
  expect(isBaseUrlEmpty({ TENANT_BASE_URL: '' })).toBe(true)
  expect(isBaseUrlEmpty({})).toBe(false)
  expect(isBaseUrlEmpty({ TENANT_BASE_URL: 'http://127.0.0.1' })).toBe(false)
  expect(isBaseUrlEmpty(Object.fromEntries(names.map((name) => [name, ''])))).toBe(false)
})
