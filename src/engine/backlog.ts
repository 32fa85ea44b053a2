// The backlog: queues of checks, of which those with the same key never run at the same time.
import { groupedBy } from '../base/collections/grouped.ts'
import type { Phase } from '../base/event.ts'
import type { PlannedCheck } from './plan/planned-check.ts'

export interface Queue {
  /** Which is reached by it; null where it goes on from phase to phase. */
  readonly phase: Phase | null
  readonly key: string | null
  readonly checks: readonly PlannedCheck[]
}

/** The last phase, whose checks look at more than they name, as what is delivered, other kinds or the rate: but for early ones it waits for all others. */
export const lastPhase: Phase = 'stateful'

/** Whether it runs beside those of other phases. */
export const isNotLast = ({ phase, early = false }: PlannedCheck): boolean => phase !== lastPhase || early

/** Gives out queues, the first first; one whose key another one has waits for that. */
export class Backlog {
  readonly #waiting: Queue[]
  readonly #busy = new Set<string>()
  #changed: (() => void)[] = []

  constructor(queues: readonly Queue[]) {
    this.#waiting = [...queues]
  }

  /** The next one that may run, to be handed back by `done`; null when there is none left. */
  async next(): Promise<Queue | null> {
    for (;;) {
      const index = this.#waiting.findIndex(({ key }) => key === null || !this.#busy.has(key))
      const [queue] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (queue !== undefined) {
        if (queue.key !== null) this.#busy.add(queue.key)
        return queue
      }
      if (this.#waiting.length === 0) return null
      await new Promise<void>((resolve) => this.#changed.push(resolve))
    }
  }

  done({ key }: Queue): void {
    if (key !== null) this.#busy.delete(key)
    const changed = this.#changed
    this.#changed = []
    for (const wake of changed) wake()
  }
}

/**
 * Checks with the same exclusive key stand in one queue. As listed, long queues come first, so that they do not begin when all
 * else is done; an order that was asked for is kept.
 */
export function queuesOf(checks: readonly PlannedCheck[], listed: boolean): readonly Queue[] {
  // One without a key is a queue of its own.
  const queues = groupedBy(checks, (check) => check.exclusive ?? check)
  const all = [...queues.values()].map((own) => ({
    phase: null,
    key: own[0]?.exclusive ?? null,
    checks: own,
  }))
  return listed ? longestFirst(all) : all
}

/**
 * The queues of several phases, as listed: first those of one key, which take longest and so go on from phase to phase; then phase by
 * phase what stands alone, with what is early behind the first of them, whose checks find most for what they send.
 */
export function listedQueues(checks: readonly PlannedCheck[], phases: readonly Phase[]): readonly Queue[] {
  const inPhases = phases.flatMap((phase) => checks.filter((check) => check.phase === phase))
  const chained = inPhases.filter(({ exclusive }) => exclusive !== null)
  const free = inPhases.filter(({ exclusive }) => exclusive === null)
  const early = queuesOf(
    free.filter((check) => check.early),
    true,
  )
  const [first = [], ...others] = phases.map((phase) =>
    queuesOf(
      free.filter((check) => check.phase === phase && !check.early),
      true,
    ).map((queue) => ({ ...queue, phase })),
  )
  return [...queuesOf(chained, true), ...first, ...early, ...others.flat()]
}

function longestFirst(queues: readonly Queue[]): readonly Queue[] {
  return queues.toSorted((a, b) => b.checks.length - a.checks.length)
}
