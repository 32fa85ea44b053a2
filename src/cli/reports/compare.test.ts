// The commands that compare reports: their input, their output and their exit codes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import { type Report, toReport } from '../../report/index.ts'
import { createProgram } from '../program.ts'
import { recordingTerminal } from '../recording-terminal.testing.ts'

const sample = toReport(sampleEvents())
const passing: Report = {
  ...sample,
  outcome: 'conformant',
  resources: { ...sample.resources, leaked: [] },
  clauses: sample.clauses.map((clause) => {
    const { waived: _, gap: __, ...rest } = clause
    return { ...rest, verdict: 'pass', reason: '1 observation', evidence: 1, failures: [] }
  }),
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function kept(name: string, report: Report): string {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'report.json'), JSON.stringify(report))
  return own
}

const shard = (report: Report, part: string): Report => ({
  ...report,
  run: { ...report.run, options: { ...report.run.options, shard: part } },
})

async function line(...argv: readonly string[]) {
  const { terminal, told } = recordingTerminal()
  const exit = await createProgram(terminal)(argv).catch((error: unknown) => String(error))
  return { exit, ...told }
}

test('merge accepts folders and files, and writes the merged reports', async () => {
  const [one, two] = [kept('one', shard(passing, '1/2')), kept('two', shard(passing, '2/2'))]
  const into = join(folder, 'whole')
  const { exit } = await line('merge', two, join(one, 'report.json'), '--report-dir', into, '--no-github')
  expect(exit).toBe(0)
  const merged = JSON.parse(readFileSync(join(into, 'report.json'), 'utf8')) as Report
  expect(merged.run).toMatchObject({ shards: 2, exit: 0 })
  expect(merged.measurements?.operations.length).toBeGreaterThan(0)
})

test('a merge with an interrupted part does not succeed', async () => {
  const stopped = { ...passing, run: { ...passing.run, interrupted: true } }
  const [one, two] = [kept('one', shard(passing, '1/2')), kept('two', shard(stopped, '2/2'))]
  expect((await line('merge', one, two, '--report-dir', join(folder, 'whole'), '--no-github')).exit).toBe(3)
})

test('merge overwrites no part', async () => {
  const [one, two] = [kept('one', shard(passing, '1/2')), kept('two', shard(passing, '2/2'))]
  const before = readFileSync(join(two, 'report.json'), 'utf8')
  const { exit } = await line('merge', one, two, '--report-dir', join(two, '.'), '--no-github')
  expect(exit).toContain('would be overwritten: name another folder with --report-dir')
  expect(readFileSync(join(two, 'report.json'), 'utf8')).toBe(before)
})

test('diff accepts folders, and ends with 1 after a regression', async () => {
  const [before, after] = [kept('before', passing), kept('after', sample)]
  const worse = await line('diff', before, after, '--format', 'json')
  expect(worse.exit).toBe(1)
  expect(JSON.parse(worse.out)).toMatchObject({ regressed: true, outcome: { after: 'non-conformant' } })
  expect((await line('diff', after, before)).exit).toBe(0)
  expect((await line('diff', before, before)).exit).toBe(0)
})

test('overview writes a page and JSON, prints their paths, and ends as the worst report does', async () => {
  const good = kept('good', passing)
  const incomplete = kept('so so', { ...passing, outcome: 'incomplete' })
  const bad = kept('bad', sample)
  writeFileSync(join(incomplete, 'report.html'), '')
  const into = join(folder, 'over view')
  const overview = (...sources: readonly string[]) => line('overview', ...sources, '--report-dir', into)
  expect((await overview(good)).exit).toBe(0)
  expect((await overview(good, incomplete)).exit).toBe(3)
  const { exit, out } = await overview(good, incomplete, bad)
  expect(exit).toBe(1)
  expect(out).toContain('Outcome   3 reports: 1 conformant, 1 non-conformant, 1 incomplete')
  expect(readdirSync(into).sort()).toEqual(['overview.html', 'overview.json'])
  expect(readFileSync(join(into, 'overview.html'), 'utf8')).toContain('href="../so%20so/report.html"')
  const text = readFileSync(join(into, 'overview.json'), 'utf8')
  expect(
    JSON.parse(text).reports.map(({ name, page }: { name: string; page: string }) => [name, page]),
  ).toEqual([
    ['good', null],
    ['so so', '../so%20so/report.html'],
    ['bad', null],
  ])
  expect((await line('overview', good, incomplete, bad, '--report-dir', into, '--format', 'json')).out).toBe(
    text,
  )
})

test('a page beside a renamed file may belong to another report', async () => {
  const good = kept('good', passing)
  writeFileSync(join(good, 'report.html'), '')
  writeFileSync(join(good, 'other.json'), JSON.stringify(sample))
  const into = join(folder, 'overview')
  expect((await line('overview', good, join(good, 'other.json'), '--report-dir', into)).exit).toBe(1)
  const { reports } = JSON.parse(readFileSync(join(into, 'overview.json'), 'utf8'))
  expect(reports.map(({ page }: { page: string | null }) => page)).toEqual(['../good/report.html', null])
})

test('an overview names an unreadable report and writes nothing', async () => {
  const good = kept('good', passing)
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{')
  const into = join(folder, 'overview')
  for (const [source, message] of [
    [broken, `${broken} is not JSON`],
    [join(folder, 'nowhere'), `The report ${join(folder, 'nowhere')} can't be read`],
    [folder, `The report ${folder} can't be read (the folder contains no report.json)`],
    [join(good, '..', 'good', 'report.json'), 'is given twice'],
  ] as const) {
    const { exit, out } = await line('overview', good, source, '--report-dir', into)
    expect(exit).toContain(message)
    expect(out).toBe('')
    expect(existsSync(into)).toBe(false)
  }
})

test('rejects an overview of different contracts', async () => {
  const of = (name: string) => kept(name, { ...passing, contract: { name, title: name, version: '1' } })
  const { exit } = await line('overview', of('boards'), of('shelves'), '--report-dir', join(folder, 'o'))
  expect(exit).toContain('The reports belong to different contracts (boards 1 and shelves 1)')
  expect(existsSync(join(folder, 'o'))).toBe(false)
})

test('an overview that cannot be written leaves no file', async () => {
  const good = kept('good', passing)
  const file = join(good, 'report.json')
  expect((await line('overview', good, '--report-dir', file)).exit).toContain("can't be written to")
  const into = join(folder, 'into')
  mkdirSync(join(into, 'overview.html'), { recursive: true })
  expect((await line('overview', good, '--report-dir', into)).exit).toContain("can't be written to")
  expect(readdirSync(into)).toEqual(['overview.html'])
})
