// Whether the output has colours depends on NO_COLOR, FORCE_COLOR and TERM.
import { expect, test } from 'vitest'
import { isColored } from './terminal.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '0' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: 'true' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
  [false, { FORCE_COLOR: '' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [true, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
] as const)('on a terminal %s, with %j: %s', (isTTY, environment, expected) => {
  expect(isColored(isTTY, environment)).toBe(expected)
})
