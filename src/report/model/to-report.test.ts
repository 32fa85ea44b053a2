// Tests that the report is built from the event log, and that no clause passes without evidence.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { clause, hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { toReport } from './to-report.ts'

const schema = JSON.parse(readFileSync(new URL('../../../schemas/meta/report.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

test.each(['', hostileText])('a report satisfies its schema %#', (hostile) => {
  for (const events of [sampleEvents(hostile), sampleEvents(hostile).slice(0, 3)]) {
    const report = toReport(events)
    expect(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors)).toBe(true)
  }
})

test('the schema rejects a pass without evidence, and an unknown member', () => {
  const report = toReport(sampleEvents())
  const clauses = report.clauses.map((one) => ({ ...one, verdict: 'pass', evidence: 0 }))
  expect(validate({ ...report, clauses })).toBe(false)
  expect(validate({ ...report, extra: 1 })).toBe(false)
})

test('counts every clause once, and waived failures and gaps separately', () => {
  const report = toReport(sampleEvents())
  expect(report.summary).toEqual({
    pass: 1,
    fail: 2,
    inconclusive: 1,
    notApplicable: 1,
    notRun: 2,
    outOfScope: 0,
    error: 1,
    waived: 1,
    gaps: 1,
    deviations: 1,
  })
  expect(report.outcome).toBe('non-conformant')
  expect(report.clauses.map(({ id }) => id)).toEqual(report.clauses.map(({ id }) => id).sort())
  expect(report.coverage.totals).toEqual({ constraints: 3, inside: 3, outside: 1, both: 1, unexplained: 1 })
  expect(report.openPoints.map(({ id }) => id)).toEqual(['field', 'success-code.update', 'token-lifetime'])
  expect(report.resources.leaked).toEqual([{ kind: 'event-stream', id: 'est_1' }])
})

test('several judgements of a clause merge, and all reasons and failures remain', () => {
  const toggled = toReport(sampleEvents()).clauses.find(({ id }) => id.endsWith('enabled-to-disabled'))
  expect(toggled).toMatchObject({
    verdict: 'fail',
    evidence: 2,
    reason: 'the stream stayed enabled; pass: a toggle was seen',
    failures: [{ path: '3:1' }],
  })
})

test('a clause without a judgement is not-run, and the reason mentions an interruption', () => {
  const whole = toReport(sampleEvents())
  const verdict = (report: typeof whole) => report.clauses.find(({ id }) => id.endsWith('independent'))
  expect(verdict(whole)).toMatchObject({
    verdict: 'not-run',
    reason: 'no check of this run judged the clause',
  })
  const cut = toReport(sampleEvents().slice(0, -1))
  expect(cut.run.interrupted).toBe(true)
  expect(verdict(cut)).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('interrupted') })
})

test('a pass without evidence does not count as a pass', () => {
  const report = toReport([...start('a.b.c'), judged('a.b.c', 0)])
  expect(report.clauses[0]).toMatchObject({ verdict: 'inconclusive', evidence: 0 })
  expect(report.outcome).toBe('incomplete')
})

test('a judgement of an undeclared clause is an error of this tool, not of the tenant', () => {
  const report = toReport([...start('a.b.c'), judged('a.b.c', 1), judged('x.y.z', 1)])
  expect(report.clauses[1]).toMatchObject({ id: 'x.y.z', verdict: 'error' })
  expect(report.outcome).toBe('incomplete')
})

test('a waiver applies only to a failed clause, and a gap only to an open one', () => {
  const known = { clause: 'a.*', reason: 'known' }
  const passed = { ...judged('a.b.c', 1), waived: known, gap: known }
  const [clause] = toReport([...start('a.b.c'), passed]).clauses
  expect(clause).not.toHaveProperty('waived')
  expect(clause).not.toHaveProperty('gap')
})

function start(id: string): RunEvent[] {
  return sampleEvents()
    .slice(0, 1)
    .map((event) => (event.type === 'run-started' ? { ...event, clauses: [clause(id)] } : event))
}

function judged(id: string, evidence: number) {
  return { type: 'clause-judged', clause: id, verdict: 'pass', reason: '', evidence, failures: [] } as const
}
