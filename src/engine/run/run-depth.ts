// Chooses the depth of a run before its first check.
import type { ChosenDepth, Depth } from '../../base/depth.ts'
import type { RunConfig } from '../config.ts'
import {
  depthBySpeed,
  depthOfLittle,
  depthWithoutSpeed,
  type RequestsAt,
  type Speed,
  unmeasuredDepth,
} from '../plan/depth-choice.ts'
import { guessedRequests, requestsPerClauseMax } from '../plan/guessed-requests.ts'
import { atDepth, heldTo, type Plan, planOf } from '../plan/plan.ts'
import type { FittedSelection } from '../plan/selection.ts'
import type { Session } from '../session/session.ts'
import { measureSpeed } from './speed.ts'

export class RunDepth {
  /** Null if the depth depends on the tenant's speed. */
  readonly settled: ChosenDepth | null
  readonly #given: RunConfig
  readonly #selection: FittedSelection
  readonly #isPlanned: boolean
  readonly #requestsAt: RequestsAt
  readonly #requestsMost: number

  /** @param isPlanned true if the request counts of the checks are known */
  constructor(given: RunConfig, selection: FittedSelection, isPlanned: boolean) {
    this.#given = given
    this.#selection = selection
    this.#isPlanned = isPlanned
    this.#requestsAt = (depth) =>
      isPlanned
        ? (this.planAt(depth)?.expected.requests ?? 0)
        : guessedRequests(selection.checks.length, depth)
    this.#requestsMost = isPlanned ? Number.POSITIVE_INFINITY : requestsPerClauseMax * selection.clauses.size
    this.settled =
      !given.depthAsked && selection.notAfforded.size > 0
        ? depthOfLittle(given)
        : depthWithoutSpeed(given, this.#requestsAt, this.#requestsMost)
  }

  get atFirst(): Depth {
    return this.settled?.depth ?? this.#given.depth
  }

  planAt(depth: Depth): Plan | null {
    return this.#isPlanned ? planOf(atDepth(this.#given, depth), this.#selection) : null
  }

  configAt(depth: Depth): RunConfig {
    const plan = this.planAt(depth)
    const config = atDepth(this.#given, depth)
    return plan === null ? config : heldTo(plan, config)
  }

  async choose(session: Session): Promise<ChosenDepth> {
    const by = (speed: Speed): ChosenDepth =>
      depthBySpeed(this.#given, this.#requestsAt, speed, this.#requestsMost)
    const speed = await measureSpeed(session, (one) => by(one).depth === 'deep')
    const chosen = speed === null ? unmeasuredDepth(this.#given, this.#requestsAt) : by(speed)
    session.deepen(this.configAt(chosen.depth))
    return chosen
  }
}
