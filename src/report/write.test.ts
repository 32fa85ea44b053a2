// Report files: whole or not at all, and read back as they were written.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostileText, sampleEvents, tool } from '../../test/report/sample.ts'
import { ConfigurationError } from '../base/error.ts'
import { readReport } from './model/read.ts'
import { toReport } from './model/to-report.ts'
import { reportFiles, reportFormats, writeReports } from './write.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each(['', hostileText])('what is written is read back, and acts on no display %#', async (hostile) => {
  const report = toReport(sampleEvents(hostile), tool)
  const deep = join(folder, 'a', 'b')
  const written = await writeReports(report, deep)
  expect(written).toEqual(reportFiles.map((name) => join(deep, name)))
  expect((await readdir(deep)).sort()).toEqual([...reportFiles].sort())
  expect(await readReport(join(deep, 'report.json'))).toEqual(JSON.parse(JSON.stringify(report)))
  for (const file of written) expect(/[^\P{C}\n\t]/u.test(await readFile(file, 'utf8')), file).toBe(false)
})

test('a folder that cannot be written is the operator’s to mend, and nothing half-written stays', async () => {
  const report = toReport(sampleEvents(), tool)
  await writeFile(join(folder, 'file'), '')
  await expect(writeReports(report, join(folder, 'file'))).rejects.toThrow(ConfigurationError)
  // A folder stands where the last file should go: the rename fails after the others were drafted.
  await mkdir(join(folder, 'report.json', 'x'), { recursive: true })
  await expect(writeReports(report, folder)).rejects.toThrow(/cannot be written .*--report-dir/)
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
  const report = toReport(sampleEvents(), tool)
  for (const format of reportFormats) {
    const [file = '', ...more] = await writeReports(report, join(folder, format), [format])
    expect(more).toEqual([])
    expect(await readdir(join(folder, format))).toEqual([basename(file)])
    expect(await readFile(file, 'utf8')).not.toBe('')
  }
})

test('a finding is located from the folder of the job, or by its name alone outside of it', async () => {
  const report = toReport(sampleEvents(), tool)
  const pathsIn = async (into: string): Promise<unknown> => {
    const [file = ''] = await writeReports(report, into, ['codequality'])
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
