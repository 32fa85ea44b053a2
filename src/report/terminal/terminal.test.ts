// The terminal view: all that a failure needs on one screen, and no byte that acts on it.
import { expect, test } from 'vitest'
import { hostileText, sampleEvents, tool } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { liveProgress } from './progress.ts'
import { terminalReport } from './terminal.ts'

const plain = { color: false, verbose: false, quiet: false }
const files = ['out/report.json', 'out/junit.xml']

test('a failure shows sent, expected, received, control, replay and curl', () => {
  expect(terminalReport(toReport(sampleEvents(), tool), { ...plain, files })).toMatchSnapshot()
})

test('quiet shows the failed clauses and the outcome', () => {
  expect(terminalReport(toReport(sampleEvents(), tool), { ...plain, quiet: true })).toBe(
    [
      '! SHOULD event-streams.create.no-5xx   part 4.4',
      '✗ MUST  event-streams.update.enabled-to-disabled   part 4.5',
      'Outcome   non-conformant · 9 of 10 clauses (1 gap)',
      '',
    ].join('\n'),
  )
})

test.each([true, false])('a hostile tenant cannot act on the terminal (verbose: %s)', (verbose) => {
  const report = toReport(sampleEvents(hostileText), tool)
  const text = terminalReport(report, { ...plain, verbose, files })
  expect(text).not.toMatch(/[^\P{C}\n]/u)
  expect(text).not.toMatch(/^✓ MUST all-is-well/m)
  const colored = terminalReport(report, { ...plain, verbose, color: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are what is to be taken out
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(terminalReport(report, { ...plain, verbose }))
})

test('long text is wrapped to the width, commands are not', () => {
  const text = terminalReport(toReport(sampleEvents(' word'.repeat(40)), tool), { ...plain, width: 70 })
  const long = text.split('\n').filter((line) => line.length > 70)
  expect(long.filter((line) => / {8}(received|because|control)/.test(line))).toEqual([])
})

test('off a terminal progress is a line per phase and per failed clause', () => {
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

test('on a terminal progress rewrites one line and leaves it clean', () => {
  const written = progress(true)
  expect(written).toContain('clauses')
  expect(written.endsWith('\r\u001b[2K')).toBe(true)
})

test('progress shows nothing of a hostile tenant raw', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own line rewriting is what is to be taken out
  const written = progress(true, hostileText, true).replaceAll(/\r\u001b\[2K/g, '')
  expect(written).not.toMatch(/[^\P{C}\n]/u)
})

function progress(isTTY: boolean, hostile = '', verbose = false): string {
  let written = ''
  const listener = liveProgress({ write: (text) => (written += text), isTTY, color: false, verbose })
  for (const event of sampleEvents(hostile)) listener(event)
  return written
}
