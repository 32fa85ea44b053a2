// Answers that narrow a schema.
import { expect, test } from 'vitest'
import { resolvedSchema, type SchemaAnswers } from './resolved-schema.ts'
import type { Schema } from './schema.ts'

const state = { enum: ['open', 'done'], 'x-clauses': { enum: 'a.state', required: 'a.returned-state' } }
const schema: Schema = {
  type: 'object',
  properties: { colour: { type: 'string', 'x-not-shown': { enum: 'colours' } } },
  'x-open-property': { point: 'state-field', schema: state, requiredIn: 'response' },
}
const answers: SchemaAnswers = new Map<string, string | string[]>([
  ['state-field', 'status'],
  ['colours', ['red', 'green']],
])

test('an open property gets its name, and its absence fails its own clause', () => {
  expect(resolvedSchema(schema, answers, 'response')).toEqual({
    type: 'object',
    properties: { ...(schema.properties as object), status: state },
    allOf: [{ required: ['status'], 'x-clauses': state['x-clauses'] }],
  })
})

test('a request may omit the property, and has the allowed values', () => {
  expect(resolvedSchema(schema, answers, 'request')).toEqual({
    type: 'object',
    properties: {
      colour: { type: 'string', 'x-not-shown': { enum: 'colours' }, enum: ['red', 'green'] },
      status: state,
    },
  })
})

test('an unanswered property is left out', () => {
  const { 'x-open-property': _, ...rest } = schema
  for (const side of ['request', 'response'] as const)
    expect(resolvedSchema(schema, new Map(), side)).toEqual(rest)
})
