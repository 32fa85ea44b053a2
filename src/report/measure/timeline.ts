// The timeline of a run, in equal steps of time.
import type { Phase } from '../../base/event.ts'

export interface TimeStep {
  readonly requests: number
  /** The sum of the times that all requests needed within this step, in milliseconds. */
  readonly busyMs: number
  readonly rateLimited: number
  /** Milliseconds in which the run waited because the tenant requested this. */
  readonly waitedMs: number
  readonly failures: number
}

export interface Timeline {
  /** Milliseconds since the epoch. */
  readonly fromMs: number
  readonly stepMs: number
  readonly steps: readonly TimeStep[]
  readonly phases: readonly { readonly phase: Phase; readonly atMs: number }[]
}

const stepsMax = 160
const firstStepMs = 25

type Mutable = { -readonly [K in keyof TimeStep]: TimeStep[K] }

const emptyStep = (): Mutable => ({ requests: 0, busyMs: 0, rateLimited: 0, waitedMs: 0, failures: 0 })

export class TimelineTally {
  readonly #fromMs: number
  #stepMs: number
  #steps: Mutable[] = []
  readonly #phases: { readonly phase: Phase; readonly atMs: number }[] = []

  constructor(fromMs: number, stepMs = firstStepMs) {
    this.#fromMs = fromMs
    this.#stepMs = stepMs
  }

  count(what: 'requests' | 'rateLimited' | 'failures', atMs: number, times = 1): void {
    this.#at(atMs)[what] += times
  }

  addSpan(what: 'busyMs' | 'waitedMs', fromMs: number, durationMs: number): void {
    const toMs = fromMs + durationMs
    this.#at(toMs)
    for (let atMs = Math.max(fromMs, this.#fromMs); atMs < toMs; ) {
      const step = this.#at(atMs)
      const endMs = Math.min(toMs, this.#fromMs + (this.#indexOf(atMs) + 1) * this.#stepMs)
      step[what] += endMs - atMs
      atMs = endMs
    }
  }

  addAt(what: 'busyMs' | 'waitedMs', atMs: number, durationMs: number): void {
    this.#at(atMs)[what] += durationMs
  }

  phase(phase: Phase, atMs: number): void {
    this.#phases.push({ phase, atMs })
  }

  get timeline(): Timeline {
    return {
      fromMs: this.#fromMs,
      stepMs: this.#stepMs,
      steps: this.#steps.map((step) => ({
        ...step,
        busyMs: Math.round(step.busyMs),
        waitedMs: Math.round(step.waitedMs),
      })),
      phases: this.#phases,
    }
  }

  #indexOf(atMs: number): number {
    // The index would be negative if the system clock was set back.
    return Math.max(0, Math.floor((atMs - this.#fromMs) / this.#stepMs))
  }

  #at(atMs: number): Mutable {
    while (this.#indexOf(atMs) >= stepsMax) this.#widen()
    const index = this.#indexOf(atMs)
    while (this.#steps.length <= index) this.#steps.push(emptyStep())
    return this.#steps[index] as Mutable
  }

  #widen(): void {
    this.#stepMs *= 2
    const pairs: Mutable[] = []
    for (const [index, step] of this.#steps.entries()) {
      const pair = pairs[index >> 1] ?? emptyStep()
      pairs[index >> 1] = pair
      for (const name of Object.keys(step) as (keyof TimeStep)[]) pair[name] += step[name]
    }
    this.#steps = pairs
  }
}

export function mergeTimelines(all: readonly Timeline[]): Timeline | null {
  if (all.length === 0) return null
  const fromMs = Math.min(...all.map((one) => one.fromMs))
  const tally = new TimelineTally(fromMs, Math.max(...all.map((one) => one.stepMs)))
  for (const one of all)
    for (const [index, step] of one.steps.entries()) {
      const atMs = one.fromMs + index * one.stepMs
      for (const what of ['requests', 'rateLimited', 'failures'] as const)
        if (step[what] > 0) tally.count(what, atMs, step[what])
      // A report lacks the times of single requests, so the sum counts in one step.
      tally.addAt('busyMs', atMs, step.busyMs)
      tally.addAt('waitedMs', atMs, step.waitedMs)
    }
  const [longest] = all.toSorted((a, b) => b.steps.length * b.stepMs - a.steps.length * a.stepMs)
  for (const { phase, atMs } of longest?.phases ?? []) tally.phase(phase, atMs)
  return tally.timeline
}
