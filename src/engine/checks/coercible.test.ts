// Tests values of wrong types, and further values of each wrong type.
import { expect, test } from 'vitest'
import { contraries } from './coercible.ts'

test('further values have only the types that were sent', () => {
  expect(contraries('enabled', [false, 0, ['enabled'], {}])).toEqual([true, 1, [], { value: 'enabled' }])
  expect(contraries(['one'], [{ 0: 'one' }, 'text'])).toEqual(['', {}, { value: ['one'] }])
  expect(contraries('enabled', [null])).toEqual([])
})
