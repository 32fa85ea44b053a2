// Tests of outages: a single one counts for nothing, two of one operation count both.
import { expect, test } from 'vitest'
import type { Exchange } from '../base/exchange.ts'
import type { Finding } from './findings.ts'
import { Outages } from './outage.ts'

const answered = (operation: string, status: number): Exchange => ({
  id: 1,
  principal: 'full',
  operation,
  request: { method: 'GET', url: 'http://a/', headers: {}, body: null },
  response: { status, headers: {}, body: '', bodyBytes: 0, wellFormed: true },
  failure: null,
  startedAtMs: 0,
  durationMs: 1,
})
const finding = (reason: string): Finding => ({
  clause: 'a.accepts',
  says: 'open',
  verdict: 'inconclusive',
  reason,
})

test('a single one is a note', () => {
  const outages = new Outages()
  expect(outages.see(finding('first'), answered('a', 503))).toEqual([])
  expect(outages.see(finding('of another'), answered('b', 502))).toEqual([])
  expect(outages.notes()).toEqual([
    'One 503 of a was passing: it came once in the run.',
    'One 502 of b was passing: it came once in the run.',
  ])
})

test('the second one of an operation makes both count, and so does each further one', () => {
  const outages = new Outages()
  outages.see(finding('first'), answered('a', 503))
  expect(outages.see(finding('second'), answered('a', 504))).toEqual([finding('first'), finding('second')])
  expect(outages.see(finding('third'), answered('a', 503))).toEqual([finding('third')])
  expect(outages.notes()).toEqual([])
})
