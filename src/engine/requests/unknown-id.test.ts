// Tests that unknown ids have the form of the known ids.
import { expect, test } from 'vitest'
import {
  areSparse,
  haveNoNeighbours,
  namesNothingElse,
  nearIds,
  overLongIds,
  unknownId,
} from './unknown-id.ts'

const one = 'es7k2m9x4q1w8z5c3v6b0n7d4f'
const other = 'es1p8r3t6y9g2h5j0s4k7m1q8w'

test('two ids that differ in eight places are random; with fewer they may come from a counter', () => {
  expect(haveNoNeighbours([])).toBe(false)
  expect(haveNoNeighbours([one, other])).toBe(true)
  expect(haveNoNeighbours(['prefix_aaaaaaaa', 'prefix_bbbbbbbb'])).toBe(true)
  expect(haveNoNeighbours(['prefix_aaaaaaaa', 'prefix_bbbbbbba'])).toBe(false)
  expect(haveNoNeighbours(['prefix_000000000041', 'prefix_000000000042'])).toBe(false)
  expect(haveNoNeighbours([one, `${other}0`])).toBe(false)
})

test('every further id counts, but equal ids count once', () => {
  expect(haveNoNeighbours([one, other, `${one.slice(0, -1)}z`])).toBe(false)
  expect(haveNoNeighbours([one, other, `${other.slice(0, -1)}z`])).toBe(false)
  expect(haveNoNeighbours([one, one])).toBe(true)
  expect(haveNoNeighbours(['rule_1', 'rule_1'])).toBe(false)
})

test('a single id is random if it is long and has many characters, without its prefix', () => {
  expect(haveNoNeighbours(['pol_abcdefgh12345678'])).toBe(true)
  expect(haveNoNeighbours(['pol_abcdefgh1234567'])).toBe(false)
  expect(haveNoNeighbours(['abcdefgh12345678'])).toBe(true)
  expect(haveNoNeighbours(['a_policy_of_1'])).toBe(false)
  expect(haveNoNeighbours(['abcdefghaaaaaaaa'])).toBe(true)
  expect(haveNoNeighbours(['abcdefgaaaaaaaaa'])).toBe(false)
  expect(haveNoNeighbours(['00000000000000000000000042'])).toBe(false)
})

test('ids are treated as counting if most of them look so, because a random id may look so too', () => {
  const ulids = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKZ8P5X2W9CH7M4N6Q']
  const chance = '4q7m2x9k1w8z5c3v6b0n7d4frt'
  expect(haveNoNeighbours([chance])).toBe(false)
  expect(haveNoNeighbours([one, chance])).toBe(true)
  expect(haveNoNeighbours(ulids)).toBe(false)
  expect(haveNoNeighbours([...ulids, one])).toBe(false)
})

test('an unknown id has the form of known ids and equals none of them', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const id = unknownId([one, other], 26, seed)
    expect(id).toMatch(/^es[0-9a-z]{24}$/)
    expect([one, other]).not.toContain(id)
    for (const character of id) expect(`${one}${other}`).toContain(character)
    expect(unknownId([one, other], 26, seed)).toBe(id)
  }
  expect(unknownId([one, other], 26, 1)).not.toBe(unknownId([one, other], 26, 2))
})

test('only positions at which two of the ids differ are changed', () => {
  const id = unknownId(['AA-abcdefgh-ZZ-abcdefgh', 'AA-ijklmnop-ZZ-abcdefgh'], 26, 1)
  expect(id).toMatch(/^AA-[a-p]{8}-ZZ-abcdefgh$/)
  const third = unknownId(['AA-abcdefgh-qrstuvwx', 'AA-ijklmnop-qrstuvwx', 'AA-abcdefgh-xwvutsrq'], 26, 1)
  expect(third).toMatch(/^AA-.{8}-.{8}$/)
  expect(third.slice(12)).not.toBe('qrstuvwx')
  expect(third.slice(3, 11)).not.toBe('abcdefgh')
  expect(unknownId([one, one], 26, 1)).toBe(unknownId([one], 26, 1))
})

test('the order of ids does not matter if they differ everywhere', () => {
  const [a, b] = ['abcdefghijkl', '876543210zyx']
  expect(unknownId([a, b], 26, 3)).toBe(unknownId([b, a], 26, 3))
})

test('if ids have neighbours, no counter reaches the unknown id', () => {
  expect(unknownId([], 26, 1)).toBe('x'.repeat(26))
  expect(unknownId(['41', '42'], 26, 1)).toBe('x'.repeat(26))
  expect(unknownId(['41'], 5, 1)).toBe('xxxxx')
})

test('an id that differs only in letter case may be the same id', () => {
  expect(unknownId(['aaaaaaaa', 'AAAAAAAA'], 26, 1)).toBe('x'.repeat(26))
})

test('a prefix is kept, and its characters are not drawn', () => {
  for (const seed of [1, 2, 3]) {
    const id = unknownId(['pol_0123456789abcdef0123'], 26, seed)
    expect(id).toMatch(/^pol_[0-9a-f]{20}$/)
    expect(id).not.toBe('pol_0123456789abcdef0123')
    expect(unknownId(['pol-ab-cd-ef_0123456789abcdef'], 26, seed)).toMatch(/^pol-ab-cd-ef_/)
  }
})

// A ULID is in Crockford's base 32. It has ten characters of time (the first is at most 7) and sixteen
// random characters.
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

test('an unknown ULID is a ULID, from one or from two', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const id = unknownId(['01ARZ3NDEKTSV4RRFFQ69G5FAV'], 26, seed)
    expect(id).toMatch(ulid)
    expect(id.slice(0, 10)).toBe('01ARZ3NDEK')
    expect(id.slice(10, 16)).not.toBe('TSV4RR')
    expect(unknownId(['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKZ8P5X2W9CH7M4N6Q'], 26, seed)).toMatch(ulid)
  }
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

test('an unknown UUID is a UUID, from one or from two', () => {
  const [first, second] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    expect(unknownId([first], 36, seed)).toMatch(uuid)
    expect(unknownId([first, second], 36, seed)).toMatch(uuid)
  }
})

test('near ids differ by one character that occurs in ids', () => {
  expect(nearIds(one, [one, other], 27)).toEqual([`${one.slice(0, -1)}e`, one.slice(0, -1), `${one}e`])
  expect(nearIds(one, [one, other], 26)).toEqual([`${one.slice(0, -1)}e`, one.slice(0, -1)])
  expect(nearIds(one, [other], 26)).toEqual([`${one.slice(0, -1)}e`, one.slice(0, -1)])
})

test('there are no near ids if ids may have neighbours', () => {
  expect(nearIds('41', ['41', '42'], 26)).toEqual([])
  expect(nearIds('pol_1', [one, other], 26)).toEqual([])
  expect(nearIds('pol_1', [], 26)).toEqual([])
})

test('a near id differs by more than letter case', () => {
  const ids = ['Eabcdefgh12345678e', 'Eijklmnop87654321e']
  expect(nearIds(ids[0] ?? '', ids, 18)[0]).toBe('Eabcdefgh12345678a')
  expect(nearIds('aaaaaaaa', ['aaaaaaaa', 'AAAAAAAA'], 26)).toEqual(['aaaaaaa'])
  expect(nearIds('_bcdefgh123456789', ['_bcdefgh123456789'], 17)[0]).toBe('_bcdefgh12345678b')
})

test.each([
  ['ULIDs, which are counted up within a millisecond', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['object ids, which end in a counter', '507f1f77bcf86cd799439011'],
  ['xids, which do as well', '9m4e2mr0ui3e8a215n4g'],
  ['UUIDs of version 7, which may', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['UUIDs of version 1', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
])('%s have neighbours, although a new random one belongs to no resource', (_, id) => {
  for (const prefixed of [id, `pol_${id}`]) {
    expect(areSparse([prefixed])).toBe(true)
    expect(haveNoNeighbours([prefixed])).toBe(false)
    expect(nearIds(prefixed, [prefixed], 40)).toEqual([])
  }
})

test.each([
  ['a long number', '1541815603606036480'],
  ['a number after a date', 'pol-2026-11-21-000000000000000123'],
  ['a word and a short number', 'policy-of-the-tenant-number-7'],
])('%s is not sparse', (_, id) => expect(areSparse([id])).toBe(false))

test('two long numbers are not random, even if they differ in many digits', () => {
  expect(areSparse(['1541815603606036480', '9876543210987654321'])).toBe(false)
})

test('safe ids: xs, an own id with more xs, and a new random id of a random kind', () => {
  expect(namesNothingElse('x'.repeat(26), ['41'])).toBe(true)
  expect(namesNothingElse('41xx', ['41'])).toBe(true)
  expect(namesNothingElse(`${one.slice(0, -1)}z`, [one, other])).toBe(true)
  const drawn = unknownId(['01ARZ3NDEKTSV4RRFFQ69G5FAV'], 26, 1)
  expect(namesNothingElse(drawn, ['01ARZ3NDEKTSV4RRFFQ69G5FAV'])).toBe(true)
})

test('unsafe ids: the next number, doubled digits, the next ULID, any id if no id is known', () => {
  for (const id of ['42', '4141', '41x1', '4', 'x']) expect(namesNothingElse(id, ['41'])).toBe(false)
  expect(namesNothingElse('01ARZ3NDEKTSV4RRFFQ69G5FAW', ['01ARZ3NDEKTSV4RRFFQ69G5FAV'])).toBe(false)
  expect(namesNothingElse(one, [])).toBe(false)
})

test('over-long ids begin like the id; a number cannot be read as another number', () => {
  expect(overLongIds(one, [one, other], 26)).toEqual([`${one}x`, `${one}${one}`])
  expect(overLongIds('41', ['41', '42'], 4)).toEqual(['41xxx', '41xxxxxx'])
})
