// Runs checks in parallel, one phase after another.
import type { Phase } from '../../base/event.ts'
import type { PlannedCheck } from '../plan/planned-check.ts'
import { removeOwned } from '../resources/owned-keys.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import { Backlog, type Held, isNotLast, lastPhase, listedQueues, type Queue, queuesOf } from './backlog.ts'
import { CheckRunner } from './check-runner.ts'
import { Slots } from './slots.ts'

export const checkPhases: readonly Phase[] = ['examples', 'boundaries', 'random', 'stateful']

export class Scheduler {
  readonly #session: Session
  readonly #resources: Resources
  readonly #slots: Slots
  readonly #runner: CheckRunner

  constructor(session: Session, resources: Resources) {
    const { concurrency } = session.config
    this.#session = session
    this.#resources = resources
    this.#slots = new Slots(concurrency > 1 ? Math.ceil(concurrency * placesPerRequest) : 1)
    this.#runner = new CheckRunner(session, resources, this.#slots)
  }

  get begun(): readonly string[] {
    return this.#runner.begun
  }

  /** Never throws. */
  run(checks: readonly PlannedCheck[]): Promise<void> {
    return this.#work(new Backlog(queuesOf(checks, this.#session.config.order === 'listed')))
  }

  /**
   * In the listed order, only the last phase waits for earlier phases, and only held checks wait for `until`.
   */
  async runPhases(
    phases: readonly Phase[],
    checks: readonly PlannedCheck[],
    enter: (phase: Phase) => void,
    { until, isHeld }: Held = { until: Promise.resolve(), isHeld: () => false },
  ): Promise<void> {
    const { signal, config } = this.#session
    const left = [...phases]
    const reach = (phase: Phase | null): void => {
      while (phase !== null && left.includes(phase)) enter(left.shift() ?? phase)
    }
    if (config.order === 'listed') {
      const first = listedQueues(checks.filter(isNotLast), phases)
      const others = checks.filter((check) => !isNotLast(check))
      const last = queuesOf(others, true, lastPhase)
      const backlog = new Backlog([...first, ...last])
      const held = first.filter((queue) => queue.checks.some(isHeld))
      const released = until.catch(() => undefined)
      backlog.hold(held, released)
      const seen = first.filter((queue) => this.#isSeenByLast(queue))
      const cleared = backlog.ended(seen).then(() => this.#clearForLast())
      backlog.hold(last, cleared)
      await Promise.all([cleared, this.#work(backlog, reach)])
    } else await until
    for (const phase of phases) {
      if (signal.aborted) return
      reach(phase)
      if (config.order === 'listed') continue
      if (phase === lastPhase) await this.#clearForLast()
      await this.run(checks.filter((check) => check.phase === phase))
    }
  }

  /** Returns false if the last phase can run at the same time as this queue. */
  #isSeenByLast({ key, checks: [check] }: Queue): boolean {
    const resource = this.#session.contract.resources.get(key ?? '')
    const isApart = resource?.singleton === true && this.#resources.deliveries?.resource !== key
    return check?.observing !== true && !isApart
  }

  async #clearForLast(): Promise<void> {
    if (this.#session.signal.aborted) return
    const { shared } = this.#resources
    await Promise.all([this.#removeRetired(), this.#session.counted('clean-up', () => removeOwned(shared))])
    shared.clear()
    this.#runner.forgetFixtures()
  }

  async #work(backlog: Backlog, reach: (phase: Phase | null) => void = () => undefined): Promise<void> {
    const { concurrency } = this.#session.config
    const worker = async (): Promise<void> => {
      for (let queue = await backlog.next(); queue !== null; queue = await backlog.next()) {
        const next = queue
        await this.#slots.within(() => this.#runQueue(next, reach))
        backlog.done(queue)
      }
    }
    await Promise.all(Array.from({ length: concurrency > 1 ? concurrency * workersPerRequest : 1 }, worker))
    await this.#removeRetired()
  }

  async #removeRetired(): Promise<void> {
    await Promise.all([...this.#resources.pools.values()].map((pool) => pool.removeRetired()))
  }

  async #runQueue({ phase, checks }: Queue, reach: (phase: Phase | null) => void): Promise<void> {
    // After an interruption, checks of a single phase report no finding.
    if (this.#session.signal.aborted && phase !== null) return
    reach(phase)
    for (const [place, check] of checks.entries()) {
      const chain = check.exclusive === null && check.early !== true ? 0 : checks.length - place
      await this.#runner.run(check, chain)
    }
  }
}

// More slots than parallel requests, because waiting checks send no requests.
const placesPerRequest = 1.25

// More workers than slots, because some workers wait for a fixture or for a slot.
const workersPerRequest = 8
