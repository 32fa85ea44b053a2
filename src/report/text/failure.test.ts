// Tests the description of a failure: its request, its control and shortened texts.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import { causeInWords, commandsInWords, inWords, labelledCommands } from './failure.ts'

const baseUrl = 'http://tenant.example/api/v2'

const exchange = (method: string, body: string | null = null, status = 200): Exchange => ({
  id: 1,
  principal: 'full',
  operation: 'x',
  request: { method, url: `${baseUrl}/loans/1`, headers: {}, body },
  response: { status, headers: {}, body: '{}', bodyBytes: 2, wellFormed: true },
  failure: null,
  startedAtMs: 0,
  durationMs: 1,
})

const told = (failure: Partial<Parameters<typeof inWords>[0]>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    inWords({ exchange: null, control: null, expected: 'a', received: 'b', ...failure }, baseUrl),
  )

test('the request is the change whose effect a read shows, followed by the read', () => {
  const steps = [exchange('POST', '{"n":1}'), exchange('PATCH', '{"n":2}'), exchange('GET')]
  expect(told({ exchange: exchange('GET'), steps }).sent).toBe(
    'PATCH /loans/1 {"n":2} (got 200) · then GET /loans/1',
  )
  expect(told({ exchange: exchange('GET') }).sent).toBe('GET /loans/1')
  expect(told({ exchange: exchange('PATCH', '{"n":3}'), steps }).sent).toBe('PATCH /loans/1 {"n":3}')
  // A PATCH without members changes nothing, so the description starts with the update before it.
  expect(told({ exchange: exchange('PATCH', '{}'), steps }).sent).toBe(
    'PATCH /loans/1 {"n":2} (got 200) · then PATCH /loans/1 {}',
  )
})

test('for a delivery, shows the change and then its trigger', () => {
  const trigger = { ...exchange('POST'), operation: 'fixture:trigger' }
  expect(told({ exchange: trigger, steps: [exchange('PATCH', '{"n":2}')] }).sent).toBe(
    'PATCH /loans/1 {"n":2} (got 200) · then POST /loans/1',
  )
  expect(told({ exchange: trigger }).sent).toBe('POST /loans/1')
})

test('shows the control, or the reason why none was needed', () => {
  expect(told({ exchange: exchange('PATCH', '{}'), control: exchange('PATCH', '{"n":1}') }).control).toBe(
    'for comparison, PATCH {"n":1} was accepted (200) 0 ms earlier',
  )
  expect(told({ exchange: exchange('GET') }).control).toBe('not needed: the response alone shows the failure')
  expect(told({ exchange: exchange('GET'), steps: [exchange('PUT')] }).control).toBe(
    'not needed: the response must contain the values sent before',
  )
  expect(told({}).control).toBe('none: the failure needs more than one request')
})

test('a shortened body shows where it differs from its control', () => {
  const filler = 'a'.repeat(1_000)
  const [tried, control] = ['bad', 'good'].map((last) =>
    exchange('POST', `{"filler":"${filler}","last":"${last}"}`),
  )
  const { sent } = told({ exchange: tried ?? null, control: control ?? null })
  expect(sent).toContain('"last":"bad"}')
  expect(sent).toContain('before) …')
  expect(told({ exchange: tried ?? null }).sent).toMatch(/^POST \/loans\/1 \{"filler":"a+… \(\d+ more\)$/)
  expect(told({ exchange: tried ?? null, control: tried ?? null }).sent).toContain('{"filler"')
})

test('shows the response of a read beside the change under test', () => {
  const look = exchange('GET')
  expect(told({ exchange: look, control: look, steps: [exchange('PUT', '{"n":1}', 400)] })).toMatchObject({
    sent: 'PUT /loans/1 {"n":1} (got 400) · then GET /loans/1',
    control: 'for comparison, GET got 200 {} 0 ms earlier',
  })
})

test('shows unusual headers, and counts blanks in long runs', () => {
  const { request, ...rest } = exchange('POST', `${' '.repeat(1_000)}{"n":1}`)
  const headers = { accept: 'application/json', expect: '100-continue', 'content-type': 'text/plain' }
  expect(told({ exchange: { ...rest, request: { ...request, headers } } }).sent).toBe(
    'POST /loans/1 (300 blanks)… (707 more) · expect: 100-continue · content-type: text/plain',
  )
  const { accept: _, ...others } = headers
  const without = { ...others, 'user-agent': 'a client' }
  expect(told({ exchange: { ...rest, request: { ...request, headers: without, body: '' } } }).sent).toBe(
    'POST /loans/1 (empty body) · no Accept header · expect: 100-continue · content-type: text/plain',
  )
})

test('shows the received status once', () => {
  expect(told({ exchange: exchange('GET'), received: 'name "b"' }).received).toBe('200 · name "b"')
  expect(told({ exchange: exchange('GET'), received: '200 without a body' }).received).toBe(
    '200 without a body',
  )
  expect(told({ received: 'no event' }).received).toBe('no event')
})

test('describes only the token of a control that differs in nothing else', () => {
  const [tried, control] = [exchange('GET'), exchange('GET')]
  expect(told({ exchange: { ...tried, principal: 'alg-none' }, control }).control).toBe(
    'for comparison, the same with your own token got 200 {} 0 ms earlier',
  )
  expect(told({ exchange: tried, control }).control).toBe('for comparison, the same got 200 {} 0 ms earlier')
})

test('describes a 429 as one of many', () => {
  expect(told({ exchange: exchange('GET', null, 429) }).sent).toBe('GET /loans/1, one of many at once')
})

test('names the failures with the same cause, or the failure that leads', () => {
  const causes = {
    leadOf: (id: string) => (id === 'loans.read.third' ? 'loans.read.first' : null),
    followersOf: (id: string) => (id === 'loans.read.first' ? ['loans.read.second', 'loans.read.third'] : []),
  }
  expect(causeInWords('loans.read.first', causes)).toEqual([
    ['same in', '2 more clauses: loans.read.second, loans.read.third'],
  ])
  expect(causeInWords('loans.read.third', causes)).toEqual([['same as', 'the failure of loans.read.first']])
  expect(causeInWords('loans.read.other', causes)).toEqual([])
})

test('shortens a long path and names the number of removed characters', () => {
  const long = exchange('DELETE')
  const url = `${baseUrl}/loans/${'x'.repeat(8_000)}`
  const { sent = '' } = told({ exchange: { ...long, request: { ...long.request, url } } })
  expect(sent).toMatch(/^DELETE \/loans\/x+… \(\d+ more\)$/)
  expect(sent.length).toBeLessThan(200)
})

test('says which request the commands send, because the control is another request', () => {
  const control = exchange('PATCH', '{}')
  const curl = 'curl -X POST …\ncurl -X PATCH …'
  const words = 'the sent request, after the requests that it needs'
  expect(commandsInWords({ control, curl })).toBe(words)
  expect(labelledCommands({ control, curl })).toEqual([`curl      ${words}:`, curl])
  // Without a control, or with a single command, no other request can be meant.
  expect(labelledCommands({ control: null, curl })).toEqual([curl])
  expect(labelledCommands({ control, curl: 'curl …' })).toEqual(['curl …'])
})
