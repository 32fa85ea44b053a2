// The scheduler: runs the checks of a phase concurrently, those with the same exclusive key one after another.

import { messageOf } from '../base/error.ts'
import type { Phase } from '../base/event.ts'
import { NotApplicable, NotRun, Undecided, Unmet } from '../oracle/index.ts'
import type { Ballot } from './ballot.ts'
import { seedOf } from './derived.ts'
import { PropertyFailure } from './for-all.ts'
import { type PlannedCheck, scopeOf } from './planned-check.ts'
import type { Session } from './session.ts'
import { createTester, type Resources } from './tester.ts'

/** The order of phases in which checks run. */
export const checkPhases: readonly Phase[] = ['examples', 'boundaries', 'random', 'stateful']

export class Scheduler {
  readonly #session: Session
  readonly #resources: Resources
  readonly #ballot: Ballot
  readonly #shared = new Map<string, Promise<unknown>>()

  constructor(session: Session, resources: Resources, ballot: Ballot) {
    this.#session = session
    this.#resources = resources
    this.#ballot = ballot
  }

  /** Runs all checks of a phase. Never throws: whatever a check throws becomes a vote. */
  async run(checks: readonly PlannedCheck[]): Promise<void> {
    const queues = new Map<string, PlannedCheck[]>()
    for (const [index, check] of checks.entries()) {
      const key = check.exclusive ?? `#${index}`
      queues.set(key, [...(queues.get(key) ?? []), check])
    }
    // Long queues first, so that they do not begin when all else is done.
    const waiting = [...queues.values()].sort((a, b) => b.length - a.length)
    const worker = async (): Promise<void> => {
      for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift())
        for (const check of queue) await this.#judge(check)
    }
    await Promise.all(Array.from({ length: this.#session.config.concurrency }, worker))
  }

  // A check that did not pass is tried once more: a failure that does not repeat says so.
  async #judge(check: PlannedCheck): Promise<void> {
    const first = await this.#attempt(check, 1)
    if (
      first.end === null ||
      first.end instanceof NotRun ||
      first.end instanceof NotApplicable ||
      this.#session.signal.aborted
    )
      return this.#vote(check, first)
    const second = await this.#attempt(check, 2)
    const failed = [first, second].filter((attempt) => failureOf(attempt.end) !== null)
    if (failed.length === 0) return this.#vote(check, second.end instanceof NotRun ? first : second)
    const [shown] = failed
    if (shown === undefined) return
    if (failed.length === 1 && second.end === null && second.evidence > 0) unstable(shown.end, 1, 2)
    if (failed.length === 1 && first.end instanceof Undecided) unstable(shown.end, 1, 2)
    this.#vote(check, shown)
  }

  #vote({ clause }: PlannedCheck, { end, evidence }: Attempt): void {
    this.#ballot.pass(clause.id, evidence)
    const failure = failureOf(end)
    if (failure !== null)
      this.#ballot.fail(clause.id, failure, end instanceof PropertyFailure ? end.path : null)
    else if (end instanceof Undecided) this.#ballot.other(clause.id, 'inconclusive', end.message)
    else if (end instanceof NotRun) this.#ballot.other(clause.id, 'not-run', end.message)
    else if (end instanceof NotApplicable) this.#ballot.other(clause.id, 'not-applicable', end.message)
    else if (end !== null) this.#ballot.other(clause.id, 'error', describeError(end))
  }

  #attempt(check: PlannedCheck, attempt: number): Promise<Attempt> {
    return this.#session.metered(scopeOf(check), () => this.#try(check, attempt))
  }

  async #try(check: PlannedCheck, attempt: number): Promise<Attempt> {
    const owned: string[] = []
    let evidence = 0
    const tester = createTester({
      session: this.#session,
      resources: this.#resources,
      clause: check.clause,
      attempt,
      shared: this.#shared,
      evidence: () => {
        evidence += 1
      },
      failed: () => this.#ballot.failed(),
      owned,
      seed: seedOf(check.clause.id, this.#session.config.seed),
    })
    let end: unknown = null
    try {
      await check.run(tester)
    } catch (error) {
      end = error
    }
    await this.#resources.streams.remove(owned)
    return { end, evidence }
  }
}

interface Attempt {
  /** What the check threw; null where it returned. */
  readonly end: unknown
  readonly evidence: number
}

function failureOf(end: unknown): Unmet | null {
  if (end instanceof PropertyFailure) return end.unmet
  return end instanceof Unmet ? end : null
}

function unstable(end: unknown, failed: number, tried: number): void {
  const failure = failureOf(end)
  if (failure !== null)
    failure.message = `${failure.message} It is unstable: it failed ${failed} of ${tried} times.`
}

function describeError(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
  return `the check itself failed, which is a fault of tenant-conformance: ${stack.split('\n').slice(0, 4).join(' ')}`
}
