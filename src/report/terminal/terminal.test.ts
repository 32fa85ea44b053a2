// Tests that failures fit on one screen, and that no text contains terminal control sequences.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Report } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { columnsOf } from '../text/columns.ts'
import { liveProgress } from './progress.ts'
import { terminalReport } from './terminal.ts'

const plain = { color: false, verbose: false, quiet: false }
const files = ['out/report.json', 'out/junit.xml']

test('a failure shows the request, expected and received values, control, replay and curl', () => {
  expect(terminalReport(toReport(sampleEvents()), { ...plain, files })).toMatchSnapshot()
})

test('with quiet, shows the failed clauses and the outcome', () => {
  expect(terminalReport(toReport(sampleEvents()), { ...plain, quiet: true })).toBe(
    [
      '! SHOULD event-streams.create.no-5xx   part 4.4',
      '✗ MUST  event-streams.update.enabled-to-disabled   part 4.5',
      'Outcome   non-conformant · 9 of 10 clauses (1 gap; 1 failure waived)',
      '',
    ].join('\n'),
  )
})

test.each([true, false])('a hostile tenant cannot act on the terminal (verbose: %s)', (verbose) => {
  const report = toReport(sampleEvents(hostileText))
  const text = terminalReport(report, { ...plain, verbose, files })
  expect(text).not.toMatch(/[^\P{C}\n]/u)
  expect(text).not.toMatch(/^✓ MUST all-is-well/m)
  const colored = terminalReport(report, { ...plain, verbose, color: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression removes the colours of the report
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(terminalReport(report, { ...plain, verbose }))
})

const report = toReport(sampleEvents())

/** Makes a report with failed clauses. In every third clause, another member is wrong. */
const failing = (count: number): Report => {
  const [failed] = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const [first] = failed?.failures ?? []
  if (failed === undefined || first === undefined) throw new Error('nothing failed in the sample')
  const clauses = Array.from({ length: count }, (_, index) => ({
    ...failed,
    id: `loans.update.clause-${index}`,
    operation: 'loans.update',
    level: 'MUST' as const,
    failures: [
      {
        ...first,
        received: `wrong ${index}`,
        pointers: [`/member-${Math.floor(index / 3)}`],
        kind: 'as-sent',
      },
    ],
  }))
  return { ...report, clauses, summary: { ...report.summary, fail: count, deviations: 0, waived: 0 } }
}

const linesOf = (of: Report, options: object = {}): readonly string[] =>
  terminalReport(of, { ...plain, ...options }).split('\n')

test('a group has a block for its first failure, and a line with the received values for each other failure', () => {
  const lines = linesOf(failing(29))
  expect(lines).toContain('Failures (29, in 10 groups)')
  expect(lines.filter((line) => line.startsWith('        replay'))).toHaveLength(10)
  expect(lines.filter((line) => line === '        same in   2 more clauses:')).toHaveLength(9)
  for (let index = 0; index < 29; index += 1)
    if (index % 3 > 0)
      expect(lines.join('\n')).toMatch(
        new RegExp(`^ {8}✗ MUST {2}loans\\.update\\.clause-${index}: received .*wrong ${index}$`, 'm'),
      )
  expect(lines.at(-2)).toMatch(/^Outcome/)
})

test('with more than ten groups, all blocks are shown in short form', () => {
  const lines = linesOf(failing(600), { width: 80 })
  expect(lines).toContain('Failures (600, in 200 groups)')
  for (const label of ['because', 'sent', 'expected', 'received'])
    expect(lines.filter((line) => line.startsWith(`        ${label} `))).toHaveLength(200)
  expect(lines.join('\n')).not.toMatch(/^ {8}(?:control|curl|replay) /m)
  expect(lines).toContain('Controls and commands to reproduce them: --verbose, or reports/report.json')
  for (let index = 0; index < 600; index += 1)
    expect(lines.some((line) => new RegExp(`MUST +loans\\.update\\.clause-${index}\\b`).test(line))).toBe(
      true,
    )
  const verbose = terminalReport(failing(60), { ...plain, verbose: true })
  expect(verbose.match(/^ {8}replay/gm)).toHaveLength(60)
})

test('a screen omits scripts of several lines, unless verbose is set', () => {
  const written = (options: object) => terminalReport(toReport(sampleEvents()), { ...plain, ...options })
  const folded = '        curl      2 lines: in reports/report.json, or use --verbose\n'
  expect(written({ screen: true })).toContain(folded)
  expect(written({ screen: true })).not.toContain('curl -X')
  for (const options of [{}, { screen: true, verbose: true }])
    expect(written(options)).toContain('curl      curl -X')
})

test('explains a run that checked nothing in a sentence and a short list', () => {
  const reason =
    'the tenant refuses TENANT_ACCESS_TOKEN at every operation that was tried: check when it ends, and its scopes'
  const clauses = failing(199).clauses.map((clause) => ({
    ...clause,
    verdict: 'inconclusive' as const,
    reason,
    failures: [],
  }))
  const summary = { ...report.summary, pass: 0, fail: 0, waived: 0, inconclusive: 199 }
  const refused = {
    ...report,
    clauses,
    summary,
    outcome: 'incomplete' as const,
    notes: [],
    resources: { ...report.resources, leaked: [] },
  }
  const lines = terminalReport(refused, { ...plain, width: 80 }).split('\n')
  expect(lines.length).toBeLessThan(24)
  expect(lines.slice(4, 8)).toEqual([
    'Inconclusive (199)',
    '  ? the tenant refuses TENANT_ACCESS_TOKEN at every operation that was tried:',
    '    check when it ends, and its scopes (199 clauses)',
    '    loans.update 199',
  ])
})

test('shows few reasons for open clauses, and the most frequent one last', () => {
  const clauses = Array.from({ length: 55 }, (_, index) => ({
    ...(report.clauses[0] as (typeof report.clauses)[number]),
    id: `loans.update.clause-${index}`,
    verdict: 'not-run' as const,
    // One clause has the first reason, two clauses have the second reason, and so on.
    reason: `reason ${Math.floor((Math.sqrt(8 * index + 1) - 1) / 2) + 1}`,
  }))
  const summary = { ...report.summary, fail: 0 }
  const lines = terminalReport({ ...report, clauses, summary }, plain).split('\n')
  expect(lines.slice(lines.indexOf('Not run (55)') + 1).slice(0, 7)).toEqual([
    '    10 clauses for 4 other reasons: --verbose, or the report',
    ...[5, 6, 7, 8, 9, 10].map((count) => `  - reason ${count} (${count} clauses)`),
  ])
  expect(terminalReport({ ...report, clauses, summary }, { ...plain, verbose: true })).toContain(
    'loans.update.clause-0\n',
  )
})

test.each([40, 60, 80, 200])(
  'with %d columns no line is longer, except for commands, which users copy',
  (width) => {
    const wide = toReport(sampleEvents(` ${'日本語'.repeat(30)} ${'word '.repeat(30)}`))
    for (const verbose of [true, false])
      for (const line of terminalReport(wide, { ...plain, verbose, width, files }).split('\n'))
        if (
          !/^ +(?:replay|curl|drawn by| {10})|^Outcome/.test(line) &&
          !/^(?: {6}|\S )(?:MUST|SHOULD) /.test(line)
        )
          expect(columnsOf(line), line).toBeLessThanOrEqual(width)
  },
)

test('without a terminal, progress prints a line for each phase and each failed clause', () => {
  expect(progress(false)).toBe(
    [
      'checking http://127.0.0.1:4010/api/v2 · writes destructive',
      'preflight …',
      'examples …',
      '✗ MUST  event-streams.update.enabled-to-disabled: the stream stayed enabled',
      '! SHOULD event-streams.create.no-5xx: the stream stayed enabled',
      '',
    ].join('\n'),
  )
})

test('on a terminal, progress overwrites one line and removes it at the end', () => {
  const written = progress(true)
  expect(written).toContain('clauses')
  expect(written.endsWith('\r\u001b[2K')).toBe(true)
})

test('progress grows with requests and observed clauses', () => {
  const last = progress(true)
    .split('\r\u001b[2K')
    .filter((line) => line.includes('clauses'))
    .at(-1)
  expect(last).toBe('examples · 2/40 requests · 3/8 clauses · 2 failed')
})

test('prints few failures as they occur, and counts further ones', () => {
  const { told, hear } = listening({})
  for (const event of sampleEvents().slice(0, 2)) hear(event)
  for (let number = 1; number <= 9; number++)
    hear({ type: 'observed', clause: `loans.update.clause-${number}`, atMs: 0, failure: 'it is wrong' })
  hear({ type: 'observed', clause: 'loans.update.clause-1', atMs: 0, failure: 'it is wrong again' })
  expect(told().match(/^✗ MUST /gm)).toHaveLength(5)
  expect(told()).toMatch(/more failures: the report at the end lists them\n$/)
})

describe('while time passes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const exchange = sampleEvents().find(({ type }) => type === 'exchange') as RunEvent

  test('without a terminal, prints a line every ten seconds, with the rate and the remaining time', () => {
    const { told, hear } = listening({})
    for (const event of sampleEvents().slice(0, 3)) hear(event)
    for (let second = 0; second < 20; second++) {
      hear(exchange)
      vi.advanceTimersByTime(1_000)
    }
    expect(told().split('\n').slice(2)).toEqual([
      'preflight · 10/40 requests · 0/8 clauses · 0 failed · 1.0/s · 30 s left',
      expect.stringMatching(
        /^preflight · 20\/40 requests · 0\/8 clauses · 0 failed · [01]\.[09]\/s · 2[02] s left$/,
      ),
      '',
    ])
    hear({ ...finished, type: 'run-finished' })
    vi.advanceTimersByTime(60_000)
    expect(told()).not.toContain('30 requests')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('on a terminal, redraws the line without new events and never wraps it', () => {
    let width = 200
    const { told, hear } = listening({ isTTY: true, width: () => width })
    for (const event of sampleEvents('日本語').slice(0, 3)) hear(event)
    const before = told().length
    width = 40
    vi.advanceTimersByTime(3_000)
    const drawn = told().slice(before).split('\r\u001b[2K').slice(1)
    expect(drawn).toHaveLength(3)
    for (const line of drawn) expect(columnsOf(line)).toBeLessThan(40)
  })

  test('a run that throws leaves the terminal clean', () => {
    const { told, hear } = listening({ isTTY: true })
    for (const event of sampleEvents().slice(0, 3)) hear(event)
    hear.end()
    vi.advanceTimersByTime(5_000)
    expect(told().endsWith('\r\u001b[2K')).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

const finished = sampleEvents().at(-1) as Extract<RunEvent, { type: 'run-finished' }>

function listening(options: Partial<Parameters<typeof liveProgress>[0]>) {
  let written = ''
  const hear = liveProgress({
    write: (text) => (written += text),
    isTTY: false,
    color: false,
    verbose: false,
    ...options,
  })
  return { told: () => written, hear }
}

test('progress escapes text of a hostile tenant', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression removes the escapes of the status line
  const written = progress(true, hostileText, true).replaceAll(/\r\u001b\[2K/g, '')
  expect(written).not.toMatch(/[^\P{C}\n]/u)
})

function progress(isTTY: boolean, hostile = '', verbose = false): string {
  let written = ''
  const listener = liveProgress({ write: (text) => (written += text), isTTY, color: false, verbose })
  for (const event of sampleEvents(hostile)) listener(event)
  return written
}

test('on a screen every line fits, also the outcome; in a log the outcome is one line', () => {
  const report = toReport(sampleEvents())
  const options = { color: false, verbose: false, quiet: false, width: 40 }
  const outcome = (screen: boolean): string[] =>
    terminalReport(report, { ...options, screen })
      .split('\n')
      .slice(-3)
  const [last = ''] = outcome(false).slice(-2)
  expect(last).toMatch(/^Outcome {3}non-conformant · /)
  expect(last.length).toBeGreaterThan(40)
  for (const line of outcome(true)) expect(line.length).toBeLessThanOrEqual(40)
  expect(outcome(true).join(' ').replace(/\s+/g, ' ')).toContain(last.slice(-20).trim())
})
