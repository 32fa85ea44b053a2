// Tests how messages show ids.
import { expect, test } from 'vitest'
import { describeId } from './ownership.ts'

test('a long id is shown by its beginning and its length', () => {
  const id = 'P56IOI7-MZJNU2Y-IQGDREY-DM2MGTI-MGL3BXN-PQ6W5BM-TBBZ4TJ-XZWICQ2'
  expect(describeId(id)).toBe('"P56IOI7-MZJNU2Y-IQGDREY-DM2MGTI-MGL3BXN-…" (63 characters)')
  expect(describeId({ id })).toMatch(/^\{"id":"P56.*… \(72 characters\)$/)
  expect([describeId('a'), describeId(null), describeId(undefined)]).toEqual(['"a"', 'null', 'none'])
})
