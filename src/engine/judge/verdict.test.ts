// Tests that each clause gets one verdict, with a reason that a reader understands.
import { expect, test } from 'vitest'
import { ifUnobserved, type Origin } from '../../base/verdict.ts'
import type { Clause } from '../../contract/index.ts'
import { blankProfile } from '../../profile/index.ts'
import { clauseNamed, contract, failureNamed } from '../exchange.testing.ts'
import { Findings, type OpenVerdict } from './findings.ts'
import { type Circumstances, type Decision, verdictOf } from './verdict.ts'

const clause = clauseNamed('event-streams.update.name-changes')
const { id, operation } = clause

const circumstances: Circumstances = {
  profile: blankProfile,
  leftOut: new Map(),
  notAfforded: new Map(),
  shared: new Set(),
  blocker: null,
  disproved: new Map(),
  interrupted: false,
  notAllowed: new Set(),
  leftOutByMode: null,
}

const served = (accepted = true): Findings => {
  const findings = new Findings()
  findings.served(operation, accepted)
  return findings
}

const satisfy = (findings: Findings, times: number, of = id): Findings => {
  for (let time = 0; time < times; time += 1)
    findings.add({ clause: of, says: 'satisfied', evidence: { kind: 'condition', compared: [] } })
  return findings
}

const violate = (findings: Findings, ...messages: string[]): Findings => {
  for (const message of messages)
    findings.add({ clause: id, says: 'violated', failure: failureNamed(message) })
  return findings
}

const leaveOpen = (findings: Findings, verdict: OpenVerdict, ...reasons: string[]): Findings => {
  for (const reason of reasons) findings.add({ clause: id, says: 'open', verdict, reason })
  return findings
}

const judged = (findings: Findings, given: Partial<Circumstances> = {}, of: Clause = clause): Decision =>
  verdictOf(of, findings, { ...circumstances, ...given })

const unsupported = (reason?: string): Partial<Circumstances> => ({
  profile: {
    ...blankProfile,
    operations: { [operation]: { supported: false, ...(reason === undefined ? {} : { reason }) } },
  },
})

test('reasons that do not depend on observations, in this order', () => {
  const findings = satisfy(served(), 2)
  const nothing = {
    leftOut: new Map([[id, 'not selected: --skip x']]),
    blocker: { reason: 'no way there', misplaced: false },
    ...unsupported(),
  }
  const inside = { ...clause, unobservable: 'it is inside' }
  expect(judged(findings, nothing, inside)).toEqual({
    verdict: 'out-of-scope',
    reason: 'not selected: --skip x',
  })
  expect(judged(findings, { ...nothing, leftOut: new Map() }, inside)).toEqual({
    verdict: 'not-applicable',
    reason: 'no run can observe this clause: it is inside',
  })
  expect(judged(findings, { ...nothing, leftOut: new Map() })).toEqual({
    verdict: 'not-applicable',
    reason: 'the profile declares that the tenant does not support the operation',
  })
  expect(judged(findings, unsupported('a plan without it')).reason).toBe(
    'the profile declares that the tenant does not support the operation: a plan without it',
  )
  const disproved = new Map([[operation, 'it is there all the same']])
  expect(judged(findings, { ...unsupported(), disproved })).toEqual({
    verdict: 'inconclusive',
    reason: 'it is there all the same',
    origin: 'tenant',
  })
  expect(judged(findings, { blocker: { reason: 'no way there', misplaced: false } })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no way there',
  })
  const supported = { ...blankProfile, operations: { [operation]: { supported: true, success: [200] } } }
  expect(judged(findings, { profile: supported }).verdict).toBe('pass')
  const another = { ...blankProfile, operations: { 'event-streams.create': { supported: false } } }
  expect(judged(findings, { profile: another }).verdict).toBe('pass')
})

test('observations give a pass and are counted', () => {
  expect(judged(satisfy(served(), 1))).toEqual({ verdict: 'pass', reason: '1 observation' })
  expect(judged(satisfy(served(), 2))).toEqual({ verdict: 'pass', reason: '2 observations' })
})

test('no clause passes if the tenant accepts no request of its operation', () => {
  const reason = 'the tenant accepted no request of this operation, so the refusals prove nothing'
  expect(judged(satisfy(served(false), 3))).toMatchObject({ verdict: 'inconclusive', reason })
  expect(judged(leaveOpen(satisfy(served(false), 3), 'not-run', 'no token'))).toMatchObject({
    verdict: 'inconclusive',
    reason,
  })
  expect(judged(leaveOpen(satisfy(served(false), 3), 'inconclusive', 'it hangs')).reason).toBe('it hangs')
})

test('a clause about the entire tenant can pass if the tenant accepts any request', () => {
  const any = clauseNamed('any.bearer-token')
  expect(judged(satisfy(served(), 1, any.id), {}, any).verdict).toBe('pass')
  expect(judged(satisfy(served(false), 1, any.id), {}, any).verdict).toBe('inconclusive')
})

test('one violation is a failure, regardless of other observations; several violations are counted', () => {
  expect(judged(violate(served(), 'First.', 'Second.'))).toEqual({ verdict: 'fail', reason: 'First.' })
  expect(judged(satisfy(violate(served(), 'First.', 'Second.'), 3)).reason).toBe(
    'First. (in 2 of 5 observations)',
  )
  expect(judged(leaveOpen(violate(served(), 'First.'), 'inconclusive', 'it hangs')).verdict).toBe('fail')
  expect(judged(violate(served(false), 'First.')).verdict).toBe('fail')
})

test('a bug in tenant-conformance takes precedence', () => {
  expect(judged(leaveOpen(violate(served(), 'First.'), 'error', 'the check itself failed'))).toEqual({
    verdict: 'error',
    reason: 'the check itself failed',
  })
})

test('open findings prevent a pass: the strongest verdict counts, with its own reasons', () => {
  const findings = leaveOpen(satisfy(served(), 1), 'not-run', 'no token', 'no policy')
  expect(judged(findings)).toMatchObject({ verdict: 'not-run', reason: 'no token; no policy' })
  leaveOpen(findings, 'inconclusive', 'a', 'b', 'c', 'd')
  expect(judged(findings)).toMatchObject({ verdict: 'inconclusive', reason: 'a; b; c' })
  expect(judged(leaveOpen(satisfy(served(), 1), 'not-applicable', 'no bound')).verdict).toBe('pass')
  expect(judged(leaveOpen(served(), 'not-applicable', 'no bound'))).toEqual({
    verdict: 'not-applicable',
    reason: 'no bound',
  })
})

test('a clause without an observation never passes and reports the reason', () => {
  expect(judged(served(), { interrupted: true })).toMatchObject({
    verdict: 'not-run',
    reason: 'the run was interrupted',
  })
  expect(judged(new Findings())).toMatchObject({
    verdict: 'not-run',
    reason: 'no request of event-streams.update was sent: see the reason of event-streams.update.accepts',
  })
  expect(judged(served(false))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the tenant accepted no request of event-streams.update',
  })
  const nothing = {
    verdict: 'inconclusive',
    reason: 'no response of this run shows whether the tenant satisfies this clause',
  }
  expect(judged(served())).toMatchObject(nothing)
  expect(judged(new Findings(), {}, clauseNamed('any.bearer-token'))).toMatchObject(nothing)
})

test('observations of an interrupted run count', () => {
  expect(judged(satisfy(served(), 1), { interrupted: true }).verdict).toBe('pass')
})

test('a clause about a member that no signing key contains does not apply; other clauses do', () => {
  const keys = new Findings()
  keys.served('custom-signing-keys.get', true)
  const ofKeys = [...contract.clauses.values()].filter((one) => one.operation === 'custom-signing-keys.get')
  const ofMember = ofKeys.find(({ part }) => part === '2.3') ?? clause
  const ofOperation = ofKeys.find(({ part }) => part !== '2.3') ?? clause
  expect(judged(keys, {}, ofMember)).toEqual({
    verdict: 'not-applicable',
    reason: 'no key in the response has a member that this clause judges',
  })
  expect(judged(keys, {}, ofOperation).verdict).toBe('inconclusive')
  expect(judged(served(), {}, { ...clause, part: '2.3' }).verdict).toBe('inconclusive')
})

test('a clause that another shard may observe is out of scope, with the reason for its own verdict', () => {
  const shared = { ...circumstances, shared: new Set([id]) }
  const { verdict, reason } = verdictOf(clause, served(), shared)
  expect(verdict).toBe('out-of-scope')
  expect(verdictOf(clause, served(), circumstances)).toMatchObject(ifUnobserved(reason) ?? {})
  expect(verdictOf(clause, satisfy(served(), 1), shared).verdict).toBe('pass')
})

test('a shard without an accepted request leaves the refusals to other shards', () => {
  const shared = { ...circumstances, shared: new Set([id]) }
  const refused = satisfy(new Findings(), 1)
  const { verdict, reason } = verdictOf(clause, refused, shared)
  expect(verdict).toBe('out-of-scope')
  expect(verdictOf(clause, refused, circumstances)).toMatchObject(ifUnobserved(reason) ?? {})
  expect(ifUnobserved(reason)?.verdict).toBe('inconclusive')
  refused.add({ clause: id, says: 'open', verdict: 'inconclusive', reason: 'it could not be told' })
  expect(verdictOf(clause, refused, shared).verdict).toBe('inconclusive')
})

test('a clause of an operation that the contract does not show is open', () => {
  const findings = new Findings()
  findings.served('event-streams.list', true)
  expect(judged(findings, {}, { ...clause, operation: 'event-streams.list' }).verdict).toBe('inconclusive')
})

test('a clause that the write mode forbids is out of scope if the user chose the mode, and otherwise not run', () => {
  const notAllowed = new Set([operation])
  const leftOutByMode = 'not allowed: --writes none'
  const refused = leaveOpen(served(false), 'inconclusive', 'no valid request was accepted')
  for (const findings of [new Findings(), refused])
    for (const shared of [new Set<string>(), new Set([id])]) {
      const asked = judged(findings, { notAllowed, leftOutByMode, shared })
      expect(asked).toEqual({ verdict: 'out-of-scope', reason: leftOutByMode })
      expect(judged(findings, { notAllowed, shared })).toEqual({
        ...{ verdict: 'not-run', origin: 'run', notAllowed: true },
        reason: 'the write mode does not allow the requests of this clause',
      })
    }
  expect(judged(new Findings(), { notAllowed, leftOutByMode, interrupted: true }).verdict).toBe('not-run')
})

test('a clause with an observation passes nevertheless', () => {
  const partly = leaveOpen(satisfy(served(), 2), 'out-of-scope', 'not allowed: --writes none')
  expect(judged(partly)).toEqual({
    verdict: 'pass',
    reason: '2 observations; some cases were left out (not allowed: --writes none)',
  })
})

test('a clause without an answer names the gravest origin among the findings of its verdict', () => {
  const open = (...origins: readonly (Origin | undefined)[]): Findings => {
    const findings = served()
    for (const [index, origin] of origins.entries())
      findings.add({
        ...{ clause: id, says: 'open', verdict: 'inconclusive', reason: `reason ${index}` },
        ...(origin === undefined ? {} : { origin }),
      })
    return findings
  }
  expect(judged(open('user')).origin).toBe('user')
  expect(judged(open('specification', 'user', 'run')).origin).toBe('run')
  expect(judged(open('user', 'failing', 'tenant')).origin).toBe('failing')
  expect(judged(open(undefined)).origin).toBe('tenant')
  expect(judged(satisfy(served(), 1)).origin).toBeUndefined()
  expect(judged(satisfy(served(false), 1)).origin).toBe('tenant')
  expect(judged(served(false)).origin).toBe('tenant')
  expect(judged(served()).origin).toBe('specification')
  expect(judged(new Findings(), { interrupted: true }).origin).toBe('run')
  expect(judged(new Findings(), { blocker: { reason: 'no way there', misplaced: false } }).origin).toBe(
    'tenant',
  )
})

test('if no request of an operation was sent, the origin is the cause that stopped its checks', () => {
  const findings = new Findings()
  expect(judged(findings).origin).toBe('user')
  const other = `${operation}.accepts`
  findings.add({
    clause: other,
    says: 'open',
    verdict: 'inconclusive',
    reason: 'none made',
    origin: 'failing',
  })
  expect(judged(findings)).toMatchObject({ verdict: 'not-run', origin: 'failing' })
})
