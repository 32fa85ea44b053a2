// Tests that each report format describes each failed clause of a group.
import { expect, test } from 'vitest'
import { failure, sampleEvents } from '../../test/report/sample.ts'
import { causesOf } from './causes/causes.ts'
import { ctrfOf } from './ctrf/ctrf.ts'
import { reportHtml } from './html/html.ts'
import { junitXml } from './junit/junit.ts'
import type { Report } from './model/report.ts'
import { toReport } from './model/to-report.ts'
import { githubAnnotations } from './pipeline/github.ts'
import { sarifOf } from './sarif/sarif.ts'
import { terminalReport } from './terminal/terminal.ts'

const sample = toReport(sampleEvents())
const names = ['first', 'second', 'third']
const report: Report = {
  ...sample,
  clauses: names.map((name) => ({
    id: `loans.update.${name}`,
    operation: 'loans.update',
    level: 'MUST',
    part: '2',
    statement: `What ${name} states.`,
    verdict: 'fail',
    reason: `because of ${name}`,
    evidence: 0,
    failures: [
      {
        ...failure(),
        message: `because of ${name}`,
        expected: `expected of ${name}`,
        received: `received by ${name}`,
        kind: 'as-sent',
      },
    ],
  })),
}

test('the failures form one group', () => {
  expect(causesOf(report.clauses).groups).toHaveLength(1)
})

test.each([
  ['JUnit', junitXml(report)],
  ['the page', reportHtml(report)],
  ['SARIF', JSON.stringify(sarifOf(report))],
  ['CTRF', JSON.stringify(ctrfOf(report))],
  ['GitHub', githubAnnotations(report)],
])('%s contains reason, expected and received values of each failure', (_, text) => {
  for (const name of names)
    for (const said of [`because of ${name}`, `expected of ${name}`, `received by ${name}`])
      expect(text).toContain(said)
})

test.each([
  ['JUnit', junitXml(report)],
  ['the page', reportHtml(report)],
])('%s contains the request of each failure', (_, text) => {
  expect(text.split('/event-streams/est_8sQ').length).toBeGreaterThan(names.length)
})

test('the terminal shows a block for the first failure and the received values of the others', () => {
  const text = terminalReport(report, { color: false, verbose: false, quiet: false })
  expect(text).toMatch(
    /^✗ MUST {2}loans\.update\.first .*because of first.*expected of first.*received by first/ms,
  )
  for (const name of ['second', 'third'])
    expect(text).toMatch(
      new RegExp(`^ +✗ MUST {2}loans\\.update\\.${name}: received 200 · received by ${name}$`, 'm'),
    )
})
