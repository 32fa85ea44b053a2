// Tests the validation of payloads, and the inference of schemas.
import { expect, test } from 'vitest'
import { tickMs } from '../base/clock.ts'
import type { JsonObject } from '../base/json.ts'
import { inferredSchema } from './inferred-schema.ts'
import { Inconclusive } from './judgement.ts'
import { judgedTooLongMax, judgingMsMax, payloadJudge } from './payload.ts'

test('a payload is validated by the declared schema', () => {
  const judge = payloadJudge({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, time: { type: 'string', format: 'date-time' } },
  })
  expect(judge('{"id":"1","time":"2026-01-01T00:00:00Z"}')).toBeNull()
  expect(judge('{"time":"yesterday"}')).toBe(
    `it must have required property 'id'; it/time must match format "date-time"`,
  )
  expect(judge('a=b')).toBe('the event is not JSON')
})

test('a schema may forbid all, or nothing', () => {
  expect(payloadJudge(true)('7')).toBeNull()
  expect(payloadJudge(false)('7')).toBe('it boolean schema is false')
})

test('inherited members count as missing', () => {
  expect(payloadJudge({ required: ['constructor'] })('{}')).toMatch(/required property/)
})

test('members beyond the schema are no error', () => {
  expect(payloadJudge({ 'x-further': 1, type: 'object', required: ['a'] })('{"a":1}')).toBeNull()
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

test('members with built-in names are ordinary members', () => {
  const hostile = JSON.parse('{"__proto__":1,"constructor":"x"}')
  expect(Object.keys(inferredSchema([hostile])?.properties ?? {})).toEqual(['__proto__', 'constructor'])
})

test('the schema of a deep or wide payload stays small', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(JSON.stringify(inferredSchema([deep])).length).toBeLessThan(500)
  const wide = (length: number): JsonObject =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`m${index}`, index]))
  expect(inferredSchema([wide(10_000)])).toEqual({ type: 'object' })
  expect(inferredSchema([wide(65)])).toEqual({ type: 'object' })
  expect(inferredSchema([wide(64)])?.required).toHaveLength(64)
})

test('below the maximum depth, members and elements get only types', () => {
  const value = { a: { b: 1 }, c: [[1]] }
  expect(inferredSchema([value], 0)).toEqual({ type: 'object' })
  expect(inferredSchema([value], 1)).toEqual({
    type: 'object',
    properties: { a: { type: 'object' }, c: { type: 'array' } },
    required: ['a', 'c'],
  })
  expect(inferredSchema([value], 2)).toEqual({
    type: 'object',
    properties: {
      a: { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      c: { type: 'array', items: { type: 'array' } },
    },
    required: ['a', 'c'],
  })
})

test('a validation that takes too long is inconclusive, and is not repeated forever', () => {
  // The back references in this pattern make the match very slow.
  const judge = payloadJudge({ properties: { a: { pattern: '^(?:(a*)(a*)\\1)+(?:(a*)(a*)\\3)+b$' } } }, 50)
  const evil = JSON.stringify({ a: `${'a'.repeat(20_000)}!` })
  let startedAt = tickMs()
  for (let count = 0; count < judgedTooLongMax + 40; count += 1) {
    if (count === judgedTooLongMax) startedAt = tickMs()
    const told = judge(evil)
    expect(told).toBeInstanceOf(Inconclusive)
    expect((told as Inconclusive).message).toMatch(
      /takes longer than 50 ms: simplify the patterns of this schema$/,
    )
  }
  expect(tickMs() - startedAt).toBeLessThan(40 * 50)
})

test('the deepest readable body is validated by an equally deep schema', () => {
  const judge = payloadJudge({
    type: ['array', 'object'],
    items: { $ref: '#' },
    additionalProperties: { $ref: '#' },
  })
  expect(judge('['.repeat(200) + ']'.repeat(200))).toBeNull()
  expect(judge(`${'['.repeat(199)}1${']'.repeat(199)}`)).toMatch(/must be array,object/)
})

test('an endless pattern stops after the default time limit', () => {
  const startedAt = tickMs()
  expect(payloadJudge({ pattern: '^(a+)+$' })(`"${'a'.repeat(60)}!"`)).toBeInstanceOf(Inconclusive)
  expect(tickMs() - startedAt).toBeGreaterThan(judgingMsMax - 100)
})
