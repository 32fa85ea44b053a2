// Tests the reading of reports from folders and files, including reports of older and newer versions.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import { baselineOf } from './baseline.ts'
import { diffReports, noChanges } from './diff.ts'
import { readReport, reportFileIn } from './read.ts'
import { toReport } from './to-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'read-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = toReport([
  ...sampleEvents(),
  { type: 'baseline', ...baselineOf('a', toReport(sampleEvents())) },
])
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

function file(value: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

async function refusal(source: string): Promise<string> {
  const error: unknown = await readReport(source).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}

test('a folder means its report.json', async () => {
  const path = file(report)
  expect(reportFileIn(folder)).toBe(path)
  expect(reportFileIn(path)).toBe(path)
  expect(await readReport(path)).toEqual(plain(report))
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  expect(() => reportFileIn(empty)).toThrow(ConfigurationError)
  expect(() => reportFileIn(empty)).toThrow(`${empty} can't be read (the folder contains no report.json)`)
  expect(await refusal(reportFileIn(join(folder, 'no\0where')))).toContain("can't be read")
})

test('parts that older versions did not write are absent, or filled in if they are counted', async () => {
  const { contract: _c, measurements: _m, baseline, summary, ...rest } = report
  const { outOfScope: _o, gaps: _g, ...counted } = summary
  const {
    noLongerObserved: _n,
    newlyExcused: _e,
    newlyObserved: _v,
    latency: _l,
    ...changes
  } = baseline?.changes ?? diffReports(report, report)
  const old = {
    ...{ ...rest, summary: counted },
    clauses: rest.clauses.map(({ family: _, ...clause }) => clause),
    baseline: { ...baseline, changes },
  }
  const read = await readReport(file(old))
  expect(read.summary).toEqual(summary)
  expect(read).not.toHaveProperty('measurements')
  expect(read.baseline?.changes).toEqual({ ...noChanges, ...changes })
  expect(diffReports(read, report)).toMatchObject({ changed: [], latency: [], conditions: [] })
})

test('rejects another schema version and names the tool version that wrote it', async () => {
  const path = file({ ...report, schemaVersion: 2, tool: { ...report.tool, version: '7.1.0' } })
  expect(await refusal(path)).toBe(
    `${path} is a report of schema version 2, but this version of the tool reads version 1: use the newer version of the tool (7.1.0) that wrote it.`,
  )
  expect(await refusal(file({ schemaVersion: 0 }))).toContain(
    'schema version 0, but this version of the tool reads version 1: use the older version of the tool that wrote it',
  )
})

test('rejects additions of a newer version and names the reason', async () => {
  const newer = { ...report, tool: { ...report.tool, version: '9.2.1' } }
  expect(await refusal(file({ ...newer, more: 1 }))).toMatch(
    /report\.json has the member "more" that this version does not know, because a newer version of the tool wrote the file \(9\.2\.1; this is \d+\.\d+\.\d+\): use the newer version\.$/,
  )
  const clauses = report.clauses.map((clause) => ({ ...clause, verdict: 'maybe' }))
  expect(await refusal(file({ ...newer, clauses }))).toContain(
    'has a value at /clauses/0/verdict that this version does not know, because a newer version of the tool wrote the file',
  )
})

test.each(['0.0.1', '', 'x', '0.0.99999999999999'])('the version "%s" is not newer', async (version) => {
  const message = await refusal(file({ ...report, tool: { ...report.tool, version }, more: 1 }))
  expect(message).toContain('is not a report of tenant-conformance ("more" is unknown here)')
})
