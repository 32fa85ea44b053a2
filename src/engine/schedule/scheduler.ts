// Runs checks concurrently, phase by phase, and those with the same exclusive key one after another.
import { tickMs } from '../../base/clock.ts'
import { messageOf } from '../../base/error.ts'
import type { Phase } from '../../base/event.ts'
import { type Exchange, isUnsent, showsNothing } from '../../base/exchange.ts'
import {
  ConformanceFailure,
  type Evidence,
  Inconclusive,
  NotAllowed,
  NotApplicable,
  NotRun,
  Unserved,
} from '../../oracle/index.ts'
import { seedOf } from '../checks/derived.ts'
import { createTester } from '../create-tester.ts'
import { PropertyFailure } from '../for-all.ts'
import type { Open } from '../judge/findings.ts'
import { type PlannedCheck, scopeOf } from '../plan/planned-check.ts'
import { type OwnedKeys, removeOwned, retireOwned } from '../resources/pool.ts'
import { GaveWay } from '../resources/room.ts'
import type { Resources } from '../resources.ts'
import type { DroppedRequests } from '../session/dropped-requests.ts'
import type { Session } from '../session/session.ts'
import type { Tester } from '../tester.ts'
import { Backlog, type Held, isNotLast, lastPhase, listedQueues, type Queue, queuesOf } from './backlog.ts'
import { Places, Shared } from './shared.ts'
import { Turns } from './turns.ts'

export const checkPhases: readonly Phase[] = ['examples', 'boundaries', 'random', 'stateful']

export class Scheduler {
  readonly #session: Session
  readonly #resources: Resources
  readonly #places: Places
  readonly #shared: Shared
  readonly #turns = new Turns()
  readonly #begun: string[] = []

  constructor(session: Session, resources: Resources) {
    const { concurrency } = session.config
    this.#session = session
    this.#resources = resources
    this.#places = new Places(concurrency > 1 ? Math.ceil(concurrency * placesPerRequest) : 1)
    this.#shared = new Shared(this.#places)
  }

  get begun(): readonly string[] {
    return this.#begun
  }

  /** Never throws: exceptions of checks become findings. */
  run(checks: readonly PlannedCheck[]): Promise<void> {
    return this.#work(new Backlog(queuesOf(checks, this.#session.config.order === 'listed')))
  }

  /**
   * In listed order only the last phase waits for earlier checks; any other order is kept strictly.
   * @param enter called when a phase begins
   * @param held checks that wait; in any other order all wait
   */
  async runPhases(
    phases: readonly Phase[],
    checks: readonly PlannedCheck[],
    enter: (phase: Phase) => void,
    held: Held | null = null,
  ): Promise<void> {
    const { signal, config } = this.#session
    const left = [...phases]
    const reach = (phase: Phase | null): void => {
      while (phase !== null && left.includes(phase)) enter(left.shift() ?? phase)
    }
    if (config.order === 'listed') {
      const last = queuesOf(
        checks.filter((check) => !isNotLast(check)),
        true,
      )
      await this.#work(
        new Backlog(
          listedQueues(checks.filter(isNotLast), phases),
          {
            queues: last.map((queue) => ({ ...queue, phase: lastPhase })),
            waitFor: ({ key, checks: [check] }) =>
              check?.observing !== true && (key === null || !this.#standsApart(key)),
            prepare: () => this.#clearForLast(),
          },
          held,
        ),
        reach,
      )
    } else await held?.until
    for (const phase of phases) {
      if (signal.aborted) return
      reach(phase)
      if (config.order === 'listed') continue
      if (phase === lastPhase) await this.#clearForLast()
      await this.run(checks.filter((check) => check.phase === phase))
    }
  }

  /** The last phase does not see a singleton without deliveries. */
  #standsApart(key: string): boolean {
    const resource = this.#session.contract.resources.get(key)
    return resource?.singleton === true && this.#resources.deliveries?.resource !== key
  }

  /** Resources of earlier phases might change what the last phase sees. */
  async #clearForLast(): Promise<void> {
    if (this.#session.signal.aborted) return
    const { shared } = this.#resources
    await Promise.all([this.#removeRetired(), this.#session.counted('clean-up', () => removeOwned(shared))])
    shared.clear()
  }

  async #work(backlog: Backlog, reach: (phase: Phase | null) => void = () => undefined): Promise<void> {
    const { concurrency } = this.#session.config
    const worker = async (): Promise<void> => {
      for (let queue = await backlog.next(); queue !== null; queue = await backlog.next()) {
        const next = queue
        await this.#places.within(() => this.#runQueue(next, reach))
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
    // Checks that have not begun need no finding about the interruption.
    if (this.#session.signal.aborted && phase !== null) return
    reach(phase)
    for (const [place, check] of checks.entries()) {
      const chain = check.exclusive === null && check.early !== true ? 0 : checks.length - place
      await this.#judge(check, chain)
    }
  }

  // Repeats a check that did not pass. If requests are lost, a failure must repeat, or another attempt pass twice.
  async #judge(check: PlannedCheck, chain: number): Promise<void> {
    const { droppedRequests, signal } = this.#session
    this.#begun.push(scopeOf(check))
    const first = await this.#attempt(check, chain)
    if (!worthRepeating(first.end) || signal.aborted) return this.#report(check, first)
    const attempts: [Attempt, ...Attempt[]] = [first, await this.#attempt(check, chain, [first])]
    const isOpen = (): boolean =>
      (droppedRequests.anyDropped && isUnsettled(attempts, droppedRequests.tries)) ||
      mayRecur(attempts, droppedRequests)
    while (isOpen() && !signal.aborted) attempts.push(await this.#attempt(check, chain, attempts))
    // Several checks may have had too many resources at once.
    const isCrowded = ({ end, isAlone }: Attempt): boolean =>
      end instanceof Inconclusive && this.#isShort && (!isAlone || end instanceof GaveWay)
    for (
      let tries = 1;
      attempts.every(isUnclear) && tries <= crowdedTriesMax && !signal.aborted;
      tries += 1
    ) {
      const last = attempts.at(-1)
      if (last === undefined || !isCrowded(last)) break
      attempts.push(await this.#attempt(check, chain, attempts))
    }
    this.#report(check, recurring(attempts, droppedRequests) ?? resultOf(attempts))
  }

  #report(
    { clause: { id: clause }, observing = false }: PlannedCheck,
    { end, evidence, before }: Attempt,
  ): void {
    const { findings } = this.#session
    for (const one of evidence) findings.add({ clause, says: 'satisfied', evidence: one })
    const failure = failureOf(end)
    if (failure !== null)
      findings.add({
        clause,
        says: 'violated',
        failure,
        path: end instanceof PropertyFailure ? end.path : null,
        before,
      })
    else if (end !== null) findings.add({ clause, says: 'open', ...opened(end) })
    else if (evidence.length === 0 && !observing)
      findings.add({
        ...{ clause, says: 'open', verdict: 'inconclusive' },
        ...{ reason: nothingObserved, origin: 'specification' },
      })
  }

  get #isShort(): boolean {
    return [...this.#resources.pools.values()].some(({ room }) => room.isShort)
  }

  async #attempt(check: PlannedCheck, chain: number, earlier: readonly Attempt[] = []): Promise<Attempt> {
    const attempt = earlier.length + 1
    const isApart = earlier.at(-1)?.end instanceof GaveWay
    const isAlone = this.#isShort
    const end = isAlone ? await this.#places.without(this.#turns.alone()) : this.#turns.beside()
    try {
      if (isAlone) for (const { room } of this.#resources.pools.values()) await room.settle()
      // Fixtures that failed beside other checks may succeed now.
      if (isAlone) this.#shared.dropFailed()
      const tried = await this.#session.counted(scopeOf(check), () =>
        this.#try(check, attempt, chain, isApart),
      )
      return { ...tried, isAlone }
    } finally {
      end()
    }
  }

  async #try(
    check: PlannedCheck,
    attempt: number,
    chain: number,
    isApart: boolean,
  ): Promise<Omit<Attempt, 'isAlone'>> {
    const owned: OwnedKeys = new Map()
    const evidence: Evidence[] = []
    const first: { doubt?: Inconclusive } = {}
    const tester = createTester({
      session: this.#session,
      resources: this.#resources,
      clause: check.clause,
      attempt,
      ...(isApart ? { apart: scopeOf(check) } : {}),
      shared: this.#shared,
      observe: (one) => {
        if (silentAmong(one) !== null) return
        // All exchanges would fill memory.
        const { kind, compared } = one
        if (evidence.length < evidencePerCheckMax)
          evidence.push(evidence.length === 0 ? one : { kind, compared })
      },
      doubt: (reason, origin) => {
        first.doubt ??= new Inconclusive(reason, origin)
      },
      owned,
      seed: seedOf(check.clause.id, this.#session.config.seed),
      chain,
    })
    let end: unknown = null
    const begunAtTick = tickMs()
    try {
      await check.run(tester)
      end = first.doubt ?? null
    } catch (error) {
      end = error
    }
    if (isForbidden(end) && (await this.#isAnsweredNow(tester, end))) end = new Unserved(end.message)
    this.#session.findings.took(check.clause.id, tickMs() - begunAtTick)
    const silent = silentAmong(failureOf(end)?.detail ?? {})
    if (silent !== null) end = new Inconclusive(silenceOf(silent), isUnsent(silent) ? 'run' : 'tenant')
    const failure = failureOf(end)
    const before = failure === null ? [] : this.#session.history.before(failure.detail)
    // Others would see them in lists. Those that forward events must be gone before the next check of events.
    await (end === null && check.phase !== 'stateful' ? retireOwned(owned) : removeOwned(owned))
    return { end, evidence, before }
  }

  /** Repeats the request. A path that loses every seventh may lose the same one in each attempt. */
  async #isAnsweredNow({ call }: Tester, { failure, isAnswered }: Forbidden): Promise<boolean> {
    const [request, options] = this.#session.unserved.get(failure.detail.exchange?.id ?? 0) ?? []
    const repeats = this.#session.droppedRequests.anyValidDropped ? repeatsMax.lossy : repeatsMax.sound
    for (
      let times = 0;
      times < repeats && request !== undefined && !this.#session.signal.aborted;
      times += 1
    ) {
      const again = await call(request, options).catch(() => null)
      if (again !== null && isAnswered(again)) return true
    }
    return false
  }
}

function silentAmong({ exchange, control, steps = [] }: Partial<Evidence>): Exchange | null {
  return [exchange, control, ...steps].find((one) => one != null && showsNothing(one)) ?? null
}

function silenceOf(exchange: Exchange): string {
  const what = isUnsent(exchange) ? 'a request was not sent' : 'a response was not read'
  return `${what}: ${exchange.failure?.message ?? 'no reason is known'}`
}

const evidencePerCheckMax = 10_000

// A path that loses every second request may lose two repeats if others come between.
const repeatsMax = { sound: 2, lossy: 4 }

// Waiting checks send nothing. The client limits parallel requests.
const placesPerRequest = 1.25
// Workers without a place wait for a fixture, or to begin.
const workersPerRequest = 8

export const nothingObserved = 'the check had no occasion to observe what the clause speaks of'

interface Attempt {
  /** The check's exception, else its first doubt; null if neither. */
  readonly end: unknown
  readonly evidence: readonly Evidence[]
  readonly isAlone: boolean
  readonly before: readonly Exchange[]
}

function worthRepeating(end: unknown): boolean {
  return end !== null && !(end instanceof NotRun) && !(end instanceof NotApplicable)
}

/** A failure unless outweighed, else the last attempt that ran. */
function resultOf(attempts: readonly [Attempt, ...Attempt[]]): Attempt {
  const failed = attempts.filter(hasFailed)
  const passed = attempts.filter(hasPassed)
  const [failure] = failed
  if (failure === undefined) return attempts.findLast(({ end }) => !(end instanceof NotRun)) ?? attempts[0]
  const [pass] = passed
  if (pass !== undefined && failed.length === 1 && passed.length >= passesToOutweigh) return pass
  // An inconclusive last attempt says nothing about how often the check fails.
  const inVain = attempts.slice(0, -1).filter(({ end }) => end instanceof Inconclusive)
  const tries = failed.length + passed.length + inVain.length
  return tries > failed.length ? noted(failure, failed.length, tries) : failure
}

// One pass may be chance, as one failure may.
const passesToOutweigh = 2

/** @param inVainMax inconclusive attempts allowed */
function isUnsettled(attempts: readonly Attempt[], inVainMax: number): boolean {
  const passes = attempts.filter(hasPassed).length
  const inVain = attempts.filter(({ end }) => end instanceof Inconclusive).length
  const fails = attempts.filter(hasFailed).length
  const counted = fails + passes + inVain
  return fails === 1 && passes < passesToOutweigh && inVain < inVainMax && counted === attempts.length
}

const crowdedTriesMax = 2
const isUnclear = ({ end }: Attempt): boolean => end instanceof Inconclusive
const hasFailed = ({ end }: Attempt): boolean => failureOf(end) !== null
const hasPassed = ({ end, evidence }: Attempt): boolean => end === null && evidence.length > 0

// Losses of other requests cost attempts too.
const sparedAttempts = 2

/** Whether another attempt may show that the request is never answered. */
function mayRecur(attempts: readonly Attempt[], losses: DroppedRequests): boolean {
  if (losses.doubt !== null || attempts.length >= losses.tries + sparedAttempts) return false
  const isUnclear = attempts.every(({ end }) => end instanceof Inconclusive)
  return isUnclear && attempts.some(({ end }) => isForbidden(end)) && recurring(attempts, losses) === null
}

/** A failure, if enough attempts left the same request unanswered. */
function recurring(attempts: readonly Attempt[], losses: DroppedRequests): Attempt | null {
  if (losses.doubt !== null || attempts.some((one) => hasFailed(one) || hasPassed(one))) return null
  for (const first of attempts) {
    if (!isForbidden(first.end)) continue
    const alike = attempts.filter(
      ({ end }) => isForbidden(end) && kindOf(end) === kindOf(first.end as Forbidden),
    )
    if (alike.length < losses.tries) continue
    return { ...first, end: first.end.failure.noted(`It is so each time: ${alike.length} times.`) }
  }
  return null
}

type Forbidden = Unserved & { readonly failure: ConformanceFailure }

function isForbidden(end: unknown): end is Forbidden {
  return end instanceof Unserved && end.failure !== null
}

/** Ids differ between attempts. */
function kindOf({ failure: { detail } }: Forbidden): string {
  const { exchange, expected } = detail
  return [exchange?.operation, exchange?.principal, exchange?.request.method, expected].join(' ')
}

function noted(attempt: Attempt, times: number, tries: number): Attempt {
  const sentence = `It is unstable: the check failed ${times} of ${tries} times.`
  const { end } = attempt
  if (end instanceof PropertyFailure)
    return { ...attempt, end: new PropertyFailure(end.failure.noted(sentence), end.path) }
  return end instanceof ConformanceFailure ? { ...attempt, end: end.noted(sentence) } : attempt
}

function failureOf(end: unknown): ConformanceFailure | null {
  if (end instanceof PropertyFailure) return end.failure
  return end instanceof ConformanceFailure ? end : null
}

function opened(end: unknown): Open {
  if (end instanceof Inconclusive) return { verdict: 'inconclusive', reason: end.message, origin: end.origin }
  if (end instanceof NotAllowed)
    return { verdict: 'not-run', reason: end.message, origin: end.origin, notAllowed: true }
  if (end instanceof NotRun) return { verdict: 'not-run', reason: end.message, origin: end.origin }
  if (end instanceof NotApplicable) return { verdict: 'not-applicable', reason: end.message }
  return { verdict: 'error', reason: describeError(end) }
}

function describeError(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
  return `the check itself failed, which is a fault of tenant-conformance: ${stack.split('\n').slice(0, 4).join(' ')}`
}
