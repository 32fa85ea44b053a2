// Tests that the event log masks secrets and limits the size of its events.
import { expect, test } from 'vitest'
import { exchange, failure, sampleEvents } from '../../../test/report/sample.ts'
import type { ClauseInfo, RunEvent } from '../../base/event.ts'
import { kept } from '../../base/exchange.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { judgeClause } from '../model/clause-verdict.ts'
import { createEventLog, type EventLogOptions } from './event-log.ts'

const clause: ClauseInfo = {
  id: 'a',
  level: 'MUST',
  part: '3',
  operation: 'event-streams.update',
  statement: 'It holds.',
}

function keeping(mask: SecretMask, options: EventLogOptions = {}) {
  const events: RunEvent[] = []
  const log = createEventLog(mask, options)
  log.subscribe((event) => events.push(event))
  return { ...log, events }
}

test('masks known secrets at every place, also for listeners', () => {
  const mask = new SecretMask()
  const secret = 'canary "7e1 ü/+value'
  mask.add(secret)
  const log = keeping(mask)
  const heard: RunEvent[] = []
  log.subscribe((event) => heard.push(event))
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    btoaUtf8(`user:${secret}`),
  ]
  for (const event of sampleEvents(forms.join(' '))) log.record(event)
  const written = JSON.stringify([log.events, heard])
  expect(heard).toHaveLength(log.events.length)
  expect(forms.filter((form) => written.includes(JSON.stringify(form).slice(1, -1)))).toEqual([])
})

test('keeps ids, verdicts and operations that equal a secret', () => {
  const mask = new SecretMask()
  for (const word of ['pass', 'fail', 'MUST', 'event-streams', 'clause-judged']) mask.add(word)
  const log = keeping(mask)
  for (const event of sampleEvents()) log.record(event)
  const judged = log.events.find((event) => event.type === 'clause-judged')
  expect(judged).toMatchObject({ clause: 'event-streams.update.enabled-to-disabled', verdict: 'pass' })
})

test('redacts tokens that no mask can know', () => {
  const log = keeping(new SecretMask())
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJmdWxsIn0.c2lnbmF0dXJl'
  const token = exchange(
    1,
    `grant_type=x&client_secret=hidden-one&a=b`,
    '{"access_token": "opaq\\"ue-1", "expires_in": 1}',
  )
  log.record({ type: 'exchange', exchange: token })
  log.record({ type: 'note', message: `it took ${jwt} and %20${jwt} at https://user:word@host/` })
  log.record({ type: 'note', message: 'curl -d client_secret=$TENANT_CLIENT_SECRET' })
  const written = JSON.stringify(log.events)
  expect(written).toContain('client_secret=$TENANT_CLIENT_SECRET')
  for (const secret of ['hush-hush-token', 'hidden-one', 'opaq', 'ue-1', jwt, 'c2ln', 'user:word'])
    expect(written).not.toContain(secret)
  expect(written).toContain('Bearer [redacted]')
  expect(written).toContain('\\"expires_in\\": 1')
})

test('redacts a long hostile body in linear time', () => {
  const log = keeping(new SecretMask())
  for (const unit of ['eyJ', 'eyJ.', '"access_token":"\\', '%20eyJaaaaaa.', 'https://a', 'access_token='])
    log.record({ type: 'exchange', exchange: exchange(1, '', unit.repeat(200_000)) })
  expect(log.events.length).toBeGreaterThan(0)
})

test('clips bodies after masking', () => {
  const mask = new SecretMask()
  mask.add('secret-value')
  const log = keeping(mask, { bodyCharactersMax: 10 })
  log.record({ type: 'note', message: 'first' })
  log.record({ type: 'exchange', exchange: exchange(7, 'secret-value', 'x'.repeat(99)) })
  const kept = log.events[1]
  expect(kept).toMatchObject({
    exchange: { request: { body: '[redacted]' }, response: { body: `${'x'.repeat(10)}… (89 more)` } },
  })
})

test('limits the failures of one judgement', () => {
  const log = keeping(new SecretMask())
  const failures = Array.from({ length: 1_000 }, () => failure())
  log.record({ type: 'clause-judged', clause: 'a', verdict: 'fail', reason: '', evidence: 0, failures })
  expect(log.events[0]).toMatchObject({ failures: { length: 20 } })
})

function btoaUtf8(text: string): string {
  return Buffer.from(text).toString('base64')
}

test('counts the part of a long body that it does not read', () => {
  const mask = new SecretMask()
  mask.add('a-secret-of-twenty-characters')
  const log = keeping(mask, { bodyCharactersMax: 100 })
  const at = (place: number): string =>
    `${'x'.repeat(place)}a-secret-of-twenty-characters${'y'.repeat(1_000)}`
  for (const place of [0, 90, 99, 180, 195]) {
    const sent = exchange(1, '', at(place))
    log.record({ type: 'exchange', exchange: sent })
    const shown = log.events.at(-1)
    const body = shown?.type === 'exchange' ? (shown.exchange.response?.body ?? '') : ''
    expect(body).toMatch(/… \(\d+ more\)$/)
    expect(body).not.toMatch(/twenty|characters/)
    expect(body.length).toBeLessThan(130)
  }
})

test('reports the true length of a body that was cut several times', () => {
  const sent = exchange(1, '', 'x'.repeat(1_000_000))
  const log = keeping(new SecretMask())
  const failures = [{ ...failure(), exchange: kept(kept(sent)) }]
  log.record({ type: 'clause-judged', clause: 'a', verdict: 'fail', reason: '', evidence: 0, failures })
  const [event] = log.events
  if (event?.type !== 'clause-judged') throw new Error('no judgement was recorded')
  const lengths = [event, judgeClause(clause, [event])].map(({ failures }) => {
    const [, beginning = '', leftOut] =
      /^(x+)… \((\d+) more\)$/.exec(failures[0]?.exchange?.response?.body ?? '') ?? []
    return beginning.length + Number(leftOut)
  })
  expect(lengths).toEqual([1_000_000, 1_000_000])
})

test('replaces a command with a note if it contains a secret or is too long', () => {
  const mask = new SecretMask()
  mask.add(`y'"'"'secret-of-somebody`)
  const [told, long, kept] = [
    `curl 'x'"'"'y'"'"'secret-of-somebody'`,
    `curl '${'x'.repeat(70_000)}'`,
    "curl 'x'",
  ].map((curl) => {
    const log = keeping(mask)
    const failures = [{ ...failure(), curl }]
    const judged = { clause: 'a', verdict: 'fail', reason: '', evidence: 0, failures } as const
    log.record({ type: 'clause-judged', ...judged })
    const [event] = log.events
    return event?.type === 'clause-judged' ? event.failures[0]?.curl : undefined
  })
  expect(told).toMatch(/^# The requests contain masked values[^']*$/)
  expect(long).toMatch(/^# The requests are too long[^']*$/)
  expect(kept).toBe("curl 'x'")
})

test('an error of a listener stops nothing, and is thrown at the end', () => {
  const log = keeping(new SecretMask())
  const heard: string[] = []
  log.subscribe(({ type }) => {
    throw new Error(`${type} ${heard.length}`)
  })
  log.subscribe(({ type }) => heard.push(type))
  for (const message of ['a', 'b']) log.record({ type: 'note', message })
  expect(heard).toEqual(['note', 'note'])
  expect(log.events).toHaveLength(2)
  expect(() => log.rethrow()).toThrow('note 0')
})

test('no unrecognisable piece of a secret remains before the cut of a body', () => {
  const mask = new SecretMask()
  const secret = 'a-secret-of-twenty-characters'
  mask.add(secret)
  for (let before = 0; before < 40; before += 1) {
    const log = keeping(mask, { bodyCharactersMax: 1_000 })
    const sent = exchange(1, '', `${'x'.repeat(before)}${`${secret}; `.repeat(400)}`)
    log.record({ type: 'exchange', exchange: sent })
    const [event] = log.events
    const body = event?.type === 'exchange' ? (event.exchange.response?.body ?? '') : ''
    const [, shown = '', leftOut] = /^(.*)… \((\d+) more\)$/.exec(body) ?? []
    expect(shown.replaceAll('[redacted]; ', '').replace(/^x*/, '')).not.toContain('a-')
    expect(Number(leftOut)).toBeGreaterThan(0)
  }
})
