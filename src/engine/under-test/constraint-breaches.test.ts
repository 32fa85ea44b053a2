// Tests bodies that break one constraint.
import { expect, test } from 'vitest'
import { keepsConstraint } from '../../contract/index.ts'
import { constraintOf } from '../../contract/values/constraint.ts'
import { atMs, body, constraints, parts } from './constrained-bodies.testing.ts'
import { keepingConstraints } from './constrained-bodies.ts'
import { breachesOf } from './constraint-breaches.ts'

test('members that must be equal differ in a breach', () => {
  const equal = constraintOf({ equal: ['/mail', '/phone'] })
  const own = { ...parts(), constraints: [equal] }
  expect(breachesOf(equal, { mail: 'm', phone: 'm' }, own)).toEqual([
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
