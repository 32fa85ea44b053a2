// Did you mean: near words are found in any letter case, far ones are not, and long names by what they share.
import { expect, test } from 'vitest'
import { closest, didYouMean, nearest } from './nearest.ts'

test.each([
  ['evntStream', ['eventStream', 'operations'], 'eventStream'],
  ['AUTH1', ['reference', 'auth0'], 'auth0'],
  ['rn', ['run', 'plan'], 'run'],
  // The nearer of two, and the first of two that are as near.
  [
    'event-steams.create.name',
    ['event-streams.update.name', 'event-streams.create.name'],
    'event-streams.create.name',
  ],
  ['ab', ['abc', 'abd'], 'abc'],
  // A third of its length is the most that may differ, and of a short word two letters.
  ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
  ['abcdefghi', ['abcdewxyz'], null],
  ['ab', ['xy'], 'xy'],
  ['ab', ['xyz'], null],
  ['anything', [], null],
])('nearest to %s among %j is %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected)
})

test('the question stands behind the word, or nothing does', () => {
  expect(didYouMean('rnu', ['run'])).toBe(' (did you mean run?)')
  expect(didYouMean('something', ['run'])).toBe('')
})

test('of long names the closest share most, whatever the order and however much is missing', () => {
  const names = ['create-name-length-129-accepted', 'update-keeps-name', 'length-of-name-created']
  expect(closest('create-name-129', names, 1)).toEqual(['create-name-length-129-accepted'])
  expect(closest('keeps-update-name', names, 2)[0]).toBe('update-keeps-name')
})
