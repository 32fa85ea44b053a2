// Describes the token of a request in plain words.
import { expect, test } from 'vitest'
import { type ForgeryName, forgeryNames } from '../client/tokens/forgery.ts'
import { exchangeOf } from '../engine/exchange.testing.ts'
import { invalidTokens } from '../engine/principals/principal.ts'
import { describeSent } from './exchange.ts'
import { tokenInWords } from './token-in-words.ts'

test("describes every token except the operator's with different words", () => {
  const others = [
    'none',
    'limited',
    'nonGlobal',
    'wrong-scheme',
    'scheme-case',
    'scheme-alone',
    'scheme-missing',
  ]
  const named: readonly (ForgeryName | string)[] = [...others, ...Object.keys(invalidTokens), ...forgeryNames]
  const words = named.map((name) => tokenInWords(name))
  expect(named.filter((_, place) => words[place] === null)).toEqual([])
  expect(new Set(words)).toHaveLength(named.length)
  for (const name of ['full', 'fresh', 'bearer']) expect(tokenInWords(name)).toBeNull()
  expect(tokenInWords('scope read:a read:b')).toBe(
    'a token of the same client with only the scopes read:a and read:b',
  )
})

test("a request shows its token if it is not the operator's", () => {
  const exchange = exchangeOf()
  expect(describeSent(exchange, 'http://tenant.example/api/v2')).toBe('PATCH /x {}')
  expect(describeSent({ ...exchange, principal: 'alg-none' }, 'http://tenant.example/api/v2')).toBe(
    'PATCH /x {} · token: the token with "alg":"none" and no signature',
  )
})
