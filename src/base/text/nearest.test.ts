// Suggests a known word for a mistyped word. Ignores letter case, and compares long names part by part.
import { expect, test } from 'vitest'
import { closest, didYouMean, didYouMeanOrKnown, meantBy, nearest, withFullStop } from './nearest.ts'

test.each([
  ['evntStream', ['eventStream', 'operations'], 'eventStream'],
  ['AUTH1', ['reference', 'auth0'], 'auth0'],
  ['rn', ['run', 'plan'], 'run'],
  // Returns the nearest word. If several words are equally near, returns the first of them.
  [
    'event-steams.create.name',
    ['event-streams.update.name', 'event-streams.create.name'],
    'event-streams.create.name',
  ],
  ['ab', ['abc', 'abd'], 'abc'],
  // At most a third of the characters can differ. In a short word, two characters can differ.
  ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
  ['abcdefghi', ['abcdewxyz'], null],
  ['rnu', ['run'], 'run'],
  ['ab', ['xy'], null],
  ['URL', ['CA'], null],
  ['99', ['9'], null],
  // Each part of the name must be near the same part of the other name.
  ['event-streams.delete', ['event-streams.create'], null],
  ['event-streams.get', ['event-streams.list'], null],
  ['event-stream.create', ['event-streams.create'], 'event-streams.create'],
  ['TENANT_BASEURL', ['TENANT_CA', 'TENANT_BASE_URL'], 'TENANT_BASE_URL'],
  ['anything', [], null],
])('the word nearest to %s among %j is %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected)
})

test('returns a suggestion in parentheses, or an empty text', () => {
  expect(didYouMean('rnu', ['run'])).toBe(' (did you mean run?)')
  expect(didYouMean('something', ['run'])).toBe('')
})

test.each([
  // A candidate with wrong letters wins over a candidate with more parts.
  ['TENANT_CA', ['TENANT_CAS', 'TENANT_CA_FILE'], 'TENANT_CAS'],
  // If several candidates have the same ending, the shortest candidate wins.
  ['TENANT_URL', ['TENANT_CA', 'TENANT_BASE_URL', 'TENANT_AUTH_URL'], 'TENANT_BASE_URL'],
  [
    'TENANT_TOKEN',
    ['TENANT_TOKEN_URL', 'TENANT_LIMITED_ACCESS_TOKEN', 'TENANT_ACCESS_TOKEN', 'TENANT_CA'],
    'TENANT_ACCESS_TOKEN',
  ],
  ['any.bearer', ['any.rate', 'any.bearer-token'], 'any.bearer-token'],
  // Parts in another order give no match, and parts that all candidates share give no match.
  ['URL_TENANT', ['TENANT_BASE_URL', 'TENANT_CA'], null],
  ['TENANT', ['TENANT_BASE_URL', 'TENANT_CA'], null],
  ['', ['run'], null],
])('%s among %j means %s', (word, candidates, expected) => {
  expect(meantBy(word, candidates)).toBe(expected)
})

test('lists the known words if no word is near', () => {
  expect(didYouMeanOrKnown('rnu', ['run'])).toBe('did you mean "run"?')
  expect(didYouMeanOrKnown('other', ['run', 'plan'])).toBe('known are run, plan')
  expect(didYouMeanOrKnown('other', [])).toBe('no name is known')
})

test('withFullStop adds a missing full stop', () => {
  expect(['known are a, b', 'did you mean "a"?', 'It is.'].map(withFullStop)).toEqual([
    'known are a, b.',
    'did you mean "a"?',
    'It is.',
  ])
})

test('a word that shares little with a name is not close', () => {
  expect(closest('nope', ['keys-operation-twice', 'get-slow'], 3)).toEqual([])
})

test('the closest long names share most pairs of letters, also reordered or shortened', () => {
  const names = ['create-name-length-129-accepted', 'update-keeps-name', 'length-of-name-created']
  expect(closest('create-name-129', names, 1)).toEqual(['create-name-length-129-accepted'])
  expect(closest('keeps-update-name', names, 2)[0]).toBe('update-keeps-name')
})
