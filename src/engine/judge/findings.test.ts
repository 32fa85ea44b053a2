// Tests that all findings are counted, but only some of them are stored.
import { expect, test } from 'vitest'
import { exchangeOf, failureNamed } from '../exchange.testing.ts'
import { type Finding, Findings, type OpenVerdict } from './findings.ts'

const clause = 'event-streams.update.name-changes'

const satisfied = (...compared: string[]): Finding => ({
  clause,
  says: 'satisfied',
  evidence: { kind: 'condition', compared },
})
const open = (verdict: OpenVerdict, reason: string): Finding => ({ clause, says: 'open', verdict, reason })
const findingsOf = (...all: Finding[]): Findings => {
  const findings = new Findings()
  for (const finding of all) findings.add(finding)
  return findings
}

test('a clause without findings has an empty tally', () => {
  const findings = new Findings()
  const nothing = {
    ...{ satisfied: 0, violated: 0, violations: [], open: [], compared: [] },
    ...{ observation: null, durationMs: null },
  }
  expect(findings.of(clause)).toEqual(nothing)
  findings.add({ ...satisfied('x /a'), clause: 'another.clause' } as Finding)
  expect(findings.of(clause)).toEqual(nothing)
})

test('each observation counts; compared members are listed once, sorted', () => {
  const { satisfied: count, compared } = findingsOf(
    satisfied('x /b', 'x /a'),
    satisfied('x /b'),
    satisfied(),
  ).of(clause)
  expect(count).toBe(3)
  expect(compared).toEqual(['x /a', 'x /b'])
})

test('the first passing observation of a clause is stored with its details', () => {
  const findings = new Findings()
  for (const id of [1, 2]) {
    const exchange = { ...exchangeOf(), id }
    findings.add({
      clause,
      says: 'satisfied',
      evidence: { kind: 'refused', compared: [], exchange, control: null },
    })
  }
  expect(findings.of(clause).observation).toMatchObject({
    kind: 'refused',
    exchange: { id: 1 },
    control: null,
  })
})

test('the durations of a clause’s checks add up', () => {
  const findings = new Findings()
  for (const durationMs of [20, 22]) findings.took(clause, durationMs)
  expect(findings.of(clause).durationMs).toBe(42)
})

test('no more than comparedMax members are kept', () => {
  const members = Array.from({ length: 300 }, (_, index) => `x /${index}`)
  const { compared } = findingsOf(satisfied(...members)).of(clause)
  expect(compared).toHaveLength(256)
  expect(compared).toContain('x /255')
  expect(compared).not.toContain('x /256')
})

test('all violations are counted, and the first violationsMax stored with their replay paths', () => {
  const failures = ['first', 'second', 'third', 'fourth'].map(failureNamed)
  const findings = findingsOf(
    ...failures.map((failure, index): Finding => {
      const said = { clause, says: 'violated', failure } as const
      return index === 1 ? { ...said, path: '3:1' } : said
    }),
  )
  const { violated, violations } = findings.of(clause)
  expect(violated).toBe(4)
  expect(violations).toEqual([
    { failure: failures[0], path: null, before: [] },
    { failure: failures[1], path: '3:1', before: [] },
    { failure: failures[2], path: null, before: [] },
  ])
})

test('each open finding is listed once, in order', () => {
  const { open: ends } = findingsOf(
    open('not-run', 'b'),
    open('inconclusive', 'a'),
    open('not-run', 'b'),
    open('inconclusive', 'b'),
  ).of(clause)
  expect(ends).toEqual([
    { verdict: 'not-run', reason: 'b' },
    { verdict: 'inconclusive', reason: 'a' },
    { verdict: 'inconclusive', reason: 'b' },
  ])
})

test('of many open findings, openMax are stored, and the first of every further verdict', () => {
  const findings = findingsOf(
    ...Array.from({ length: 9 }, (_, index) => open('inconclusive', `reason ${index}`)),
    open('error', 'ours'),
    open('error', 'ours again'),
    open('inconclusive', 'late'),
  )
  expect(findings.of(clause).open.map(({ reason }) => reason)).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `reason ${index}`),
    'ours',
  ])
})

test('an operation is tried after a response, and accepted after one accepted request', () => {
  const findings = new Findings()
  expect(findings.tried('event-streams.create')).toBe(false)
  expect(findings.accepted('any')).toBe(false)
  findings.served('event-streams.create', false)
  expect(findings.tried('event-streams.create')).toBe(true)
  expect(findings.accepted('event-streams.create')).toBe(false)
  expect(findings.accepted('any')).toBe(false)
  findings.served('event-streams.create', false, '422 {"error":"no owner"}')
  expect(findings.lastRefusal('event-streams.create')).toBe(
    ': the last valid request got 422 {"error":"no owner"}',
  )
  expect(findings.lastRefusal('event-streams.update')).toBe('')
  findings.served('event-streams.create', true)
  findings.served('event-streams.create', false)
  expect(findings.accepted('event-streams.create')).toBe(true)
  expect(findings.accepted('event-streams.update')).toBe(false)
  expect(findings.tried('event-streams.update')).toBe(false)
  expect(findings.accepted('any')).toBe(true)
})

test('the first observation and the first failure of a clause are reported', () => {
  const told: (readonly [string, string | null])[] = []
  const findings = new Findings((...first) => told.push(first))
  const violated: Finding = { clause, says: 'violated', failure: failureNamed('it is wrong') }
  for (const one of [open('not-run', 'no'), satisfied(), satisfied(), violated, violated, satisfied()])
    findings.add(one)
  expect(told).toEqual([
    [clause, null],
    [clause, 'it is wrong'],
  ])
  findings.add({ ...violated, clause: 'another.clause' })
  findings.add({ ...satisfied(), clause: 'another.clause' } as Finding)
  expect(told.slice(2)).toEqual([['another.clause', 'it is wrong']])
})

test('an observation stores the last exchanges before it, without itself and its control', () => {
  const findings = new Findings()
  const [control, ...steps] = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ ...exchangeOf(), id }))
  if (control === undefined) throw new Error('no control')
  const exchange = { ...exchangeOf(), id: 8 }
  findings.add({
    clause,
    says: 'satisfied',
    evidence: {
      ...{ kind: 'condition', compared: [], exchange, control, shows: 'it arrived' },
      steps: [control, ...steps, exchange],
    },
  })
  const { steps: kept, shows } = findings.of(clause).observation ?? {}
  expect(kept?.map(({ id }) => id)).toEqual([4, 5, 6, 7])
  expect(shows).toBe('it arrived')
})

test('a late observation removes the open findings of checks that waited in vain', () => {
  const findings = findingsOf(open('inconclusive', 'no 429 was met'), satisfied())
  findings.settle(clause)
  expect(findings.of(clause)).toMatchObject({ open: [], satisfied: 1 })
})
