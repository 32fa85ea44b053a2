// Tests the description of the depth, and which parts of reports contain it.
import { expect, test } from 'vitest'
import type { RunEvent } from '../../base/event.ts'
import { reportHtml } from '../html/index.ts'
import { summaryMarkdown } from '../markdown/index.ts'
import { requireMergeable } from '../merge/mergeable.ts'
import type { Report } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { terminalReport } from '../terminal/terminal.ts'
import { depthInWords } from './depth.ts'

const deeper = { depth: 'deep', requests: 645, seconds: 8 } as const

test.each([
  [{ depth: 'deep', reason: 'it fits' }, 'deep: it fits'],
  [
    { depth: '40%', reason: 'it fits', deeper },
    '40%, between default (0%) and deep (100%): it fits. --depth deep tries every case at every operation (about 645 requests more, about 8.0 s longer).',
  ],
  [
    { depth: 'default', reason: 'set with --depth', deeper: { ...deeper, requests: null, seconds: null } },
    'default: set with --depth. --depth deep tries every case at every operation.',
  ],
] as const)('%j', (chosen, words) => {
  expect(depthInWords(chosen)).toBe(words)
})

const started: Extract<RunEvent, { type: 'run-started' }> = {
  type: 'run-started',
  ...{ seed: 1, startedAtMs: 0, strict: false, clauses: [] },
  target: { baseUrl: 'http://t.example', authUrl: 'http://t.example', embedded: false, profile: null },
  options: { depth: 'default', examples: 4 },
}
const report: Report = toReport([
  started,
  { type: 'depth', depth: '40%', examples: 7, reason: 'it fits', deeper },
])

test('a report stores the depth for replay and merge', () => {
  expect(report.run.depth).toEqual({ depth: '40%', reason: 'it fits', deeper })
  expect(report.run.options).toEqual({ depth: '40%', examples: 7 })
})

test('every report for people shows the depth', () => {
  const words = 'it fits. --depth deep tries every case at every operation'
  const terminal = terminalReport(report, { color: false, verbose: false, quiet: false, width: 200 })
  expect(terminal).toContain(`Depth     40%, between default (0%) and deep (100%): ${words}`)
  expect(summaryMarkdown(report)).toContain('it fits')
  expect(reportHtml(report)).toContain(words)
})

test('rejects merging reports of two depths', () => {
  const other = toReport([
    { ...started, startedAtMs: 1 },
    { type: 'depth', depth: 'deep', examples: 50, reason: 'it fits' },
  ])
  expect(() =>
    requireMergeable([
      { name: 'a', report },
      { name: 'b', report: other },
    ]),
  ).toThrow(
    "a and b can't be merged, because they differ in the depth (40% and deep): run every part with the same --depth.",
  )
})
