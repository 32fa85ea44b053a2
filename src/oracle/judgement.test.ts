// Tests the errors that end a check without a pass.
import { expect, test } from 'vitest'
import { type Exchange, keptBodyCharactersMax } from '../base/exchange.ts'
import { answered } from './exchange.testing.ts'
import { ConformanceFailure, Inconclusive, NotApplicable, NotRun } from './judgement.ts'

test('each error has its own class, and a log contains its name', () => {
  const detail = { expected: 'a', received: 'b', exchange: null }
  const ends = [
    new ConformanceFailure('why', detail),
    new Inconclusive('why'),
    new NotRun('why'),
    new NotApplicable('why'),
  ]
  expect(ends.map(String)).toEqual([
    'ConformanceFailure: why',
    'Inconclusive: why',
    'NotRun: why',
    'NotApplicable: why',
  ])
})

test('an error from another copy of the package is recognised as its own class only', async () => {
  const copy = './judgement.ts?another-copy'
  const other = (await import(copy)) as typeof import('./judgement.ts')
  expect(other.NotRun).not.toBe(NotRun)
  const detail = { expected: 'a', received: 'b', exchange: null }
  const ends = [
    new other.ConformanceFailure('why', detail),
    new other.Inconclusive('why'),
    new other.NotRun('why'),
    new other.NotApplicable('why'),
  ]
  const classes = [ConformanceFailure, Inconclusive, NotRun, NotApplicable]
  expect(ends.map((end) => classes.map((one) => end instanceof one))).toEqual(
    classes.map((_, own) => classes.map((_, index) => index === own)),
  )
  for (const one of classes)
    for (const none of [new Error('why'), null, 'NotRun', {}]) expect(none instanceof one).toBe(false)
})

test('a failure with an added sentence keeps its evidence', () => {
  const detail = { expected: 'a', received: 'b', exchange: answered(200), control: answered(204) }
  const failure = new ConformanceFailure('It failed.', detail)
  const noted = failure.noted('It failed 1 of 2 times.')
  expect(noted).toBeInstanceOf(ConformanceFailure)
  expect(noted.message).toBe('It failed. It failed 1 of 2 times.')
  expect(noted.detail).toEqual(detail)
  expect(failure.message).toBe('It failed.')
})

test('a failure keeps a limited part of a long body, and all of a short body', () => {
  const exchangeOf = (body: string): Exchange => ({
    id: 1,
    principal: 'full',
    operation: 'a',
    request: { method: 'GET', url: 'http://a/', headers: {}, body: null },
    response: { status: 200, headers: {}, body, bodyBytes: body.length, wellFormed: true },
    failure: null,
    startedAtMs: 0,
    durationMs: 1,
  })
  const [short, long] = [exchangeOf('x'.repeat(keptBodyCharactersMax)), exchangeOf('x'.repeat(900_000))]
  const detail = { expected: 'a', received: 'b', exchange: long, control: short, steps: [long] }
  const { exchange, control, steps } = new ConformanceFailure('It failed.', detail).detail
  expect(control).toBe(short)
  for (const cut of [exchange, steps?.[0]])
    expect(cut?.response).toMatchObject({
      body: `${'x'.repeat(keptBodyCharactersMax)}… (${900_000 - keptBodyCharactersMax} more)`,
      bodyBytes: 900_000,
    })
})
