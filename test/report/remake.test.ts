// Tests reports that are made again from the event log. They are identical, or say that the log is truncated.
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Report, reportFormats } from '../../src/report/index.ts'
import { command, type Ended } from '../command.ts'

const place = mkdtempSync(join(tmpdir(), 'remake-'))
afterAll(() => rmSync(place, { recursive: true }))

const folder = join(place, 'run')
const copy = join(place, 'copy')
const log = join(copy, 'events.ndjson')
const all = ['--reports', reportFormats.join(','), '--har', 'all']

let ran: Ended
beforeAll(async () => {
  const scope = [
    '--only',
    'event-streams.update.name-changes',
    'any.event-delivered',
    '--examples',
    '1',
    '--seed',
    '7',
  ]
  await command(['run', ...scope, '--report-dir', join(place, 'before')])
  const baseline = ['--baseline', join(place, 'before', 'report.json')]
  const fault = ['--fault', 'update-name-ignored']
  ran = await command(['run', ...scope, ...baseline, ...fault, '--report-dir', folder, ...all])
})

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
})

const files = (of: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(of)
      .filter((name) => name !== 'ledger.jsonl')
      .map((name) => [name, readFileSync(join(of, name), 'utf8')]),
  )

test('every file is identical to the byte, and so is the exit code', async () => {
  expect(ran.status, ran.error).toBe(1)
  for (const name of readdirSync(copy)) if (name !== 'events.ndjson') rmSync(join(copy, name))
  const again = await command(['report', copy, ...all])
  expect(again.status, again.error).toBe(1)
  expect(files(copy)).toEqual(files(folder))
  expect(Object.keys(files(copy)).length).toBe(reportFormats.length + 1)
  const report = JSON.parse(files(copy)['report.json'] ?? '') as Report
  expect(report.baseline?.changes.newlyFailing.map(({ id }) => id)).toContain(
    'event-streams.update.name-changes',
  )
  expect(report.measurements?.deliveries.map(({ act }) => act)).toContain('delivered')
  expect(report.run.exit).toBe(1)
  // The observation contains the delivery and the stream.
  const delivered = report.clauses.find(({ id }) => id === 'any.event-delivered')?.observation
  expect(delivered?.shows).toMatch(/^the event arrived: POST .* ms after the trigger$/s)
  expect(delivered?.steps?.[0]).toMatchObject({
    operation: 'event-streams.create',
    response: { status: 201 },
  })
  expect(files(copy)['report.html']).toContain('the event arrived: POST')
})

test('reads a log in another folder, and writes reports to the given one', async () => {
  const into = join(place, 'elsewhere')
  const { status } = await command(['report', log, '--report-dir', into, '--reports', 'json,events'])
  expect(status).toBe(1)
  expect(readdirSync(into)).toEqual(['report.json'])
  expect(files(into)['report.json']).toBe(files(folder)['report.json'])
})

const lines = (): string[] => readFileSync(join(folder, 'events.ndjson'), 'utf8').split('\n').slice(0, -1)

test.each([
  ['in a line', (text: string) => text.slice(0, -10)],
  ['behind a line', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
  ['in the middle', (text: string) => text.slice(0, text.length >> 1)],
  ['behind the first line', (text: string) => text.slice(0, text.indexOf('\n') + 1)],
])('a log that ends %s shows its content, and that it is incomplete', async (_, cut) => {
  writeFileSync(log, cut(readFileSync(log, 'utf8')))
  const { status, out } = await command(['report', copy, ...all])
  expect(status).toBe(3)
  expect(out).toContain('The event log ends before the end of the run')
  const report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as Report
  expect(report.run.truncated).toBe(true)
  expect(report.outcome).not.toBe('conformant')
  expect(JSON.parse(readFileSync(join(copy, 'har.har'), 'utf8')).log.version).toBe('1.2')
})

test.each<[string, (events: string[]) => string, RegExp]>([
  ['is empty', () => '', /contains no complete event: there is nothing to report/],
  ['is no log', () => 'hello\n', /Line 1 of .*events\.ndjson is not JSON/],
  [
    'has a line that is none',
    (events) => [events[0], 'x', ...events.slice(1)].join('\n'),
    /Line 2 of .* is not JSON/,
  ],
  [
    'is of a later version',
    ([first = '', ...events]) => [first.replace('"logVersion":1', '"logVersion":2'), ...events].join('\n'),
    /is a log of version 2, but this version of the tool reads version 1: use the version that wrote it/,
  ],
  [
    'does not begin with its start',
    ([first, ...events]) => [...events, first].join('\n'),
    /does not begin with the start of a run/,
  ],
  ['has a strange event', (events) => [...events, '{"type":"other"}'].join('\n'), /an unknown type/],
  [
    'has an event with a strange member',
    (events) => [events[0], '{"type":"note","message":1}', ...events.slice(1)].join('\n'),
    /Line 2 of .* is not an event of a run, at \/message \(it must be a string\)/,
  ],
])('refuses a log that %s in one sentence, and changes no report', async (_, made, says) => {
  writeFileSync(log, made(lines()))
  const before = files(copy)
  const { status, error, out } = await command(['report', copy, ...all])
  expect(status).toBe(2)
  expect(error).toMatch(says)
  expect(out).toBe('')
  expect(error.trim().split('\n')).toHaveLength(1)
  expect(files(copy)).toEqual(before)
})

test('reports a folder without a log, with what to give', async () => {
  const { status, error } = await command(['report', join(place, 'nowhere')])
  expect(status).toBe(2)
  expect(error).toMatch(/The event log .*events\.ndjson can't be read .*: give the report folder of a run\./)
})

test('a log without the verdict of one clause is not conformant, even if its last event has exit code 0', async () => {
  const judged = (line: string): boolean =>
    line.startsWith('{"type":"clause-judged"') && line.includes('"fail"')
  const kept = lines()
    .filter((line) => !judged(line))
    .map((line) => line.replace('{"type":"concluded","exit":1}', '{"type":"concluded","exit":0}'))
  writeFileSync(log, `${kept.join('\n')}\n`)
  expect((await command(['report', copy])).status).toBe(3)
})

test('events after the end of a log make it incomplete', async () => {
  appendFileSync(log, '{"type":"note","message":"more"}\n')
  expect((await command(['report', copy])).status).toBe(3)
})
