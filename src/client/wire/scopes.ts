// Learns which requests share a limit: all, or by token, operation, or both.
import { Allowance, type Taken, type Told } from './allowance.ts'

/** A tenant may count these separately. */
export interface Lane {
  readonly principal: string
  readonly operation: string
}

export type Leave = readonly { readonly allowance: Allowance; readonly taken: Taken }[]

/** From coarse to fine; without evidence, all requests share a limit. */
const readings: readonly ((lane: Lane) => string)[] = [
  () => '',
  ({ principal }) => principal,
  ({ operation }) => operation,
  ({ principal, operation }) => `${principal} ${operation}`,
]

// Decay and bound of errors.
const kept = 0.9
const errorMax = 8
const refusedError = 4
// A finer reading must be this much better.
const share = 0.5
const margin = 8

/** Keeps allowances for every reading, and uses the reading that best predicts the remaining requests. */
export class Scopes {
  readonly #allowances = readings.map(() => new Map<string, Allowance>())
  /** By operation and principal; every request needs it. */
  readonly #ofLane = new Map<string, Map<string, readonly Allowance[]>>()
  readonly #errors = readings.map(() => 0)
  #current = 0

  startsAt(lane: Lane, now: number): { readonly tick: number; readonly paused: boolean } {
    const allowance = this.#currentOf(lane)
    return { tick: allowance.startsAt(now), paused: allowance.opensAtTick > now }
  }

  /** End of a 429's pause. */
  opensAt(lane: Lane): number {
    return this.#currentOf(lane).opensAtTick
  }

  take(lane: Lane, now: number): Leave {
    return this.#of(lane).map((allowance) => ({ allowance, taken: allowance.take(now) }))
  }

  passed(leave: Leave, told: Told, now: number): void {
    const errors = leave.map(({ allowance, taken }) => allowance.errorOf(taken, told, now))
    // Comparable only if all predict.
    if (!errors.includes(null))
      for (const [index, error] of errors.entries()) this.#err(index, Math.min(errorMax, error ?? 0))
    for (const { allowance, taken } of leave) allowance.passed(taken, told, now)
    this.#choose()
  }

  /** @returns whether a pause began */
  refused(leave: Leave, told: Told, waitMs: number, now: number): boolean {
    for (const [index, { allowance, taken }] of leave.entries())
      this.#err(index, allowance.expectsMore(taken) ? refusedError : 0)
    const began = leave.map(({ allowance, taken }) => allowance.refused(taken, told, waitMs, now))
    const current = began[this.#current] ?? true
    this.#choose()
    return current
  }

  reopen(): void {
    for (const allowances of this.#allowances) for (const allowance of allowances.values()) allowance.reopen()
  }

  #currentOf(lane: Lane): Allowance {
    return this.#of(lane)[this.#current] as Allowance
  }

  #of(lane: Lane): readonly Allowance[] {
    const ofOperation = this.#ofLane.get(lane.operation) ?? new Map<string, readonly Allowance[]>()
    const known = ofOperation.get(lane.principal)
    if (known !== undefined) return known
    const own = readings.map((reading, index) => {
      const shared = this.#allowances[index]
      const key = reading(lane)
      const allowance = shared?.get(key) ?? new Allowance()
      shared?.set(key, allowance)
      return allowance
    })
    this.#ofLane.set(lane.operation, ofOperation.set(lane.principal, own))
    return own
  }

  #err(index: number, error: number): void {
    this.#errors[index] = (this.#errors[index] ?? 0) * kept + error
  }

  #choose(): void {
    const error = (index: number): number => this.#errors[index] ?? 0
    for (const index of readings.keys())
      if (error(index) + margin < share * error(this.#current)) this.#current = index
  }
}
