// Exact numbers keep every digit.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equal, idTextOf, isObject, type Json, parseExact, typeOf } from '../json.ts'
import { compareNumbers, ExactNumber, jsonText, parseExactly, withDoubles } from './exact-number.ts'

const read = (text: string): Json => parseExactly(text) as Json

test('a number that fits a double is a plain number in any notation', () => {
  for (const text of [
    '0',
    '-0',
    '1.0',
    '0.1',
    '1e2',
    '100000000000000000000000',
    '738529527931269400',
    '5e-324',
  ])
    expect(read(text), text).toBe(Number(text))
})

test('any other number keeps its digits', () => {
  for (const text of [
    '9007199254740993',
    '-738529527931269425',
    '0.10000000000000000001',
    '1e400',
    '1e-400',
    '4e-324',
  ])
    expect(jsonText(read(`{"a":[${text}]}`)), text).toBe(`{"a":[${text}]}`)
})

test('texts that look like numbers, and escapes that look like the mark, stay texts', () => {
  for (const text of [
    '{"a":"x:9007199254740993,","b":9007199254740993}',
    '["\\u0065xact:1", 9007199254740993]',
    '{"exact:1": "exact:2", "b": 9007199254740993}',
    '["a\\"", 9007199254740993, "\\\\"]',
  ]) {
    const strings = JSON.parse(text) as Json
    expect(JSON.parse(jsonText(read(text))), text).toEqual(strings)
    expect(jsonText(read(text)), text).toContain('9007199254740993')
  }
})

test('reads names as written, and the last of two members with one name', () => {
  const value = read('{"__proto__":9007199254740993,"a":1,"a":9007199254740995}') as Record<string, Json>
  expect(Object.keys(value)).toEqual(['__proto__', 'a'])
  expect(jsonText(value)).toBe('{"__proto__":9007199254740993,"a":9007199254740995}')
})

test('refuses invalid JSON like JSON.parse, and JSON that is nested too deeply', () => {
  expect(parseExact('[9007199254740993').ok).toBe(false)
  expect(parseExact(`${'['.repeat(200_000)}9007199254740993${']'.repeat(200_000)}`).ok).toBe(false)
})

test('reads every JSON text like JSON.parse, except for exact digits', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.bigInt(), (text, big) => {
      const value = read(`[${text},${big}]`)
      expect(withDoubles(value)).toEqual(JSON.parse(`[${text},${big}]`))
      expect(jsonText(value)).toContain(`,${big}]`)
    }),
    { numRuns: 100, seed: 1 },
  )
})

test('compares and orders numbers by value', () => {
  const decimal = fc.tuple(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.integer({ min: -30, max: 30 }),
  )
  fc.assert(
    fc.property(decimal, decimal, ([a, powerA], [b, powerB]) => {
      const [one, other] = [new ExactNumber(`${a}e${powerA}`), new ExactNumber(`${b}e${powerB}`)]
      const [wholeA, wholeB] = [a * 10n ** BigInt(powerA + 30), b * 10n ** BigInt(powerB + 30)]
      expect(Math.sign(compareNumbers(one, other))).toBe(wholeA < wholeB ? -1 : wholeA > wholeB ? 1 : 0)
      expect(equal(one, other)).toBe(wholeA === wholeB)
    }),
    { numRuns: 100, seed: 1 },
  )
  expect(equal(read('[9007199254740993]'), read('[9007199254740992]'))).toBe(false)
  expect(equal(read('[9007199254740993]'), read('[9007199254740993.0]'))).toBe(true)
  expect(compareNumbers(9007199254740992, new ExactNumber('9007199254740993'))).toBeLessThan(0)
})

test('is a number, and an id only if it is written as a whole number', () => {
  const exact = read('9007199254740993')
  expect(isObject(exact)).toBe(false)
  expect(typeOf(exact)).toBe('number')
  expect(idTextOf(exact)).toBe('9007199254740993')
  expect(idTextOf(read('900719925474099.30000000001'))).toBeUndefined()
  expect(idTextOf(read('9007199254740993e1'))).toBeUndefined()
  expect(idTextOf(1.5)).toBeUndefined()
  expect(idTextOf(7)).toBe('7')
  expect(withDoubles(read('[1e400]'))).toEqual([Number.MAX_VALUE])
})
