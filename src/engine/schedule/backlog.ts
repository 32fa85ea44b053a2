// Gives queues of checks to workers. Two queues with the same key never run at the same time.
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Phase } from '../../base/event.ts'
import type { PlannedCheck } from '../plan/planned-check.ts'

export interface Queue {
  /** Null if the queue contains checks of several phases. */
  readonly phase: Phase | null
  readonly key: string | null
  readonly checks: readonly PlannedCheck[]
}

/** Its checks observe deliveries, other resources and the request rate, which other checks could change. */
export const lastPhase: Phase = 'stateful'

export const isNotLast = ({ phase, early = false }: PlannedCheck): boolean => phase !== lastPhase || early

export interface Held {
  readonly until: Promise<void>
  readonly isHeld: (check: PlannedCheck) => boolean
}

export class Backlog {
  readonly #waiting: Queue[]
  readonly #busy = new Set<string>()
  readonly #held = new Set<Queue>()
  readonly #ends = new Map<Queue, () => void>()
  #changed: (() => void)[] = []

  constructor(queues: readonly Queue[]) {
    this.#waiting = [...queues]
  }

  /** If the promise rejects, the queues never start. */
  hold(queues: readonly Queue[], until: Promise<void>): void {
    for (const queue of queues) this.#held.add(queue)
    const release = (): void => {
      for (const queue of queues) this.#held.delete(queue)
      this.#wake()
    }
    until.then(release, () => undefined)
  }

  /** Call this method only once for each queue. */
  async ended(queues: readonly Queue[]): Promise<void> {
    await Promise.all(queues.map((queue) => new Promise<void>((end) => this.#ends.set(queue, end))))
  }

  /** Returns null if no queue is left. Pass the queue to `done` after its last check. */
  async next(): Promise<Queue | null> {
    while (this.#waiting.length > 0) {
      const index = this.#waiting.findIndex((queue) => this.#isFree(queue))
      const [queue] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (queue !== undefined) {
        if (queue.key !== null) this.#busy.add(queue.key)
        return queue
      }
      await new Promise<void>((resolve) => this.#changed.push(resolve))
    }
    return null
  }

  #isFree(queue: Queue): boolean {
    return !this.#held.has(queue) && (queue.key === null || !this.#busy.has(queue.key))
  }

  done(queue: Queue): void {
    if (queue.key !== null) this.#busy.delete(queue.key)
    this.#ends.get(queue)?.()
    this.#wake()
  }

  #wake(): void {
    const changed = this.#changed
    this.#changed = []
    for (const wake of changed) wake()
  }
}

/** Checks with the same exclusive key share a queue. */
export function queuesOf(
  checks: readonly PlannedCheck[],
  listed: boolean,
  phase: Phase | null = null,
): readonly Queue[] {
  const queues = groupedBy(checks, (check) => check.exclusive ?? check)
  const all = [...queues.values()].map((own) => ({
    phase,
    key: own[0]?.exclusive ?? null,
    checks: own,
  }))
  return listed ? longestFirst(all) : all
}

/** Observing checks come first, because they take long and send few requests. Queues with a key follow. */
export function listedQueues(checks: readonly PlannedCheck[], phases: readonly Phase[]): readonly Queue[] {
  const inPhases = phases.flatMap((phase) => checks.filter((check) => check.phase === phase))
  const observing = inPhases.filter((check) => check.observing)
  const chained = inPhases.filter(({ exclusive }) => exclusive !== null)
  const free = inPhases.filter(({ exclusive }) => exclusive === null)
  const early = queuesOf(
    free.filter((check) => check.early && !check.observing),
    true,
  )
  const [first = [], ...others] = phases.map((phase) =>
    queuesOf(
      free.filter((check) => check.phase === phase && !check.early),
      true,
      phase,
    ),
  )
  const middle = Math.ceil(first.length / 4)
  return [
    ...queuesOf(observing, true),
    ...queuesOf(chained, true),
    ...[...first.slice(0, middle), ...early, ...first.slice(middle)],
    ...others.flat(),
  ]
}

function longestFirst(queues: readonly Queue[]): readonly Queue[] {
  return queues.toSorted((a, b) => b.checks.length - a.checks.length)
}
