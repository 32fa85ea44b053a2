// Tests outages: single outages do not count, but repeated or frequent outages count.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import type { Finding } from '../judge/findings.ts'
import { Outages } from './outage.ts'

let clockMs = 0
const answered = (status: number, sent = '{}', body = '<html>', operation = 'a'): Exchange => {
  clockMs += 10
  return {
    id: 1,
    principal: 'full',
    operation,
    request: { method: 'PATCH', url: 'http://a/', headers: {}, body: sent },
    response: { status, headers: {}, body, bodyBytes: 0, wellFormed: true },
    failure: null,
    startedAtMs: clockMs,
    durationMs: 1,
  }
}
const finding = (reason: string): Finding => ({
  clause: 'a.accepts',
  says: 'open',
  verdict: 'inconclusive',
  reason,
})
const served = '{"name":"tc-0a1b2c3d 7"}'

test('single outages are notes', () => {
  const outages = new Outages()
  outages.see(finding('first'), answered(503), 'valid')
  outages.see(finding('of another'), answered(502, '{}', '', 'b'), 'valid')
  expect(outages.conclude()).toEqual([])
  expect(outages.notes()).toEqual([
    'The status 503 of a was temporary: this status occurred once in the run.',
    'The status 502 of b was temporary: this status occurred once in the run.',
  ])
})

test('a burst of outages does not count, however many requests fail', () => {
  const outages = new Outages()
  outages.noteServed(answered(200, '{"other":1}'), 'valid')
  for (let count = 0; count < 20; count += 1)
    outages.see(finding('burst'), answered(504, '{"name":"x"}'), 'valid')
  expect(outages.conclude()).toEqual([])
  expect(outages.notes()).toEqual([
    'The status 504 of a was temporary: this status occurred 20 times in the run.',
  ])
})

test('occasional outages of requests that succeed at other times do not count', () => {
  const outages = new Outages()
  for (let count = 0; count < 400; count += 1) {
    const sent = `{"name":"tc-0a1b2c3d ${count}"}`
    if (count % 100 === 50)
      outages.see(finding('now and then'), answered(count % 200 === 50 ? 502 : 503, sent), 'valid')
    else outages.noteServed(answered(200, sent), 'valid')
  }
  expect(outages.conclude()).toEqual([])
  expect(outages.notes()).toEqual([
    'The status 502, 503 of a was temporary: this status occurred 4 times in the run.',
  ])
})

test('an outage counts if one kind of request always causes it and others succeed', () => {
  const outages = new Outages()
  for (let count = 0; count < 2; count += 1) {
    outages.noteServed(answered(200, served), 'valid')
    outages.see(finding(`emoji ${count}`), answered(502, `{"name":"tc-0a1b2c3d ${count} 🚀"}`), 'valid')
  }
  expect(outages.conclude()).toEqual([finding('emoji 0'), finding('emoji 1')])
  expect(outages.notes()).toEqual([])
})

test('frequent outages with a JSON body count; rare ones do not', () => {
  for (const [every, counted] of [
    [20, 5],
    [50, 0],
  ] as const) {
    const outages = new Outages()
    for (let count = 1; count <= 100; count += 1)
      if (count % every === 0)
        outages.see(finding('said'), answered(503, served, '{"message":"later"}'), 'valid')
      else outages.noteServed(answered(200, served), 'valid')
    expect(outages.conclude()).toHaveLength(counted)
  }
})

test('frequent outages with the body of a proxy do not count', () => {
  const outages = new Outages()
  for (let count = 1; count <= 100; count += 1)
    if (count % 10 === 0)
      outages.see(finding('gateway'), answered(503, served, count % 20 === 0 ? '' : '{}'), 'valid')
    else outages.noteServed(answered(200, served), 'valid')
  expect(outages.conclude()).toEqual([])
})

/** One kind of request fails each time. Requests of other kinds succeed. */
const hitEachTime = (outages: Outages, times: number): void => {
  for (let count = 0; count < times; count += 1) {
    outages.see(finding('each time'), answered(502, '{"name":"🚀"}'), 'valid')
    outages.noteServed(answered(200, served), 'valid')
  }
}

test('a kind of request that failed each time counts only if chance cannot explain it', () => {
  for (const [times, counted] of [
    [2, 0],
    [6, 6],
  ] as const) {
    const outages = new Outages()
    // About one request in forty fails, independently of its content.
    for (let count = 0; count < 1_000; count += 1) {
      const sent = JSON.stringify({ name: `kind ${String.fromCodePoint(0x4e00 + (count % 250))}` })
      if (count % 41 === 7) outages.see(finding('by chance'), answered(502, sent), 'valid')
      else outages.noteServed(answered(200, sent), 'valid')
    }
    hitEachTime(outages, times)
    expect(outages.conclude()).toHaveLength(counted)
  }
})

test('an outage counts for an operation that loses every second request, and for no other', () => {
  for (const [times, counted] of [
    [8, 0],
    [30, 30],
  ] as const) {
    const outages = new Outages()
    for (let count = 0; count < 2_000; count += 1)
      outages.noteServed(answered(200, '{"a":1}', '', 'b'), 'valid')
    for (let count = 0; count < 200; count += 1) {
      const sent = JSON.stringify({ name: `kind ${String.fromCodePoint(0x4e00 + (count >> 1))}` })
      if (count % 2 === 0) outages.see(finding('by chance'), answered(502, sent), 'valid')
      else outages.noteServed(answered(200, sent), 'valid')
    }
    hitEachTime(outages, times)
    expect(outages.conclude()).toHaveLength(counted)
  }
})
