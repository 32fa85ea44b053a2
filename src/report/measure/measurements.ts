// Measures a run by its events.
import type { DeliveryMark, OperationMedian, RunEvent } from '../../base/event.ts'
import { statusOf } from '../../base/exchange.ts'
import { type Latency, LatencyTally, mergeLatencies, quantileMs } from './latency.ts'
import { mergeTimelines, type Timeline, TimelineTally } from './timeline.ts'

export interface OperationMeasure {
  readonly operation: string
  readonly latency: Latency
  /** The key "none" counts requests without a response. */
  readonly byStatus: Readonly<Record<string, number>>
}

export interface Measurements {
  readonly operations: readonly OperationMeasure[]
  readonly timeline: Timeline | null
  readonly deliveries: readonly DeliveryMark[]
}

const deliveriesMax = 1_000
// A report from another source may contain any number of operations.
const operationsMax = 1_000

interface Tallied {
  readonly latency: LatencyTally
  readonly byStatus: Map<string, number>
}

export class Measure {
  readonly #operations = new Map<string, Tallied>()
  readonly #deliveries: DeliveryMark[] = []
  #timeline: TimelineTally | null = null

  hear(event: RunEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#timeline = new TimelineTally(event.startedAtMs)
        return
      case 'phase-started':
        this.#timeline?.phase(event.phase, event.atMs)
        return
      case 'observed':
        if (event.failure !== null) this.#timeline?.count('failures', event.atMs)
        return
      case 'waited':
        this.#timeline?.addSpan('waitedMs', event.fromMs, event.durationMs)
        return
      case 'exchange': {
        const { operation, startedAtMs, durationMs } = event.exchange
        const status = statusOf(event.exchange)
        this.#note(operation, status === 0 ? 'none' : String(status), durationMs)
        this.#timeline?.count('requests', startedAtMs)
        this.#timeline?.addSpan('busyMs', startedAtMs, durationMs)
        if (status === 429) this.#timeline?.count('rateLimited', startedAtMs + durationMs)
        return
      }
      case 'delivery': {
        const { type: _, ...mark } = event
        if (this.#deliveries.length < deliveriesMax) this.#deliveries.push(mark)
      }
    }
  }

  get measurements(): Measurements {
    return {
      operations: [...this.#operations]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, { latency, byStatus }]) => ({
          operation,
          latency: latency.latency,
          byStatus: Object.fromEntries([...byStatus].sort(([a], [b]) => (a < b ? -1 : 1))),
        })),
      timeline: this.#timeline?.timeline ?? null,
      deliveries: this.#deliveries,
    }
  }

  #note(operation: string, status: string, durationMs: number): void {
    let tallied = this.#operations.get(operation)
    if (tallied === undefined) {
      if (this.#operations.size >= operationsMax) return
      tallied = { latency: new LatencyTally(), byStatus: new Map() }
      this.#operations.set(operation, tallied)
    }
    tallied.latency.add(durationMs)
    tallied.byStatus.set(status, (tallied.byStatus.get(status) ?? 0) + 1)
  }
}

export function mergeMeasurements(all: readonly Measurements[]): Measurements {
  const names = [
    ...new Set(all.flatMap(({ operations }) => operations.map(({ operation }) => operation))),
  ].sort()
  const forwarders: number[] = []
  return {
    operations: names.map((operation) => {
      const own = all.flatMap(({ operations }) => operations.filter((one) => one.operation === operation))
      const statuses = [...new Set(own.flatMap(({ byStatus }) => Object.keys(byStatus)))].sort()
      return {
        operation,
        latency: mergeLatencies(own.map(({ latency }) => latency)),
        byStatus: Object.fromEntries(
          statuses.map((status) => [
            status,
            own.reduce((sum, { byStatus }) => sum + (byStatus[status] ?? 0), 0),
          ]),
        ),
      }
    }),
    timeline: mergeTimelines(all.flatMap(({ timeline }) => timeline ?? [])),
    // Each shard numbers its forwarders from the same first number, so they need new numbers.
    deliveries: all.flatMap(({ deliveries }) => {
      const before = forwarders.reduce((sum, count) => sum + count, 0)
      forwarders.push(Math.max(0, ...deliveries.map(({ forwarder }) => forwarder)))
      return deliveries.map((mark) => ({ ...mark, forwarder: before + mark.forwarder }))
    }),
  }
}

export function mediansOf({ operations }: Measurements): OperationMedian[] {
  return operations.map(({ operation, latency, byStatus }) => ({
    operation,
    answers: latency.count - (byStatus.none ?? 0),
    medianMs: quantileMs(latency, 0.5),
  }))
}
