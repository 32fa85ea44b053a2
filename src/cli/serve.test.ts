// `serve --output-env` writes a file with variables for `run`, and never overwrites a file of another
// origin.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { processEnvironment } from '../settings/environment.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'
import { rateOf, serve } from './serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'serve-'))
afterAll(() => rmSync(folder, { recursive: true }))

const served = async (
  outputEnv: string,
  name: 'outputEnv' | 'envFile' = 'outputEnv',
): Promise<{ readonly out: string; readonly err: string }> => {
  const { terminal, told } = recordingTerminal()
  let stop = (): void => undefined
  const write = (text: string): void => {
    terminal.write(text)
    stop()
  }
  const onStop = (listener: () => void): (() => void) => {
    stop = listener
    return () => undefined
  }
  expect(await serve({ port: 0, fault: [], [name]: outputEnv }, { ...terminal, write, onStop })).toBe(0)
  return told
}

test('writes the variables before printing them, only for this user, and again at each start', async () => {
  const file = join(folder, 'mock.env')
  const { out, err } = await served(file)
  const { variables } = processEnvironment(file)
  for (const line of out.trim().split('\n')) {
    const [name = '', value] = line.split(/=(.*)/s)
    expect(variables[name], name).toBe(value)
  }
  expect(err).toContain(`run --env-file ${file}`)
  expect(err).not.toContain(variables.TENANT_CLIENT_SECRET)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  await served(file, 'envFile')
  expect(readFileSync(file, 'utf8')).not.toBe(before)
})

test('keeps a file that serve did not write', async () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'TENANT_ACCESS_TOKEN=of-somebody\n')
  await expect(served(file)).rejects.toThrow(ConfigurationError)
  await expect(served(file)).rejects.toThrow('was not written by serve')
  expect(readFileSync(file, 'utf8')).toBe('TENANT_ACCESS_TOKEN=of-somebody\n')
})

test.each([
  ['10/2', 10, 2],
  ['1/0.001', 1, 0.001],
  ['1000000/1000000', 1_000_000, 1_000_000],
])('%s is a valid rate', (text, burst, perSecond) => expect(rateOf(text)).toEqual({ burst, perSecond }))

test.each([
  '',
  '1',
  '0/1',
  '1/0',
  '-1/2',
  'NaN/1',
  'Infinity/1',
  '1/2/3',
  '1.5/1',
  '1/0.0001',
  '1/1e9',
  '1000001/1',
  `${'9'.repeat(400)}/1`,
])('rejects the rate "%s"', (text) => {
  expect(() => rateOf(text)).toThrow(ConfigurationError)
  expect(() => rateOf(text)).toThrow(/^--rate-limit is ".*": give BURST\/PER_SECOND, .+\.$/)
})
