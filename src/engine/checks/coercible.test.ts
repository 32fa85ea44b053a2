// Values of wrong types and their counterparts.
import { expect, test } from 'vitest'
import { contraries } from './coercible.ts'

test('sends each type in its other notation, and no other type', () => {
  expect(contraries('enabled', [false, 0, ['enabled'], {}])).toEqual([true, 1, [], { value: 'enabled' }])
  expect(contraries(['one'], [{ 0: 'one' }, 'text'])).toEqual(['', {}, { value: ['one'] }])
  expect(contraries('enabled', [null])).toEqual([])
})
