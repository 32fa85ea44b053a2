// Tests the description of leftovers. A leftover is certain or only possible.
import { expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { summaryMarkdown } from '../markdown/index.ts'
import { toReport } from '../model/to-report.ts'
import { terminalReport } from '../terminal/terminal.ts'
import { leftBehind, mayBeThere, searchesInWords, searchHeading } from './leftovers.ts'

const search = 'send GET http://127.0.0.1/shelfs and look for that name'
const lost = (number: number): RunEvent => ({
  ...{ type: 'resource', action: 'leaked', kind: 'shelf', id: `"tc-1 ${number}"` },
  uncertain: search,
})
const report = (...events: RunEvent[]) =>
  toReport(
    sampleEvents()
      .filter((event) => event.type !== 'resource')
      .flatMap((event) => (event.type === 'run-finished' ? [...events, event] : [event])),
  )

test('distinguishes possible leftovers from certain ones, and explains the search once', () => {
  const there: RunEvent = { type: 'resource', action: 'leaked', kind: 'shelf', id: 'est_1' }
  const { resources } = report(there, lost(1), lost(2), lost(3), lost(4))
  expect(leftBehind(resources)).toEqual([{ kind: 'shelf', id: 'est_1' }])
  expect(mayBeThere(resources)).toHaveLength(4)
  expect(searchesInWords(resources)).toEqual([
    `shelf "tc-1 1", "tc-1 2", "tc-1 3" and 1 more in the report: ${search}.`,
  ])
  expect(searchHeading(resources)).toBe(
    '4 resources may be left behind: no response shows whether the tenant created them',
  )
})

test('a run that only lost responses reports no certain leftovers', () => {
  const whole = report(lost(1))
  const texts = [
    terminalReport(whole, { color: false, verbose: false, quiet: false, width: 200 }),
    summaryMarkdown(whole),
  ]
  for (const text of texts) {
    expect(text).toContain('1 resource may be left behind: no response shows whether the tenant created it')
    expect(text.match(/look for that name/g)).toHaveLength(1)
    expect(text).not.toMatch(/(?<!may be )left behind|could not be removed|if it was made/i)
  }
})
