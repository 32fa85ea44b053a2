// Tests the merging of measurements from several shards.
import { expect, test } from 'vitest'
import { exchange } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { quantileMs } from './latency.ts'
import { Measure, type Measurements, mergeMeasurements } from './measurements.ts'

const startMs = 1_790_000_000_000

const started = (startedAtMs: number): RunEvent => ({
  type: 'run-started',
  target: { baseUrl: 'https://a.example', authUrl: 'https://a.example', embedded: false, profile: null },
  ...{ seed: 1, startedAtMs, options: {}, clauses: [], strict: false },
})

const answered = (operation: string, atMs: number, durationMs: number, status = 200): RunEvent => {
  const one = exchange(1, '{}', '{}')
  const response = one.response && { ...one.response, status }
  const told: Exchange = { ...one, operation, response, startedAtMs: atMs, durationMs }
  return { type: 'exchange', exchange: told }
}

function measured(...events: readonly RunEvent[]): Measurements {
  const measure = new Measure()
  for (const event of events) measure.hear(event)
  return measure.measurements
}

const first = measured(
  started(startMs),
  { type: 'phase-started', phase: 'preflight', atMs: startMs },
  answered('a.create', startMs + 10, 4),
  answered('a.create', startMs + 60, 400, 429),
  answered('b.delete', startMs + 100, 8, 204),
  { type: 'waited', fromMs: startMs + 110, durationMs: 50 },
  { type: 'delivery', forwarder: 1, atMs: startMs + 200, act: 'created', what: '' },
  { type: 'delivery', forwarder: 3, atMs: startMs + 210, act: 'delivered', what: '204' },
)
const second = measured(
  started(startMs + 1_000),
  answered('a.create', startMs + 1_010, 40),
  { ...answered('c.get', startMs + 1_020, 1) },
  { type: 'delivery', forwarder: 1, atMs: startMs + 1_200, act: 'created', what: '' },
)

test('adds up responses and statuses of an operation, sorted by operation', () => {
  const { operations } = mergeMeasurements([second, first])
  expect(operations.map(({ operation, latency, byStatus }) => [operation, latency.count, byStatus])).toEqual([
    ['a.create', 3, { '200': 2, '429': 1 }],
    ['b.delete', 1, { '204': 1 }],
    ['c.get', 1, { '200': 1 }],
  ])
  const latency = operations[0]?.latency
  expect(latency).toMatchObject({ minMs: 4, maxMs: 400 })
  expect(latency && [...latency.points].sort((a, b) => a - b)).toEqual([4, 40, 400])
  expect(latency && quantileMs(latency, 0.5) / 40).toBeCloseTo(1, 0)
})

test('merging many measurements keeps the quantiles and stays small', () => {
  const durations = Array.from({ length: 3_000 }, (_, index) => 1 + ((index * 7_919) % 1_000))
  const of = (own: readonly number[]) =>
    measured(started(startMs), ...own.map((durationMs) => answered('a.create', startMs, durationMs)))
  const parts = [0, 1, 2].map((part) => of(durations.filter((_, index) => index % 3 === part)))
  const merged = mergeMeasurements(parts).operations[0]?.latency
  const whole = of(durations).operations[0]?.latency
  expect(merged).toMatchObject({ count: 3_000, steps: whole?.steps })
  expect(merged?.points.length).toBeLessThanOrEqual(100)
  for (const share of [0, 0.5, 0.9, 0.99, 1])
    expect(merged && quantileMs(merged, share)).toBe(whole && quantileMs(whole, share))
})

test('the merged timeline begins with the earliest and loses nothing', () => {
  const { timeline } = mergeMeasurements([second, first])
  const sum = (what: 'requests' | 'rateLimited' | 'waitedMs' | 'busyMs'): number =>
    (timeline?.steps ?? []).reduce((total, step) => total + step[what], 0)
  expect(timeline?.fromMs).toBe(startMs)
  expect([sum('requests'), sum('rateLimited'), sum('waitedMs'), sum('busyMs')]).toEqual([5, 1, 50, 453])
  expect(timeline?.phases).toEqual([{ phase: 'preflight', atMs: startMs }])
})

test('each event forwarder of a shard gets its own number', () => {
  const { deliveries } = mergeMeasurements([first, second])
  expect(deliveries.map(({ forwarder, atMs }) => [forwarder, atMs - startMs])).toEqual([
    [1, 200],
    [3, 210],
    [4, 1_200],
  ])
})

test('merging nothing gives empty measurements', () => {
  expect(mergeMeasurements([])).toEqual({ operations: [], timeline: null, deliveries: [] })
})
