// Records the updates of one resource.
import { sleep } from '../../../base/clock.ts'
import { equal, type JsonObject } from '../../../base/json.ts'
import { creationOutcomeOf } from '../../ledger/creation-outcome.ts'
import type { RequestOptions, ResourceResponse, ResourceUnderTest } from '../../under-test/index.ts'

export type What =
  | 'start'
  | 'read'
  | 'one member'
  | 'several members'
  | 'same name'
  | 'same state'
  | 'form'
  | 'namesake'
  | 'other'

export interface Step {
  readonly what: What
  readonly sent: JsonObject
  readonly before: ResourceResponse
  /** False if an update may have changed the resource after `before`. */
  readonly isFresh: boolean
  readonly seen: ResourceResponse
}

// After this pause, timestamps in milliseconds differ.
const tickMs = 2

export class Log {
  readonly subject: ResourceUnderTest
  readonly #steps: Step[] = []
  #isFresh = true

  constructor(subject: ResourceUnderTest) {
    this.subject = subject
  }

  get steps(): readonly Step[] {
    return this.#steps
  }

  async send(what: What, sent: JsonObject, options: RequestOptions = {}): Promise<void> {
    if (Object.keys(sent).length === 0) return
    const { last: before } = this.subject
    await sleep(tickMs)
    const seen = await this.subject.update(sent, options)
    this.#note(what, sent, before, seen)
    const isUndone = !seen.accepted && creationOutcomeOf(seen.exchange) === 'nothing'
    this.#isFresh = isUndone ? this.#isFresh : this.#isLast
  }

  async read(what: 'start' | 'read' = 'read'): Promise<void> {
    const { last: before } = this.subject
    this.#note(what, {}, before, await this.subject.look())
    this.#isFresh ||= this.#isLast
  }

  #note(what: What, sent: JsonObject, before: ResourceResponse, seen: ResourceResponse): void {
    this.#steps.push({ what, sent, before, isFresh: this.#isFresh, seen })
  }

  get #isLast(): boolean {
    return this.#steps.at(-1)?.seen === this.subject.last
  }
}

/** Returns the next accepted step. Undefined if another request may have changed the resource before it. */
export function nextOf(steps: readonly Step[], step: Step): Step | undefined {
  const next = steps.slice(steps.indexOf(step) + 1).find(({ seen }) => seen.accepted)
  return next?.isFresh === true ? next : undefined
}

export function readAfter(steps: readonly Step[], step: Step): ResourceResponse | undefined {
  const next = steps[steps.indexOf(step) + 1]
  return next?.what === 'read' && next.seen.accepted ? next.seen : undefined
}

export function readBefore(steps: readonly Step[], step: Step): ResourceResponse | undefined {
  const earlier = steps.slice(0, steps.indexOf(step))
  return earlier.findLast(({ what, seen }) => (what === 'read' || what === 'start') && seen.accepted)?.seen
}

export function moves({ sent, before }: Step, member: string): boolean {
  const [was, wanted] = [before.body[member], sent[member]]
  return was !== undefined && wanted !== undefined && !equal(was, wanted)
}
