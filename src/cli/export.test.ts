// Exported JSON is harmless for displays and contains no credentials.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../test/report/sample.ts'
import { ConfigurationError } from '../base/error.ts'
import { loadContract } from '../contract/index.ts'
import { loadProfile } from '../profile/index.ts'
import { toReport } from '../report/index.ts'
import { exportHar, exportProfile } from './export.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const report = join(folder, 'report.json')
const credential = "it's-a'throw \"away\" pass\\word'9"

const archived: typeof exportProfile = (flags, _, terminal) => exportHar(flags, terminal)

const exported = async (
  command: typeof exportProfile,
  flags: { readonly profile?: string; readonly output?: string } = {},
): Promise<{ readonly out: string; readonly err: string }> => {
  const { terminal, told } = recordingTerminal()
  await command({ report, ...flags }, {}, terminal)
  return told
}

const profileWith = (name: string, value: string): string => {
  const file = join(folder, `${name}.json`)
  const webhookCredentials = { username: 'somebody', password: value }
  const createRateLimitPolicy = { method: 'POST', path: '/rate-limit-policies', body: { note: value } }
  writeFileSync(
    file,
    JSON.stringify({ name, eventStream: { webhookCredentials }, fixtures: { createRateLimitPolicy } }),
  )
  return file
}

test.each(['har', 'profile'])('escapes control characters of a tenant: %s', async (kind) => {
  const hostile = toReport(sampleEvents(hostileText))
  const openPoints = hostile.openPoints.map((point) => ({
    ...point,
    observed: [{ value: hostileText, count: 1 }],
  }))
  writeFileSync(report, JSON.stringify({ ...hostile, openPoints }))
  const { out } = await exported(kind === 'har' ? archived : exportProfile)
  expect(out).not.toMatch(/[^\P{C}\n]/u)
  expect(() => JSON.parse(out)).not.toThrow()
  if (kind === 'har')
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(hostileText).slice(1, -1))
})

test('removes all credentials of a profile and mentions it', async () => {
  writeFileSync(report, JSON.stringify(toReport(sampleEvents())))
  const output = join(folder, 'observed.json')
  const { out, err } = await exported(exportProfile, { profile: profileWith('acme', credential), output })
  expect(out).toBe('')
  const text = readFileSync(output, 'utf8')
  expect(text).not.toContain('throw')
  expect(JSON.parse(text)).toMatchObject({
    eventStream: { webhookCredentials: { username: '[redacted]', password: '[redacted]' } },
    fixtures: { createRateLimitPolicy: { body: { note: '[redacted]' } } },
  })
  expect(err).toContain('webhookCredentials')
  expect(() => loadProfile(output, loadContract())).toThrow(
    new ConfigurationError(
      `The profile ${output} has "[redacted]" at /eventStream/webhookCredentials: replace this mark with the credentials, which an export omits.`,
    ),
  )
})

test('keeps credentials of a shipped profile, which are not secret', async () => {
  writeFileSync(report, JSON.stringify(toReport(sampleEvents())))
  const { out, err } = await exported(exportProfile, { profile: 'reference' })
  expect(out).not.toContain('[redacted]')
  expect(err).toBe('')
})

test('the mode of an export depends on the umask', async () => {
  const output = join(folder, 'observed.har')
  await exported(archived, { output })
  expect(statSync(output).mode & 0o777).toBe(0o666 & ~process.umask())
})
