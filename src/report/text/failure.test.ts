// A failure in words: the request under test and not the read after it, the control or why there is none, and cuts that leave what matters.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import { inWords } from './failure.ts'

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

test('what is sent is the change whose effect a look shows, and the look is told after it', () => {
  const steps = [exchange('POST', '{"n":1}'), exchange('PATCH', '{"n":2}'), exchange('GET')]
  expect(told({ exchange: exchange('GET'), steps }).sent).toBe('PATCH /loans/1 {"n":2} · then GET /loans/1')
  expect(told({ exchange: exchange('GET') }).sent).toBe('GET /loans/1')
  expect(told({ exchange: exchange('PATCH', '{"n":3}'), steps }).sent).toBe('PATCH /loans/1 {"n":3}')
  // An update that says nothing is how what can't be read is looked at.
  expect(told({ exchange: exchange('PATCH', '{}'), steps }).sent).toBe(
    'PATCH /loans/1 {"n":2} · then PATCH /loans/1 {}',
  )
})

test('the control is told, or why none was needed', () => {
  expect(told({ exchange: exchange('PATCH', '{}'), control: exchange('PATCH', '{"n":1}') }).control).toBe(
    'PATCH {"n":1} was accepted (200) 0 ms before',
  )
  expect(told({ exchange: exchange('GET') }).control).toBe('none needed: the answer shows it by itself')
  expect(told({ exchange: exchange('GET'), steps: [exchange('PUT')] }).control).toBe(
    'none needed: what was sent before it had to come',
  )
  expect(told({}).control).toBe('none: this is of no single request')
})

test('a cut body shows where it parts from its control', () => {
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
