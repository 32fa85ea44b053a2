// Output without credentials of the environment, and without commands to CI services.
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
])('%s is written nowhere, in no encoding', (name) => {
  for (const text of [token, Buffer.from(token).toString('hex'), encodeURIComponent(`{"t":"${token}"}`)])
    expect(written(`before ${text} after\n`, { [name]: token })).toMatch(
      /^before \S*\[redacted\]\S* after\n$/,
    )
})

test('what is no credential is written as it is, and so is a word', () => {
  const environment = { TENANT_ACCESS_TOKEN: 'event', TENANT_TOKEN_URL: 'https://auth.tenant.example/token' }
  expect(written('an event from https://auth.tenant.example/token\n', environment)).toBe(
    'an event from https://auth.tenant.example/token\n',
  )
})

/** As runners of GitHub Actions, Azure Pipelines or TeamCity read commands. */
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
])('no command to a CI service is left in %j', (text) => {
  expect(obeyed(text)).not.toEqual([])
  expect(obeyed(written(text))).toEqual([])
})

test('what is meant for a CI service is left as it is, but for what is secret', () => {
  const { terminal, told } = recordingTerminal()
  const { ci } = guarded(terminal, maskOf({ TENANT_ACCESS_TOKEN: token }))
  ci.write(`::group::of ${token}\n`)
  ci.error(`::error::of ${token}\n`)
  expect(told).toEqual({ out: '::group::of [redacted]\n', err: '::error::of [redacted]\n' })
})

test('JSON says the same as before', () => {
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

test('an argument that is not known is told without its control characters', async () => {
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
])('a credential given in the wrong place is not repeated: %s', async (_, argv) => {
  const environment = { TENANT_ACCESS_TOKEN: token }
  expect(await wrongly(argv, environment)).not.toContain('0iieo3h050ua')
  // Without a variable, its shape gives it away.
  const unknown = await wrongly(argv.map((one) => one.replace(token, jwt)))
  expect(unknown).not.toContain(jwt.split('.')[1])
})

test('what is no address is not repeated: it may be a token in the place of one', () => {
  expect(() => resolveTarget({}, { TENANT_BASE_URL: token })).toThrow(
    'TENANT_BASE_URL is not an http or https address: give one such as https://tenant.example/api/v2.',
  )
})
