// The option `--attest`: its subjects, and errors that occur before the first request.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import { type Attestation, toReport } from '../../report/index.ts'
import { attest, subjectsOf } from './attest.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-attest-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sha256 = 'ab'.repeat(32)
const commit = 'cd'.repeat(20)

test.each([
  [`image=sha256:${sha256}`, { name: 'image', digest: { sha256 } }],
  [`ghcr.io/acme/api:1.2@sha256:${sha256}`, { name: 'ghcr.io/acme/api:1.2', digest: { sha256 } }],
  [`gitCommit:${commit}`, { digest: { gitCommit: commit } }],
  [`sha256:${sha256.toUpperCase()}`, { digest: { sha256 } }],
  [`a=b@c=gitCommit:${sha256}`, { name: 'a=b@c', digest: { gitCommit: sha256 } }],
  [`x=sha512:${sha256}${sha256}`, { name: 'x', digest: { sha512: sha256 + sha256 } }],
])('%s is a valid subject', (text, subject) => {
  expect(subjectsOf({ attest: 'a.json', subject: [text] })).toEqual([subject])
})

test.each([
  [[], /--attest needs --subject: give --subject NAME=sha256:HEX/],
  [['image'], /is "image", without a known digest algorithm: give/],
  [[`image=sha265:${sha256}`], /did you mean sha256\?/],
  [[`image=md5:${sha256.slice(32)}`], /without a known digest algorithm/],
  [['image=sha256:'], /but sha256 needs 64 hexadecimal digits: give the whole digest/],
  [[`image=sha256:${sha256}0`], /needs 64/],
  [[`image=sha256:${sha256.slice(1)}g`], /needs 64/],
  [['gitCommit:abc1234'], /but gitCommit needs 40 or 64/],
  [[`image=constructor:${sha256}`], /without a known digest algorithm/],
  [[`a=sha256:${sha256}`, `a=gitCommit:${commit}`], /names a twice/],
])('rejects %j with one sentence', (subject, message) => {
  const refused = () => subjectsOf({ attest: 'a.json', subject })
  expect(refused).toThrow(ConfigurationError)
  expect(refused).toThrow(message)
})

test('rejects a subject without a statement, and a folder in place of the file; accepts neither of both', () => {
  expect(() => subjectsOf({ subject: [`a=sha256:${sha256}`] })).toThrow(/give both, or neither/)
  expect(() => subjectsOf({ attest: folder, subject: [`a=sha256:${sha256}`] })).toThrow(
    /give the name of a file/,
  )
  expect(subjectsOf({ subject: [] })).toEqual([])
})

test('the statement names the files on disk, and the job', async () => {
  const file = join(folder, 'report.json')
  const profile = join(folder, 'profile.json')
  writeFileSync(file, 'a report\n')
  writeFileSync(profile, '{}')
  const report = toReport(sampleEvents())
  const write = async (environment: Readonly<Record<string, string>>): Promise<Attestation> => {
    const place = join(folder, 'deep/statement.json')
    await attest(place, report, {
      subjects: subjectsOf({ attest: place, subject: [`a=sha256:${sha256}`] }),
      files: [file],
      configuration: [profile],
      environment,
    })
    return JSON.parse(readFileSync(place, 'utf8'))
  }
  const digestOf = (text: string) => ({ sha256: createHash('sha256').update(text).digest('hex') })
  const { predicate } = await write({})
  expect(predicate.reports).toEqual([
    { name: 'report.json', digest: digestOf('a report\n'), mediaType: 'application/json' },
  ])
  expect(predicate.configuration).toMatchObject([
    { name: 'tenant-conformance', uri: expect.stringMatching(/^pkg:npm\//) },
    { name: 'profile.json', digest: digestOf('{}') },
  ])
  expect(predicate).not.toHaveProperty('url')
  const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '7' }
  expect((await write(github)).predicate.url).toBe('https://github.com/a/b/actions/runs/7')
  expect((await write({ CI_JOB_URL: 'https://gitlab.example/j/1' })).predicate.url).toBe(
    'https://gitlab.example/j/1',
  )
  expect((await write({ BUILD_URL: 'not a url' })).predicate).not.toHaveProperty('url')
})

test('a path that cannot be written is an error of the operator', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const about = { subjects: [], files: [], configuration: [], environment: {} }
  await expect(attest(join(file, 'a.json'), toReport(sampleEvents()), about)).rejects.toThrow(
    /can't be written .*--attest/,
  )
})
