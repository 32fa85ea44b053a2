// Tests that varied ids never belong to resources of other clients.
import { expect, test } from 'vitest'
import { uriDecoded } from '../../base/uri.ts'
import { type OtherId, otherSpellings, otherTexts } from './other-ids.ts'
import { namesNothingElse } from './unknown-id.ts'

const random = ['est_8sKq2vNb4Wx7Zr1Tc9Yd3', 'est_h2LmP6uFj0GaVe5QwRt8B']
const odd = ['Rl|p:k2Xw9b.q7Lm T4vZ1c~é', 'Rl|p:h5Nd0s.y3Rf G8pJ6t~é']
const counted = ['1001', '1002']
const uuids = ['6f1c9a52-0b3e-4d7a-9c41-27e8b5d3f060', 'b27d04e9-81f6-4a3c-8e15-9d60c2a7f3b4']

const all = (ids: readonly string[]): readonly OtherId[] => {
  const [id = '', other = ''] = ids
  return [...otherTexts(id, ids), ...otherSpellings(id, other, ids)]
}
const textOf = ({ segment }: OtherId): string => uriDecoded(segment)

test.each([random, counted, uuids, odd])('all variants of an id are different texts: %s', (...ids) => {
  const texts = all(ids).map(textOf)
  expect(texts).not.toContain(ids[0])
  expect(new Set(texts).size).toBe(texts.length)
  for (const { how, segment } of all(ids)) {
    expect(how).toMatch(/^(?:with|without|in|of|that|followed by|preceded by) /)
    // The segment must not begin with a dot, because a client resolves dot segments before it sends the
    // path.
    expect(segment).toMatch(/^(?!\.)[\w.~!*'()%-]+(?:\/xx)?$/)
  }
})

test('no variant matches another id by a wildcard, a condition or a list', () => {
  const [id = ''] = random
  for (const text of otherTexts(id, random).map(textOf)) {
    // The text before and after a wildcard is so long that no other id contains it.
    const [head = '', tail = '', ...further] = text.split(/\.\*|%(?!zz)|[*?]|_(?=.{10,13}$)/)
    if (text !== head) expect([further, id.startsWith(head), id.endsWith(tail)]).toEqual([[], true, true])
    if (text !== head) expect(head.length + tail.length).toBeGreaterThan(20)
    expect(text).not.toMatch(/\bOR\b|\|\||\$ne/i)
    // Each part is too long to be a random id of another resource.
    if (text !== 'constructor' && text !== '42')
      for (const part of text.split(',')) expect(part.length).toBeGreaterThan(20)
  }
})

test('if ids have neighbours, no letter or digit follows the id', () => {
  expect(all(counted).map(textOf)).toEqual(['1001\0', '1001 ', '1001\n', '1001/'])
  for (const text of all(counted).map(textOf)) expect(namesNothingElse(text, counted)).toBe(true)
})

test('for ULIDs, one variant has a wildcard in its middle, which matches no other id', () => {
  const ulids = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRY']
  const texts = otherTexts(ulids[0] ?? '', ulids).map(textOf)
  expect(texts).toEqual(['01ARZ3NDEKTSV4RRFFQ69G5FAV\0', '01ARZ3NDEKTSV_RRFFQ69G5FAV'])
  for (const text of texts) expect(namesNothingElse(text, ulids)).toBe(true)
  expect(namesNothingElse('01ARZ3NDEKTSV4RRFFQ69G5FA_', ulids)).toBe(false)
  expect(namesNothingElse('1_01', ['1001', '1002'])).toBe(false)
})

test('the letter case of a UUID is not varied, because it is insignificant', () => {
  const inOther = (ids: readonly string[]): number =>
    all(ids).filter(({ how }) => how.includes('letter case')).length
  expect([inOther(random), inOther(uuids)]).toEqual([1, 0])
})
