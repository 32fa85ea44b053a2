// Payloads held against a schema, and schemas inferred from payloads.
import { expect, test } from 'vitest'
import { inferredSchema, payloadJudge } from './payload.ts'

test('a payload is held against the declared schema', () => {
  const judge = payloadJudge({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, time: { type: 'string', format: 'date-time' } },
  })
  expect(judge('{"id":"1","time":"2026-01-01T00:00:00Z"}')).toBeNull()
  expect(judge('{"time":"yesterday"}')).toMatch(/required property 'id'.*it\/time/)
  expect(judge('a=b')).toBe('it is no JSON')
})

test('a schema is inferred from all payloads together, and accepts each of them', () => {
  const payloads = [
    { id: 'a', count: 1, tags: ['x', null], inner: { deep: true } },
    { id: 'b', count: 1.5, tags: [], extra: null },
  ]
  const schema = inferredSchema(payloads)
  expect(schema).toEqual({
    type: 'object',
    properties: {
      count: { type: ['integer', 'number'] },
      extra: { type: 'null' },
      id: { type: 'string' },
      inner: { type: 'object', properties: { deep: { type: 'boolean' } }, required: ['deep'] },
      tags: { type: 'array', items: { type: ['null', 'string'] } },
    },
    required: ['count', 'id', 'tags'],
  })
  const judge = payloadJudge(schema ?? false)
  for (const payload of payloads) expect(judge(JSON.stringify(payload))).toBeNull()
  expect(inferredSchema([])).toBeNull()
})

test('members with the names of built-in ones are members like any other', () => {
  const hostile = JSON.parse('{"__proto__":1,"constructor":"x"}')
  expect(Object.keys(inferredSchema([hostile])?.properties ?? {})).toEqual(['__proto__', 'constructor'])
})

test('payloads nested without end, or with members without number, stay small', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(JSON.stringify(inferredSchema([deep])).length).toBeLessThan(500)
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, index]))
  expect(inferredSchema([wide])).toEqual({ type: 'object' })
})
