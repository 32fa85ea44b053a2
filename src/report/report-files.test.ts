// Report files: whole or not at all, and read back as they were written.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../test/report/sample.ts'
import { ConfigurationError } from '../base/error.ts'
import { defaultFormats, formats } from './formats.ts'
import { readReport } from './model/read.ts'
import { toReport } from './model/to-report.ts'
import { writeReports } from './report-files.ts'

const shown = defaultFormats.map((name) => formats[name]).filter(({ ofLog }) => ofLog !== true)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each(['', hostileText])('what is written is read back, and acts on no display %#', async (hostile) => {
  const report = toReport(sampleEvents(hostile))
  const deep = join(folder, 'a', 'b')
  const written = writeReports(report, deep, shown)
  expect(written).toEqual(shown.map(({ file }) => join(deep, file)))
  expect((await readdir(deep)).sort()).toEqual(shown.map(({ file }) => file).sort())
  expect(await readReport(join(deep, 'report.json'))).toEqual(JSON.parse(JSON.stringify(report)))
  for (const file of written) expect(/[^\P{C}\n\t]/u.test(await readFile(file, 'utf8')), file).toBe(false)
})

test('a folder that cannot be written is the operator’s to mend, and nothing half-written stays', async () => {
  const report = toReport(sampleEvents())
  await writeFile(join(folder, 'file'), '')
  expect(() => writeReports(report, join(folder, 'file'), shown)).toThrow(ConfigurationError)
  // A folder stands where the last file should go: the rename fails after the others were drafted.
  await mkdir(join(folder, 'report.json', 'x'), { recursive: true })
  expect(() => writeReports(report, folder, shown)).toThrow(/cannot be written .*--report-dir/)
  expect(await readdir(folder)).toEqual(['file', 'report.json'])
})

test.each([
  ['missing.json', null, /can't be read/],
  ['text.json', 'no json', /is not JSON/],
  ['other.json', '{"schemaVersion":1}', /is not a report of tenant-conformance/],
  ['list.json', '[]', /is not a report of tenant-conformance/],
  ['future.json', '{"schemaVersion":99}', /schema version 99/],
])('%s is refused with one sentence', async (name, content, message) => {
  const file = join(folder, name)
  if (content !== null) await writeFile(file, content)
  await expect(readReport(file)).rejects.toThrow(ConfigurationError)
  await expect(readReport(file)).rejects.toThrow(message)
})

test('only what is asked for is written, and each of the formats can be', async () => {
  const report = toReport(sampleEvents())
  for (const [format, one] of Object.entries(formats)) {
    if (one.ofLog === true) continue
    const [file = '', ...more] = writeReports(report, join(folder, format), [one])
    expect(more).toEqual([])
    expect(await readdir(join(folder, format))).toEqual([basename(file)])
    expect(await readFile(file, 'utf8')).not.toBe('')
  }
})

test('a finding is located from the folder of the job, or by its name alone outside of it', async () => {
  const report = toReport(sampleEvents())
  const pathsIn = async (into: string): Promise<unknown> => {
    const [file = ''] = writeReports(report, into, [formats.codequality])
    const findings = JSON.parse(await readFile(file, 'utf8')) as { location: { path: string } }[]
    return [...new Set(findings.map(({ location }) => location.path))]
  }
  await mkdir('.vitest', { recursive: true })
  const below = await mkdtemp('.vitest/write-')
  try {
    expect(await pathsIn(below)).toEqual([`${below}/report.json`])
    expect(await pathsIn(resolve(below))).toEqual([`${below}/report.json`])
  } finally {
    await rm(below, { recursive: true })
  }
  expect(await pathsIn(folder)).toEqual(['report.json'])
})
