// What reaches a terminal or a job's log: no credential of the environment, and no command to the CI service.
import { expect, test } from 'vitest'
import { maskOf } from '../environment.ts'
import { guarded } from './guarded-terminal.ts'
import { createProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

const token = 'Zk3-0iieo3h050ua-of-nobody'

const recorder = () => {
  const told = { out: '', err: '' }
  const terminal: Terminal = {
    write: (text) => {
      told.out += text
    },
    error: (text) => {
      told.err += text
    },
    isTTY: false,
    color: false,
    width: 100,
    onStop: () => () => undefined,
  }
  return { terminal, told }
}

const written = (text: string, environment: Readonly<Record<string, string>> = {}): string => {
  const { terminal, told } = recorder()
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

/** What a runner of GitHub Actions, Azure Pipelines or TeamCity would obey, read as their sources do. */
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

test('JSON says the same as before', () => {
  const value = { '##[a': '::b', c: ['x ##vso[d', '::e'] }
  expect(JSON.parse(written(JSON.stringify(value, null, 2)))).toEqual(value)
})

test('an argument that is not known is told without its control characters', async () => {
  const { terminal, told } = recorder()
  await expect(createProgram(terminal)(['run', '--\u001b]52;c;x\u0007\n::error::y\u202e'])).resolves.toBe(2)
  expect(told.err).not.toMatch(/[^\P{C}\n]/u)
  expect(obeyed(told.err)).toEqual([])
})
