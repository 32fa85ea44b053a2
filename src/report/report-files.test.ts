// Tests that a report file is either complete or does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../test/report/sample.ts'
import { ConfigurationError } from '../base/error.ts'
import { defaultFormats, reportFormats } from './choice/index.ts'
import type { Format } from './format.ts'
import { formats } from './formats.ts'
import { readReport } from './model/read.ts'
import { toReport } from './model/to-report.ts'
import { ReportFiles, writeReports } from './report-files.ts'

const shown = defaultFormats.map((name) => formats[name]).filter(({ ofLog }) => ofLog !== true)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each(['', hostileText])(
  'a written report can be read, and does not act on displays %#',
  async (hostile) => {
    const report = toReport(sampleEvents(hostile))
    const deep = join(folder, 'a', 'b')
    const written = await writeReports(report, deep)
    expect(written).toEqual(shown.map(({ file }) => join(deep, file)))
    expect((await readdir(deep)).sort()).toEqual(shown.map(({ file }) => file).sort())
    expect(await readReport(join(deep, 'report.json'))).toEqual(JSON.parse(JSON.stringify(report)))
    for (const file of written) expect(/[^\P{C}\n\t]/u.test(await readFile(file, 'utf8')), file).toBe(false)
  },
)

test('a folder that cannot be written is an error of the operator, and no partial file stays', async () => {
  const report = toReport(sampleEvents())
  await writeFile(join(folder, 'file'), '')
  await expect(writeReports(report, join(folder, 'file'))).rejects.toThrow(ConfigurationError)
  // A folder with this name lets the last rename fail.
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
])('rejects %s with one sentence', async (name, content, message) => {
  const file = join(folder, name)
  if (content !== null) await writeFile(file, content)
  await expect(readReport(file)).rejects.toThrow(ConfigurationError)
  await expect(readReport(file)).rejects.toThrow(message)
})

test('writes only the selected formats, and can write each format', async () => {
  const report = toReport(sampleEvents())
  for (const format of reportFormats.filter((name) => name !== 'events')) {
    const [file = '', ...more] = await writeReports(report, join(folder, format), [format])
    expect(more).toEqual([])
    expect(await readdir(join(folder, format))).toEqual([basename(file)])
    expect(await readFile(file, 'utf8')).not.toBe('')
  }
})

test("a finding has a path relative to the job's folder, or only the name of a file outside", async () => {
  const report = toReport(sampleEvents())
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

test('a new format needs a folder and a line: it gets each event, and the report at the end', () => {
  const counting: Format = {
    file: 'count.txt',
    begin() {
      let exchanges = 0
      return {
        hear(event) {
          if (event.type !== 'exchange') return ''
          exchanges += 1
          return `${event.exchange.request.method}\n`
        },
        end: (report) => `${exchanges} of a ${report.outcome} run\n`,
      }
    },
  }
  const files = new ReportFiles(folder, [counting, formats.json])
  for (const event of sampleEvents()) files.hear(event)
  expect(existsSync(join(folder, 'count.txt'))).toBe(false)
  files.finish(toReport(sampleEvents()))
  expect(readFileSync(join(folder, 'count.txt'), 'utf8')).toBe('PATCH\nPATCH\n2 of a non-conformant run\n')
})

test("each format has its own folder, and only the list and the layer's interface name it", () => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const list = readFileSync(join(root, 'formats.ts'), 'utf8')
  const folders = [...list.matchAll(/import \{ \w+Format \} from '\.\/(\w+)\/index\.ts'/g)].map(
    ([, name]) => name,
  )
  expect(folders).toHaveLength(Object.keys(formats).length)
  const others = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.') && !['formats.ts', 'index.ts'].includes(file),
  )
  const speaking = others.filter((file) =>
    folders.some(
      (name) =>
        !file.startsWith(`${name}/`) && readFileSync(join(root, file), 'utf8').includes(`/${name}/index.ts'`),
    ),
  )
  expect(speaking).toEqual([])
})

test('text written during a run is on disk when a phase begins; no file exists before the first event', () => {
  const files = new ReportFiles(join(folder, 'later'), [formats.events])
  expect(existsSync(join(folder, 'later'))).toBe(false)
  const written = (): number =>
    readFileSync(join(folder, 'later', 'events.ndjson'), 'utf8').split('\n').length - 1
  const [first, ...events] = sampleEvents()
  if (first === undefined) throw new Error('no event')
  files.hear(first)
  for (const [index, event] of events.entries()) {
    files.hear(event)
    if (event.type === 'phase-started') expect(written()).toBe(index + 2)
  }
  files.abandon()
})

test('a folder that fails during a run is reported at the end and stops nothing before', async () => {
  await writeFile(join(folder, 'file'), '')
  const files = new ReportFiles(join(folder, 'file'), [formats.events, formats.json])
  for (const event of sampleEvents()) files.hear(event)
  expect(() => files.finish(toReport(sampleEvents()))).toThrow(/cannot be written .*--report-dir/)
})
