import { expect, test } from 'vitest'
import { withinMs } from './time-limit.ts'

test('work within its time limit returns its value, or throws its own error', () => {
  expect(withinMs(1_000, () => 7)).toEqual({ ok: true, value: 7 })
  expect(withinMs(1_000, () => undefined)).toEqual({ ok: true, value: undefined })
  expect(() =>
    withinMs(1_000, () => {
      throw new TypeError('mine')
    }),
  ).toThrow(TypeError)
})

test.each<[string, () => unknown]>([
  ['a pattern that backtracks for ever', () => /^(a+)+$/u.test(`${'a'.repeat(60)}!`)],
  [
    'an endless loop',
    () => {
      for (;;);
    },
  ],
  [
    'what calls itself',
    () =>
      (function again(): number {
        return again() + 1
      })(),
  ],
])('%s is interrupted', (_, work) => {
  expect(withinMs(100, work)).toEqual({ ok: false })
  expect(withinMs(1_000, () => 'the next')).toEqual({ ok: true, value: 'the next' })
})
