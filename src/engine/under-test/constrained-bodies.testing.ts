// A schema with constraints of several kinds, for the tests of bodies that keep or break constraints.
import type { Json, JsonObject } from '../../base/json.ts'
import { constraintOf } from '../../contract/values/constraint.ts'
import type { ConstraintParts } from './constrained-bodies.ts'

export const atMs = Date.UTC(2030, 0, 1)
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

export const constraints = [
  constraintOf({ before: ['/from', '/to'] }),
  constraintOf({ future: '/from' }),
  constraintOf({ exactlyOneOf: ['/mail', '/phone'] }),
  constraintOf({ sum: ['/parts/*/size'], equals: 100 }),
]

export const parts = (focus: string | null = null): ConstraintParts => ({
  ...{ schema, constraints, turn: 0, atMs, focus },
  vary: () => 'other',
  draw: (one: Json): Json => (JSON.stringify(one).includes('object') ? { size: 1 } : 'drawn'),
})

/** A body that breaks the order, the choice and the sum. */
export const body: JsonObject = {
  from: '2031-01-02T00:00:00Z',
  to: '2031-01-01T00:00:00Z',
  mail: 'm',
  phone: 'p',
  parts: [{ size: 1 }, { size: 1 }, { size: 1 }],
}
