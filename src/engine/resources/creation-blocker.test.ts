// Tests the words about a failed removal and about what blocks further creations.
import { expect, test } from 'vitest'
import { exchangeOf } from '../exchange.testing.ts'
import { blockerInWords, outcomeOf } from './creation-blocker.ts'

test('says that the resource exists only if a read showed it', () => {
  expect(outcomeOf(exchangeOf({ status: 409 }), 'note', null)).not.toMatch(/exist|shows/)
  expect(outcomeOf(exchangeOf({ status: 204 }), 'note', { id: 'n1' })).toMatch(/still shows the note$/)
  expect(outcomeOf(exchangeOf({ status: 404 }), 'note', null)).toMatch(/as if the note had never existed$/)
})

test('only a blocker about a removal advises to correct the removal', () => {
  const found = 'a note could not be removed'
  expect(blockerInWords({ found, removal: null })).toBe(found)
  expect(blockerInWords({ found, removal: { remedy: null } })).toMatch(/: correct the removal/)
  expect(blockerInWords({ found, removal: { remedy: 'set "ended"' } })).toMatch(
    /: set "ended"; otherwise correct the removal/,
  )
})
