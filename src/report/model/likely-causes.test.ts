// Failures in groups: a chain, a member, a status, an operation, and what stands alone.
import { expect, test } from 'vitest'
import { clause, exchange, failure } from '../../../test/report/sample.ts'
import type { Failure } from '../../base/event.ts'
import { causesOf } from './causes.ts'
import { likelyCauses, memberOf } from './likely-causes.ts'
import type { ReportClause } from './report.ts'

const failed = (id: string, more: Partial<Failure> = {}, info: Partial<ReportClause> = {}): ReportClause => ({
  ...clause(id),
  verdict: 'fail',
  reason: '',
  evidence: 0,
  failures: [{ ...failure(), ...more }],
  ...info,
})
const answered = (status: number): Partial<Failure> => {
  const one = exchange(1, '{}', '{"error":1}')
  return {
    expected: 'another status',
    received: `${status} {"error":1}`,
    message: 'A status.',
    exchange: one.response === null ? one : { ...one, response: { ...one.response, status } },
  }
}
const grouped = (...clauses: ReportClause[]) =>
  likelyCauses(clauses, causesOf(clauses)).map(({ by, what, clauses: own }) => [by, what, own.length])

test('the member that a failure speaks of, where the answer has it', () => {
  const said = (expected: string, body: string) =>
    memberOf({ ...failure(), expected, received: '', message: '', exchange: exchange(1, '{}', body) })
  expect(said('name "x"', '{"name":"y"}')).toBe('/name')
  expect(said('a.b[0].c 1', '{"a":{"b":[{"c":2}]}}')).toBe('/a/b/0/c')
  expect(said('a.b.c 1', '{"a":{}}')).toBeNull()
  expect(said('a refusal', '{"name":"y"}')).toBeNull()
  expect(said('name "x"', 'no JSON')).toBeNull()
})

test('what shares a member, of any operation, is one group, the largest first', () => {
  expect(
    grouped(
      failed('a.get.one', answered(500)),
      failed('a.get.two'),
      failed('b.get.three'),
      failed('b.get.four'),
    ),
  ).toEqual([
    ['member', '/status', 3],
    ['alone', 'a.get.one', 1],
  ])
})

test('a server error is of all operations, another status of one', () => {
  expect(
    grouped(
      failed('a.get.one', answered(500)),
      failed('b.get.two', answered(500)),
      failed('a.get.three', answered(404)),
      failed('a.get.four', answered(404)),
      failed('b.get.five', answered(404)),
    ),
  ).toEqual([
    ['status', '500', 2],
    ['status', '404 of a.get', 2],
    ['alone', 'b.get.five', 1],
  ])
})

test('a chain stays together; what is left is told by its operation', () => {
  const place = (chain: number) => ({ chains: { 'what is shown': chain } })
  expect(
    grouped(
      failed('a.get.follows', { exchange: null }, place(2)),
      failed('a.get.leads', { exchange: null }, place(1)),
      failed('b.get.one', { exchange: null }),
      failed('b.get.two', { exchange: null }),
      failed('c.get.alone', { exchange: null }),
    ),
  ).toEqual([
    ['chain', 'a.get.leads', 2],
    ['operation', 'b.get', 2],
    ['alone', 'c.get.alone', 1],
  ])
})

test('what is waived or passed is in no group', () => {
  expect(
    grouped(
      failed('a.get.one', {}, { waived: { clause: '*', reason: 'known' } }),
      failed('a.get.two', {}, { verdict: 'pass' }),
    ),
  ).toEqual([])
})
