// Hands out queues of checks, never two with the same key.
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Phase } from '../../base/event.ts'
import type { PlannedCheck } from '../plan/planned-check.ts'

export interface Queue {
  /** Null if the queue spans phases. */
  readonly phase: Phase | null
  readonly key: string | null
  readonly checks: readonly PlannedCheck[]
}

/** It also observes deliveries, other kinds and the rate. */
export const lastPhase: Phase = 'stateful'

export const isNotLast = ({ phase, early = false }: PlannedCheck): boolean => phase !== lastPhase || early

export interface Behind {
  readonly queues: readonly Queue[]
  readonly waitFor: (queue: Queue) => boolean
  readonly prepare: () => Promise<void>
}

export interface Held {
  readonly until: Promise<void>
  readonly isHeld: (check: PlannedCheck) => boolean
}

export class Backlog {
  readonly #waiting: Queue[]
  readonly #busy = new Set<string>()
  readonly #before: Set<Queue>
  readonly #held: Set<Queue>
  #behind: Behind | null
  #preparing: Promise<void> | null = null
  #changed: (() => void)[] = []

  constructor(queues: readonly Queue[], behind: Behind | null = null, held: Held | null = null) {
    this.#waiting = [...queues]
    this.#before = new Set(behind === null ? [] : queues.filter(behind.waitFor))
    this.#held = new Set(held === null ? [] : queues.filter(({ checks }) => checks.some(held.isHeld)))
    const release = (): void => {
      this.#held.clear()
      this.#wake()
    }
    void held?.until.then(release, release)
    this.#behind = behind
  }

  /** Returns the next free queue, to be passed to `done`; null when none is left. */
  async next(): Promise<Queue | null> {
    for (;;) {
      if (this.#behind !== null && this.#before.size === 0) await this.#prepare(this.#behind)
      const index = this.#waiting.findIndex((queue) => this.#isFree(queue))
      const [queue] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (queue !== undefined) {
        if (queue.key !== null) this.#busy.add(queue.key)
        return queue
      }
      if (this.#waiting.length === 0 && this.#behind === null) return null
      await new Promise<void>((resolve) => this.#changed.push(resolve))
    }
  }

  #isFree(queue: Queue): boolean {
    return !this.#held.has(queue) && (queue.key === null || !this.#busy.has(queue.key))
  }

  done(queue: Queue): void {
    if (queue.key !== null) this.#busy.delete(queue.key)
    this.#before.delete(queue)
    this.#wake()
  }

  #prepare({ queues, prepare }: Behind): Promise<void> {
    this.#preparing ??= prepare().then(() => {
      this.#behind = null
      this.#waiting.push(...queues)
      this.#wake()
    })
    return this.#preparing
  }

  #wake(): void {
    const changed = this.#changed
    this.#changed = []
    for (const wake of changed) wake()
  }
}

/** If `listed`, long queues come first. */
export function queuesOf(checks: readonly PlannedCheck[], listed: boolean): readonly Queue[] {
  const queues = groupedBy(checks, (check) => check.exclusive ?? check)
  const all = [...queues.values()].map((own) => ({
    phase: null,
    key: own[0]?.exclusive ?? null,
    checks: own,
  }))
  return listed ? longestFirst(all) : all
}

/**
 * Observing checks come first, as they take long and send little; then queues with a key, which span phases. Early checks stand
 * behind the most productive checks of the first phase.
 */
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
    ).map((queue) => ({ ...queue, phase })),
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
