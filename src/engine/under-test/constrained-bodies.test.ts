// Tests bodies that keep the constraints.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { keepsConstraint } from '../../contract/index.ts'
import { constraintOf } from '../../contract/values/constraint.ts'
import { atMs, body, constraints, parts } from './constrained-bodies.testing.ts'
import { keepingConstraints } from './constrained-bodies.ts'

test('a body keeps its members as far as possible', () => {
  expect(keepingConstraints(body, parts())).toEqual({
    from: '2031-01-01T00:00:00Z',
    to: '2031-01-02T00:00:00Z',
    mail: 'm',
    parts: [{ size: 33 }, { size: 33 }, { size: 34 }],
  })
})

test.each([
  ['/phone', (one: JsonObject) => one.phone === 'p' && one.mail === undefined],
  ['/from', (one: JsonObject) => one.from === body.from],
  ['/to', (one: JsonObject) => one.to === body.to],
  ['/parts/0/size', (one: JsonObject) => JSON.stringify(one.parts).startsWith('[{"size":1}')],
  ['/parts', (one: JsonObject) => (one.parts as Json[]).length === 3],
])('the focus stays unchanged: %s', (focus, isSame) => {
  const kept = keepingConstraints(body, parts(focus))
  expect(isSame(kept)).toBe(true)
  expect(constraints.every((one) => keepsConstraint(one, kept, atMs))).toBe(true)
})

test('members that must be equal are made equal', () => {
  const own = { ...parts(), constraints: [constraintOf({ equal: ['/mail', '/phone'] })] }
  expect(keepingConstraints({ mail: 'm', phone: 'p' }, own)).toEqual({ mail: 'm', phone: 'm' })
})
