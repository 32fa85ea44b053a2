// Tests schemas with long texts and many elements, for which the generator needs seconds.
// @module-tag whole
import { expect, test } from 'vitest'
import { boundary } from '../../src/generate/index.ts'

const texts = { type: 'string', pattern: '^[a-z ]+$', maxLength: 512 }

test.each([
  ['500 distinct texts', { type: 'array', uniqueItems: true, minItems: 1, maxItems: 500, items: texts }],
  [
    '65,536 characters of a pattern',
    { type: 'string', pattern: '^[ -~]+$', minLength: 1, maxLength: 65_536 },
  ],
  ['65,535 characters of a format', { type: 'string', format: 'byte', maxLength: 65_535 }],
])('bounds of %s', { timeout: 30_000 }, (_, schema) => {
  expect(boundary(schema).length).toBeGreaterThan(2)
})
