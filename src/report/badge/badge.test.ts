// Tests that the badge is valid, and that it is green only for a complete and conformant run.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { rendered } from '../../../test/report/rendered.ts'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Verdict } from '../../base/verdict.ts'
import type { Badge } from './badge.ts'
import { badgeFormat } from './index.ts'

const schema = JSON.parse(readFileSync(new URL('../../../schemas/meta/badge.json', import.meta.url), 'utf8'))
const valid = new Ajv2020({ strict: true }).compile(schema)

const badge = (events: readonly RunEvent[]): Badge => JSON.parse(rendered(badgeFormat, events))

const contract = { name: 'shelves', title: 'Shelves API', version: '2' }

const withVerdicts = (verdicts: readonly Verdict[], interrupted = false): readonly RunEvent[] => {
  const events = sampleEvents()
  const [started] = events
  if (started?.type !== 'run-started') throw new Error('the sample begins otherwise')
  const clauses = started.clauses.slice(0, verdicts.length)
  return [
    { ...started, contract, clauses },
    ...verdicts.map(
      (verdict, index): RunEvent => ({
        type: 'clause-judged',
        clause: clauses[index]?.id ?? '',
        verdict,
        reason: 'so it is',
        evidence: verdict === 'pass' ? 1 : 0,
        failures: [],
      }),
    ),
    ...events.flatMap((event) => (event.type === 'run-finished' ? [{ ...event, interrupted }] : [])),
  ]
}

test.each([
  [['pass', 'pass'], 'conformant 2', 'brightgreen'],
  [['pass', 'out-of-scope'], 'conformant 2 (in part)', 'yellowgreen'],
  [['pass', 'fail'], 'non-conformant 2', 'red'],
  [['pass', 'not-run'], 'incomplete 2', 'yellow'],
  [['not-run', 'out-of-scope'], 'incomplete 2 (in part)', 'yellow'],
] as const)('the badge of %j shows %s in %s', (verdicts, message, color) => {
  const shown = badge(withVerdicts(verdicts))
  expect(shown).toMatchObject({ label: 'Shelves API', message, color })
  expect(shown.isError ?? false).toBe(color === 'red')
  expect(valid(shown), JSON.stringify(valid.errors)).toBe(true)
})

test('an interrupted run is not green', () => {
  expect(badge(withVerdicts(['pass'], true)).color).not.toBe('brightgreen')
})

test.each(['', hostileText])('is valid and contains no counts %#', (hostile) => {
  const [started, ...events] = sampleEvents(hostile)
  if (started?.type !== 'run-started') throw new Error('the sample begins otherwise')
  expect(badge([started, ...events])).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message: 'non-conformant',
    color: 'red',
    isError: true,
  })
  const hostileContract = { name: 'a', title: `Shelves ${hostile}`, version: `2${hostile}` }
  const shown = badge([{ ...started, contract: hostileContract }, ...events])
  expect(valid(shown), JSON.stringify(valid.errors)).toBe(true)
  expect(JSON.stringify(shown)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
})

test('the schema in this test rejects invalid badges', () => {
  const good = badge(sampleEvents())
  expect(valid({ ...good, color: 'green' })).toBe(false)
  expect(valid({ ...good, message: '99%' })).toBe(false)
  expect(valid({ ...good, percent: 99 })).toBe(false)
})
