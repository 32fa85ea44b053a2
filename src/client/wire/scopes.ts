// Whose requests share an allowance: all, those of a token, those for an operation, or those of a token for an operation.
import { Allowance, type Taken, type Told } from './allowance.ts'

/** Of what a tenant may count the requests apart. */
export interface Lane {
  readonly principal: string
  readonly operation: string
}

/** A request, as each of the readings counts it. */
export type Leave = readonly { readonly allowance: Allowance; readonly taken: Taken }[]

/** From the coarsest to the finest: where nothing tells them apart, all share one allowance. */
const readings: readonly ((lane: Lane) => string)[] = [
  () => '',
  ({ principal }) => principal,
  ({ operation }) => operation,
  ({ principal, operation }) => `${principal} ${operation}`,
]

// How much of an error is remembered when the next one comes, and how large one can be.
const kept = 0.9
const errorMax = 8
const refusedError = 4
// A finer reading must be this much better before it is believed.
const share = 0.5
const margin = 8

/**
 * Keeps an allowance for each reading of whose requests are counted together, and goes by the reading that has foretold best
 * how many requests were left. A tenant that tells nothing is taken for one that counts all together.
 */
export class Scopes {
  readonly #allowances = readings.map(() => new Map<string, Allowance>())
  /** The allowance of each reading, by operation and principal: asked for with every request. */
  readonly #ofLane = new Map<string, Map<string, readonly Allowance[]>>()
  readonly #errors = readings.map(() => 0)
  #current = 0

  /** When a request may go out, and whether a 429 keeps it back until then. */
  startsAt(lane: Lane, now: number): { readonly tick: number; readonly paused: boolean } {
    const allowance = this.#currentOf(lane)
    return { tick: allowance.startsAt(now), paused: allowance.opensAtTick > now }
  }

  /** When the pause ends that a 429 asked for. */
  opensAt(lane: Lane): number {
    return this.#currentOf(lane).opensAtTick
  }

  take(lane: Lane, now: number): Leave {
    return this.#of(lane).map((allowance) => ({ allowance, taken: allowance.take(now) }))
  }

  passed(leave: Leave, told: Told, now: number): void {
    const errors = leave.map(({ allowance, taken }) => allowance.errorOf(taken, told, now))
    // Only what all of them foretell tells them apart.
    if (!errors.includes(null))
      for (const [index, error] of errors.entries()) this.#err(index, Math.min(errorMax, error ?? 0))
    for (const { allowance, taken } of leave) allowance.passed(taken, told, now)
    this.#choose()
  }

  /** @returns whether it began a pause */
  refused(leave: Leave, told: Told, waitMs: number, now: number): boolean {
    for (const [index, { allowance, taken }] of leave.entries())
      this.#err(index, allowance.expectsMore(taken) ? refusedError : 0)
    const began = leave.map(({ allowance, taken }) => allowance.refused(taken, told, waitMs, now))
    const current = began[this.#current] ?? true
    this.#choose()
    return current
  }

  /** Ends all pauses. */
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
