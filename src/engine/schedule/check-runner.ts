// Runs one check, and repeats it until its result is certain.
import { tickMs } from '../../base/clock.ts'
import { isUnsent } from '../../base/exchange.ts'
import { type Evidence, Inconclusive, Unserved } from '../../oracle/index.ts'
import { seedOf } from '../checks/derived.ts'
import { createTestContext } from '../create-test-context.ts'
import { PropertyFailure } from '../for-all.ts'
import { type PlannedCheck, scopeOf } from '../plan/planned-check.ts'
import { GaveWay } from '../resources/capacity.ts'
import { type OwnedKeys, removeOwned, retireOwned } from '../resources/owned-keys.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import type { TestContext } from '../test-context.ts'
import {
  type Attempt,
  type Forbidden,
  failureOf,
  isForbidden,
  isUnclear,
  isUnsettled,
  mayRecur,
  recurring,
  resultOf,
  worthRepeating,
} from './attempt.ts'
import { AttemptLock } from './attempt-lock.ts'
import { nothingObserved, opened, silenceOf, silentAmong } from './check-end.ts'
import { FixtureResults } from './fixture-results.ts'
import type { Slots } from './slots.ts'

const evidencePerCheckMax = 10_000

// A lossy connection may lose two repeated requests as well.
const repeatsMax = { sound: 2, lossy: 4 }

const crowdedTriesMax = 2

export class CheckRunner {
  readonly #session: Session
  readonly #resources: Resources
  readonly #slots: Slots
  readonly #fixtures: FixtureResults
  readonly #lock = new AttemptLock()
  readonly #begun: string[] = []

  constructor(session: Session, resources: Resources, slots: Slots) {
    this.#session = session
    this.#resources = resources
    this.#slots = slots
    this.#fixtures = new FixtureResults(slots)
  }

  /** Call this method after the removal of the shared resources. */
  forgetFixtures(): void {
    this.#fixtures.clear()
  }

  get begun(): readonly string[] {
    return this.#begun
  }

  /** Never throws. Repeats a failed or inconclusive check once, and more often if requests were lost. */
  async run(check: PlannedCheck, chain: number): Promise<void> {
    const { droppedRequests: dropped, signal } = this.#session
    this.#begun.push(scopeOf(check))
    const first = await this.#attempt(check, chain)
    const isDecided = this.#session.failsAtOnce && failureOf(first.end) !== null
    if (!worthRepeating(first.end) || isDecided || signal.aborted) return this.#report(check, first)
    const attempts: [Attempt, ...Attempt[]] = [first, await this.#attempt(check, chain, [first])]
    const isOpen = (): boolean =>
      (dropped.anyDropped && isUnsettled(attempts, dropped.tries)) || mayRecur(attempts, dropped)
    while (isOpen() && !signal.aborted) attempts.push(await this.#attempt(check, chain, attempts))
    // Parallel checks may have needed more resources at a time than the tenant can store.
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
    this.#report(check, recurring(attempts, dropped) ?? resultOf(attempts))
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
    const end = isAlone ? await this.#slots.without(this.#lock.exclusive()) : this.#lock.shared()
    try {
      if (isAlone) for (const { room } of this.#resources.pools.values()) await room.settle()
      // A fixture that failed during parallel checks may succeed now.
      if (isAlone) this.#fixtures.dropFailed()
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
    const context = createTestContext({
      session: this.#session,
      resources: this.#resources,
      clause: check.clause,
      attempt,
      ...(isApart ? { apart: scopeOf(check) } : {}),
      shared: this.#fixtures,
      observe: (one) => {
        if (silentAmong(one) !== null) return
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
      await check.run(context)
      end = first.doubt ?? null
    } catch (error) {
      end = error
    }
    if (isForbidden(end) && (await this.#isAnsweredNow(context, end))) end = new Unserved(end.message)
    this.#session.findings.took(check.clause.id, tickMs() - begunAtTick)
    const silent = silentAmong(failureOf(end)?.detail ?? {})
    if (silent !== null) end = new Inconclusive(silenceOf(silent), isUnsent(silent) ? 'run' : 'tenant')
    const failure = failureOf(end)
    const before = failure === null ? [] : this.#session.history.before(failure.detail)
    // In the last phase, other checks would find the resources in lists, or receive their events.
    await (end === null && check.phase !== 'stateful' ? retireOwned(owned) : removeOwned(owned))
    return { end, evidence, before }
  }

  /**
   * Repeats the request, because a connection that loses every seventh request may lose the same request in
   * each attempt.
   */
  async #isAnsweredNow({ call }: TestContext, { failure, isAnswered }: Forbidden): Promise<boolean> {
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
