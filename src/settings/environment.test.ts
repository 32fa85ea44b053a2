// Tests environment variables of a tenant that are set, unset or unknown.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { processEnvironment } from './environment.ts'
import { checkVariables, isBaseUrlEmpty } from './tenant-variables.ts'

const supplied = ['TENANT_RATE_LIMIT_POLICY_IDS']

test('every variable of .env.example is read, and empty lines count as absent', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^TENANT_\w+(?==)/gm) ?? []
  expect(names.length).toBeGreaterThan(15)
  expect(checkVariables(Object.fromEntries(names.map((name) => [name, ' '])), supplied)).toEqual([])
  expect(checkVariables(Object.fromEntries(names.map((name) => [name, 'x'])), supplied)).toEqual(names)
})

test.each([
  ['TENANT_BASEURL', 'did you mean TENANT_BASE_URL?'],
  ['TENANT_ACCESS_TOKN', 'did you mean TENANT_ACCESS_TOKEN?'],
  ['TENANT_URL', 'TENANT_URL is an unknown variable (did you mean TENANT_BASE_URL?): correct its name'],
  ['TENANT_TOKEN', '(did you mean TENANT_ACCESS_TOKEN?)'],
  ['TENANT_DOMAIN', 'TENANT_DOMAIN is an unknown variable: correct its name, or unset it'],
  ['TENANT_XYZZY_PLUGH', '.env.example lists all'],
])('%s is no variable: %s', (name, told) => {
  expect(() => checkVariables({ [name]: 'a secret' }, supplied)).toThrow(told)
  expect(() => checkVariables({ [name]: 'a secret' }, supplied)).not.toThrow('a secret')
  expect(checkVariables({ [name]: '' }, supplied)).toEqual([])
})

test.each(['"x"', "'x'", ' "x" '])('a value in quotation marks: %s', (value) => {
  expect(() => checkVariables({ TENANT_PROFILE: value }, supplied)).toThrow(
    'TENANT_PROFILE is in quotation marks, which are part of its value: leave them out.',
  )
  expect(checkVariables({ TENANT_CLIENT_SECRET: value }, supplied)).toEqual(['TENANT_CLIENT_SECRET'])
})

test('variables of other programs are ignored', () => {
  expect(checkVariables({ PATH: '/bin', TENANT: 'x', MY_TENANT_X: 'y' }, supplied)).toEqual([])
})

test('a file sets variables that the process does not set, and an empty tenant variable sets nothing', () => {
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

test('an empty address is an error, unless .env.example is unedited', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^TENANT_\w+(?==)/gm) ?? []
  expect(isBaseUrlEmpty({ TENANT_BASE_URL: '' })).toBe(true)
  expect(isBaseUrlEmpty({})).toBe(false)
  expect(isBaseUrlEmpty({ TENANT_BASE_URL: 'http://127.0.0.1' })).toBe(false)
  expect(isBaseUrlEmpty(Object.fromEntries(names.map((name) => [name, ''])))).toBe(false)
})

test.each([
  ['of another program', 'PORT=3000\nDATABASE_URL="postgres://x"\nAZURE_TENANT_ID=1\n', null],
  ['with a note on the tenant', '# TENANT_BASE_URL is set elsewhere\nURL=$TENANT_BASE_URL/x\n', null],
  ['in another notation', 'PORT=3000\nset TENANT_WRITES=none\n', 'Line 2 of .env sets TENANT_WRITES'],
  ['in UTF-16', Buffer.from('\ufeffPORT=1', 'utf16le'), ".env can't be read (it is UTF-16"],
])('a default file %s', (_, content, says) => {
  inFolder((file) => {
    writeFileSync(file, content)
    if (says === null) return expect(processEnvironment(true).file).toBe('.env')
    expect(() => processEnvironment(true)).toThrow(says)
  })
})

test('a default file that is a folder or a broken link is an error', () => {
  inFolder((file) => {
    expect(processEnvironment(true).file).toBeNull()
    symlinkSync('nowhere', file)
    expect(() => processEnvironment(true)).toThrow(/\.env can't be read .*--no-env-file/)
    rmSync(file)
    mkdirSync(file)
    expect(() => processEnvironment(true)).toThrow(".env can't be read (it is not a regular file)")
  })
})

test('an empty address in a default file stays empty, unless the file is unedited', () => {
  inFolder((file) => {
    writeFileSync(file, 'TENANT_BASE_URL=\n')
    expect(isBaseUrlEmpty(processEnvironment(true).variables)).toBe(true)
    writeFileSync(file, readFileSync(join(import.meta.dirname, '../../.env.example')))
    expect(isBaseUrlEmpty(processEnvironment(true).variables)).toBe(false)
  })
})

test('a file for a list of tenants may set any variable, and must set at least one', () => {
  inFolder((file) => {
    writeFileSync(file, 'ACME_SECRET=a\n')
    expect(processEnvironment(file, 'any').variables.ACME_SECRET).toBe('a')
    expect(() => processEnvironment(file)).toThrow('sets no TENANT_ variable')
    writeFileSync(file, '')
    expect(() => processEnvironment(file, 'any')).toThrow('sets no variable')
  })
})

test.each([
  ['.env.local', 'TENANT_BASE_URL=http://tenant.example\n', '.env.local'],
  ['.ENV', 'TENANT_BASE_URL=http://tenant.example\n', '.ENV'],
  ['env', 'TENANT_BASE_URL=http://tenant.example\n', 'env'],
  ['.env.example', 'TENANT_BASE_URL=http://tenant.example\n', null],
  ['.env.local', 'TENANT_BASE_URL=\nPORT=1\n', null],
])('a file %s beside is told where it sets an address and none is read', (name, content, told) => {
  inFolder((file) => {
    writeFileSync(name, content)
    expect(processEnvironment(true).unread).toBe(told)
    expect(processEnvironment(false).unread).toBeNull()
    writeFileSync(file, 'PORT=1')
    expect(processEnvironment(true).unread).toBeNull()
  })
})

/** Runs `act` in a new folder. The parameter `file` is the name of the default file. */
function inFolder(act: (file: string) => void): void {
  const before = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'environment-'))
  process.chdir(folder)
  try {
    act('.env')
  } finally {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
}
