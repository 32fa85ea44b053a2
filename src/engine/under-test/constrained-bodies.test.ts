// Tests bodies that keep the constraints, and bodies that break one constraint.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { keepsConstraint } from '../../contract/index.ts'
import { constraintOf } from '../../contract/values/constraint.ts'
import { breachesOf, keepingConstraints, type Parts } from './constrained-bodies.ts'

const atMs = Date.UTC(2030, 0, 1)
const time = { type: 'string', format: 'date-time' }
const schema: JsonObject = {
  type: 'object',
  properties: {
    from: time,
    to: time,
    mail: { type: 'string' },
    phone: { type: 'string' },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 100 } } },
    },
  },
}
const constraints = [
  constraintOf({ before: ['/from', '/to'] }),
  constraintOf({ future: '/from' }),
  constraintOf({ exactlyOneOf: ['/mail', '/phone'] }),
  constraintOf({ sum: ['/parts/*/size'], equals: 100 }),
]
const parts = (focus: string | null = null): Parts => ({
  ...{ schema, constraints, turn: 0, atMs, focus },
  vary: () => 'other',
  draw: (one: Json): Json => (JSON.stringify(one).includes('object') ? { size: 1 } : 'drawn'),
})
const body: JsonObject = {
  from: '2031-01-02T00:00:00Z',
  to: '2031-01-01T00:00:00Z',
  mail: 'm',
  phone: 'p',
  parts: [{ size: 1 }, { size: 1 }, { size: 1 }],
}

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

test('members that must be equal are made equal, and differ in a breach', () => {
  const equal = constraintOf({ equal: ['/mail', '/phone'] })
  const own = { ...parts(), constraints: [equal] }
  const kept = keepingConstraints({ mail: 'm', phone: 'p' }, own)
  expect(kept).toEqual({ mail: 'm', phone: 'm' })
  expect(breachesOf(equal, kept, own)).toEqual([
    { body: { mail: 'm', phone: 'other' }, says: 'phone is not mail.' },
  ])
})

test('each breach breaks only its own constraint, on both sides', () => {
  const kept = keepingConstraints(body, parts())
  const says = constraints.map((one) => {
    const breaches = breachesOf(one, kept, parts())
    for (const breach of breaches)
      expect(constraints.filter((each) => !keepsConstraint(each, breach.body, atMs))).toEqual([one])
    return [...new Set(breaches.map((breach) => breach.says))]
  })
  expect(says).toEqual([
    ['to equals from.', 'to is before from.'],
    ['from is not in the future.'],
    ['The body has none of mail, phone.', 'The body has mail and phone.'],
    ['The sum of parts.*.size is 99.', 'The sum of parts.*.size is 101.'],
  ])
})
