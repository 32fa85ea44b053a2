// The output contains no credentials of the environment and no workflow commands of CI systems.
import { expect, test } from 'vitest'
import { maskOf } from '../settings/environment.ts'
import { resolveTarget } from '../settings/target.ts'
import { commandLine } from './command-line.ts'
import { guarded } from './guarded-terminal.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'

const token = 'Zk3-0iieo3h050ua-of-nobody'

const written = (text: string, environment: Readonly<Record<string, string>> = {}): string => {
  const { terminal, told } = recordingTerminal()
  guarded(terminal, maskOf(environment)).write(text)
  guarded(terminal, maskOf(environment)).error(text)
  expect(told.out).toBe(told.err)
  return told.out
}

test.each([
  'TENANT_ACCESS_TOKEN',
  'TENANT_CLIENT_SECRET',
  'TENANT_LIMITED_CLIENT_SECRET',
  'TENANT_EXPIRED_ACCESS_TOKEN',
  'TENANT_OTHER_AUDIENCE_ACCESS_TOKEN',
])('%s is never written, in any encoding', (name) => {
  for (const text of [token, Buffer.from(token).toString('hex'), encodeURIComponent(`{"t":"${token}"}`)])
    expect(written(`before ${text} after\n`, { [name]: token })).toMatch(
      /^before \S*\[redacted\]\S* after\n$/,
    )
})

test('writes other text unchanged, also a short word', () => {
  const environment = { TENANT_ACCESS_TOKEN: 'event', TENANT_TOKEN_URL: 'https://auth.tenant.example/token' }
  expect(written('an event from https://auth.tenant.example/token\n', environment)).toBe(
    'an event from https://auth.tenant.example/token\n',
  )
})

/** Finds the commands that GitHub Actions, Azure Pipelines or TeamCity would obey. */
const obeyed = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r]/)
    .filter((line) => line.trimStart().startsWith('::') || /##(?:vso|teamcity)?\[/.test(line))

test.each([
  '::error title=x::y\n',
  'x\n  \t::stop-commands::y\n\n\n ::add-mask::y',
  'x\r::error::y',
  'words ##[error]y ###[group]y ##vso[task.complete]y ##teamcity[buildStatus]',
  '\u00a0::error::y\n\ufeff::error::z',
])('no workflow command remains in %j', (text) => {
  expect(obeyed(text)).not.toEqual([])
  expect(obeyed(written(text))).toEqual([])
})

test('output for a CI service stays unchanged, except for secrets', () => {
  const { terminal, told } = recordingTerminal()
  const { ci } = guarded(terminal, maskOf({ TENANT_ACCESS_TOKEN: token }))
  ci.write(`::group::of ${token}\n`)
  ci.error(`::error::of ${token}\n`)
  expect(told).toEqual({ out: '::group::of [redacted]\n', err: '::error::of [redacted]\n' })
})

test('JSON keeps its meaning', () => {
  const value = { '##[a': '::b', c: ['x ##vso[d', '::e'] }
  expect(JSON.parse(written(JSON.stringify(value, null, 2)))).toEqual(value)
})

const wrongly = async (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const { terminal, told } = recordingTerminal()
  await expect(commandLine(argv, terminal, maskOf(environment))).resolves.toBe(2)
  expect(told.out).toBe('')
  expect(told.err).not.toBe('')
  return told.err
}

test('an unknown argument is printed without control characters', async () => {
  const told = await wrongly(['run', '--\u001b]52;c;x\u0007\n::error::y\u202e'])
  expect(told).not.toMatch(/[^\P{C}\n]/u)
  expect(obeyed(told)).toEqual([])
})

const jwt = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"sub":"somebody"}').toString('base64url')}.c2lnbmF0dXJl`

test.each([
  ['--base-url', ['run', '--base-url', token]],
  ['--profile', ['run', '--profile', token]],
  ['--only', ['run', '--only', token]],
  ['--report', ['export', 'har', '--report', token]],
  ['a clause', ['clauses', 'explain', token]],
  ['a number', ['run', '--rate', token]],
  ['a report', ['replay', token]],
])('does not repeat a credential in the wrong place: %s', async (_, argv) => {
  const environment = { TENANT_ACCESS_TOKEN: token }
  expect(await wrongly(argv, environment)).not.toContain('0iieo3h050ua')
  // The mask also recognises an unknown token, because a JWT has a typical form.
  const unknown = await wrongly(argv.map((one) => one.replace(token, jwt)))
  expect(unknown).not.toContain(jwt.split('.')[1])
})

test('does not repeat an invalid address, which may be a token', () => {
  expect(() => resolveTarget({}, { TENANT_BASE_URL: token })).toThrow(
    'TENANT_BASE_URL is not an http or https address: give an address such as https://tenant.example/api/v2.',
  )
})
