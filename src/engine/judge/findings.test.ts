// Findings are counted in full and kept in part.
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

test('nothing was said about a clause that nobody spoke of', () => {
  const findings = new Findings()
  const nothing = {
    ...{ satisfied: 0, violated: 0, violations: [], open: [], compared: [] },
    ...{ observation: null, durationMs: null },
  }
  expect(findings.of(clause)).toEqual(nothing)
  findings.add({ ...satisfied('x /a'), clause: 'another.clause' } as Finding)
  expect(findings.of(clause)).toEqual(nothing)
})

test('each observation counts; the members that decided are told once, sorted', () => {
  const { satisfied: count, compared } = findingsOf(
    satisfied('x /b', 'x /a'),
    satisfied('x /b'),
    satisfied(),
  ).of(clause)
  expect(count).toBe(3)
  expect(compared).toEqual(['x /a', 'x /b'])
})

test('of the observations that satisfy a clause the first is kept, with what stands beside it', () => {
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

test('what the checks of a clause took adds up', () => {
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

test('violations are all counted, and the first violationsMax kept, with what repeats them', () => {
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

test('open ends are told once each, in their order', () => {
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

test('of many open ends openMax are kept, and the first of every further verdict', () => {
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

test('an operation is tried when it is answered, and accepted when it did once what was asked', () => {
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

test('the first observation of a clause is told, and the first that failed it', () => {
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

test('an observation keeps the last of what led to it, and neither itself nor its control again', () => {
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

test('what checks waited for in vain and was observed after them leaves nothing open', () => {
  const findings = findingsOf(open('inconclusive', 'no 429 was met'), satisfied())
  findings.settle(clause)
  expect(findings.of(clause)).toMatchObject({ open: [], satisfied: 1 })
})
