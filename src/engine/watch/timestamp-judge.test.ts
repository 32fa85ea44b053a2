// Tests plausible and implausible times in responses.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { type Operation, operationOf, type Resource } from '../../contract/index.ts'
import { loadContract } from '../../contract/load.ts'
import type { Attempt } from '../../oracle/index.ts'
import { TimestampJudge } from './timestamp-judge.ts'

const contract = loadContract()
const [creation] = [...contract.operations.values()].filter(({ act }) => act === 'create')
const create = creation as Operation
const resource = contract.resources.get(create.resource) as Resource
const update = operationOf(contract, resource.life.update ?? '')
const [constant = ''] = [...resource.serverSet].flatMap(([pointer, kind]) =>
  kind === 'constant' && pointer !== resource.id ? [pointer.slice(1)] : [],
)
const [moving = ''] = [...resource.serverSet].flatMap(([pointer, kind]) =>
  kind === 'monotonic' ? [pointer.slice(1)] : [],
)

const noonMs = Date.UTC(2026, 0, 2, 12)
const at = (offsetS: number): string => new Date(noonMs + offsetS * 1_000).toISOString()

/** Returns a response with these times, in seconds after noon. */
const shown = (atS: number, madeS: number, movedS: number, id = 'a', headers = {}): Attempt => {
  const body: JsonObject = { id, [constant]: at(madeS), [moving]: at(movedS) }
  return {
    id: 1,
    principal: 'full',
    operation: create.name,
    request: { method: 'POST', url: 'http://tenant.example/', headers: {}, body: null },
    response: { status: 200, headers, body: JSON.stringify(body), bodyBytes: 1, wellFormed: true },
    failure: null,
    startedAtMs: noonMs + atS * 1_000,
    durationMs: 10,
    accepted: true,
  }
}
const made = (times: TimestampJudge, ...parts: Parameters<typeof shown>) =>
  times.see(shown(...parts), create, resource)
const changed = (times: TimestampJudge, ...parts: Parameters<typeof shown>) =>
  times.see(shown(...parts), update, resource)

test.each([0, 5, -5, 59, -59])('a clock that is %d s off is right', (offS) => {
  const times = new TimestampJudge()
  expect(made(times, 0, offS, offS)).toBe(null)
  expect(changed(times, 3, offS, 3 + offS)).toBe(null)
})

test('the Date header counts as well as the clock of this machine', () => {
  expect(
    made(new TimestampJudge(), 0, 3_600, 3_600, 'a', { date: new Date(noonMs + 3_600_000).toUTCString() }),
  ).toBe(null)
  expect(made(new TimestampJudge(), 0, 3_600, 3_600)).toMatchObject({
    expected: 'no time that is later than the response',
  })
})

test('a time before the creation is wrong', () => {
  expect(made(new TimestampJudge(), 0, -120, 0)).toMatchObject({
    expected: 'no time earlier than the creation',
  })
  const times = new TimestampJudge()
  made(times, 0, 0, 0)
  expect(changed(times, 10, 0, -120)).toMatchObject({ expected: 'no time earlier than the creation' })
})

test('for a resource of unknown origin, only a future time is wrong', () => {
  expect(changed(new TimestampJudge(), 0, -9e6, -8e6)).toBe(null)
  expect(changed(new TimestampJudge(), 0, -9e6, 120)).toMatchObject({
    received: expect.stringContaining(at(120)),
  })
})

test('a new resource did not change before its creation', () => {
  expect(made(new TimestampJudge(), 0, 0, -0.9)).toBe(null)
  expect(made(new TimestampJudge(), 0, 0, -5)).toMatchObject({ expected: `${moving} not before ${constant}` })
})

test('resources created seconds apart have different times', () => {
  const times = new TimestampJudge()
  expect(made(times, 0, 0, 0, 'a')).toBe(null)
  expect(made(times, 1, 0, 0, 'b')).toBe(null)
  expect(made(times, 3, 0, 0, 'c')).toMatchObject({
    expected: `another ${constant} than in the resource created 3 s before`,
    received: `${constant} ${at(0)} in both resources`,
  })
  expect(made(times, 4, 4, 4, 'd')).toBe(null)
})

test('a response without times is not judged', () => {
  const without: Attempt = {
    ...shown(0, 0, 0),
    response: { ...shown(0, 0, 0).response, body: '{"id":"a"}' } as never,
  }
  expect(new TimestampJudge().see(without, create, resource)).toBe(undefined)
})
