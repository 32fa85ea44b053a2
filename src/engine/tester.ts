// What a check works with: requests to vary, a way to send them, things that exist, and the must family.

import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../base/exchange.ts'
import { type Clause, type Contract, type Operation, operationOf } from '../contract/index.ts'
import {
  type Attempt,
  createMust,
  isOfApi,
  type Must,
  type MustParts,
  NotApplicable,
  NotRun,
} from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import { type Bench, createDeliveryMust, type DeliveryMust, Events } from './deliveries/index.ts'
import { type Fixture, fixture } from './fixture.ts'
import { each, forAll } from './for-all.ts'
import type { Coverage } from './judge/coverage.ts'
import { dealt, inDepth, spread } from './plan/dealing.ts'
import { leftOutBy } from './plan/scope.ts'
import { effectOf } from './requests/operation-request.ts'
import type { Principals } from './requests/principal.ts'
import type { Principal } from './requests/principal-name.ts'
import type { Request } from './requests/request.ts'
import { type OwnedKeys, ownedBy } from './resources/pool.ts'
import type { Singleton } from './resources/singleton.ts'
import type { Reuse, Supplied } from './resources/supply.ts'
import type { Resources } from './resources.ts'
import type { Losses } from './session/losses.ts'
import type { Patience } from './session/patience.ts'
import type { Requests } from './session/requests.ts'
import type { SendOptions, Session } from './session/session.ts'
import type { Shared } from './shared.ts'
import {
  Collection,
  createResourceMust,
  type Driver,
  type DriverSource,
  type Drivers,
  noneTells,
  type ResourceMust,
  Subjects,
  tellingMembers,
} from './subjects/index.ts'
import { sendTracked } from './tracked-send.ts'

export interface Tester {
  readonly clause: Clause
  readonly baseUrl: string
  readonly contract: Contract
  readonly knowledge: Knowledge
  /** Requests of the contract's operations. */
  readonly requests: Requests
  readonly must: Must & ResourceMust & DeliveryMust
  readonly principals: Principals
  readonly coverage: Coverage
  /** What the contract says of resources beyond their files and schemas. */
  readonly drivers: Drivers
  /** Resources of the run, of any kind. */
  readonly subjects: Subjects
  /** What forwards events, and triggers of them. Throws NotRun where nothing of the contract does. */
  readonly events: Events
  /** Samples per property. */
  readonly examples: number
  /** Requests per second that the operator allows; null for as many as the tenant does. */
  readonly ratePerSecond: number | null
  /** 1, or 2 where the first try neither passed nor was impossible. */
  readonly attempt: number
  /** A seed of this clause's own, the same in every run with the same seed. */
  readonly seed: number
  /** Sends a request. What it makes is removed when the check ends; what there is one of is put back when the run does. */
  call(request: Request, options?: SendOptions): Promise<Attempt>
  /** The resources of that kind. Throws NotRun where no operation makes one. */
  resource<D extends Driver>(source: string | DriverSource<D>): Collection<D>
  /** What there is one of. */
  singleton(resource: string): Singleton
  /** One that no operation creates, for the check to delete. Throws NotRun where there is none. */
  take(resource: string): Promise<Supplied>
  /** As many of them as there are, up to a number. */
  takeSome(resource: string, count: number): Promise<readonly [Supplied, ...Supplied[]]>
  /** The first id of a deleted one that the tenant gave to a new one in this run; null where it gave none. */
  reuse(resource: string): Reuse | null
  /** Finds out which members of the resources of that kind tell something; once for all checks. */
  calibrate(resource: string): Promise<ReadonlySet<string>>
  /** Runs a property on generated values; see `forAll`. */
  forAll<T>(
    arbitrary: Arbitrary<T>,
    property: (value: T) => Promise<void>,
    runs?: number,
    concurrency?: number,
  ): Promise<void>
  /**
   * Does it with each of them, several at a time, in a first attempt: what is answered otherwise for that alone passes in the second. Ends as
   * the first of them does that does not simply return; none is begun after it.
   */
  each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void>
  /** What of variants of one thing the operation tries, so that each is tried somewhere; a deep run tries all of them everywhere. See `dealt`. */
  dealt<T>(
    all: readonly T[],
    operation: Pick<Operation, 'name'>,
    isShared?: (operation: Operation) => boolean,
  ): readonly T[]
  /** Whether there is a clause of that id, and the run was asked for it. */
  asks(clause: string): boolean
  /** What of such variants one of several alike places of a request tries; a deep run tries all of them at each. */
  spread<T>(all: readonly T[], place: number, places: number): readonly T[]
  /** What a deep run tries in addition: all of it there, none of it in another run. */
  inDepth<T>(all: readonly T[]): readonly T[]
  /** What the fixture makes, of those: made by the first check that asks, anew when a check is tried again. */
  use<T, Of extends readonly unknown[]>(fixture: Fixture<T, Of>, ...of: Of): Promise<T>
  /** The same under a key: `use` of a fixture that is declared nowhere. */
  once<T>(key: string, make: (tester: Tester) => Promise<T>): Promise<T>
  /** With reads that lag behind what they read. */
  readonly patience: Patience
  /** Requests that fail now and then. */
  readonly losses: Losses
  /** The clauses of its form that a response does not meet. */
  problems(exchange: Exchange): readonly string[]
  /** What the principal was answered with at the operation so far in the run: one exchange for each status but 429 and 5xx. */
  answersTo(principal: Principal, operation: string): ReadonlyMap<number, Exchange>
  /** The 429s that the run has met so far. */
  rateLimited(): readonly Exchange[]
  /** Whether the run may send requests of that effect. */
  allows(effect: Request['effect']): boolean
  /** What an operation may change at worst. */
  effectOf(operation: string): Request['effect']
  /** Ends the check as not run. */
  skip(reason: string): never
  /** Ends the check as not applicable. */
  inapplicable(reason: string): never
}

export interface TesterParts {
  readonly session: Session
  readonly resources: Resources
  readonly clause: Clause
  readonly attempt: number
  /** Tells an attempt from all others that shares nothing with them; default: it does. */
  readonly apart?: string
  /** Results shared by checks, by key and attempt. */
  readonly shared: Shared
  readonly observe: MustParts['observe']
  readonly doubt: MustParts['doubt']
  /** Receives what the check makes. */
  readonly owned: OwnedKeys
  readonly seed: number
  /** How many checks go one after another from it on: see `Call`. */
  readonly chain: number
}

const samplesAtOnce = 4

/** A tester for one attempt at one check. */
export function createTester(parts: TesterParts): Tester {
  const { session, resources, clause, owned, seed, chain } = parts
  const declaredRefusals = (operation: string): readonly number[] =>
    session.config.profile.operations?.[operation]?.invalidRequest ?? []
  const call: Tester['call'] = (request, options = {}) =>
    sendTracked(session, resources, owned, request, { chain, ...options })
  const subjects = new Subjects({ session, resources, call, owned, seed, options: { chain } })
  const known = <D extends Driver>(source: string | DriverSource<D>): [string, D] =>
    typeof source === 'string'
      ? [source, resources.drivers.named(source) as D]
      : [source.resource, resources.drivers.of(source)]
  const collection = <D extends Driver>(
    source: string | DriverSource<D>,
    telling?: () => Promise<ReadonlySet<string>>,
  ): Collection<D> => {
    const [name, driver] = known(source)
    const { contract, knowledge } = session
    const pool = resources.pools.get(name)
    if (pool === undefined) throw new NotRun(`no operation of the contract makes ${name}`, 'specification')
    const { resource } = pool.kind
    const calibrated = (): Promise<ReadonlySet<string>> => tester.use(calibrations, name).catch(noneTells)
    return new Collection({
      ...{ resource, driver, contract, knowledge, subjects, pool },
      telling: telling ?? calibrated,
    })
  }
  const { observe, doubt } = parts
  const must = createMust({ observe, doubt, declaredRefusals })
  const bench = (): Bench => {
    if (resources.deliveries === null)
      throw new NotRun('nothing of the contract forwards events', 'specification')
    return resources.deliveries
  }
  const tester: Tester = {
    clause,
    baseUrl: session.config.baseUrl,
    contract: session.contract,
    knowledge: session.knowledge,
    requests: resources.requests,
    must: {
      ...must,
      ...createResourceMust({ observe, doubt }),
      ...createDeliveryMust(must.that, bench),
    },
    principals: session.principals,
    patience: session.patience,
    losses: session.losses,
    coverage: resources.coverage,
    drivers: resources.drivers,
    subjects,
    get events() {
      return new Events({ session, call, bench: bench(), collection: collection(bench().resource) })
    },
    examples: session.config.examples,
    attempt: parts.attempt,
    ratePerSecond: session.config.ratePerSecond,
    seed,
    call,
    resource: (source) => collection(source),
    singleton: (name) => present(resources.singletons, name),
    take: (name) => present(resources.supplies, name).take(ownedBy(owned, present(resources.pools, name))),
    takeSome: (name, count) =>
      present(resources.supplies, name).takeSome(count, ownedBy(owned, present(resources.pools, name))),
    reuse: (name) => present(resources.supplies, name).reuse,
    calibrate(name) {
      const all = collection(name, () => Promise.resolve(new Set()))
      const { stateAtCreation: state } = all
      const [first, second] = state?.values ?? []
      return tellingMembers({
        make: (overrides) => all.make(overrides),
        changes: (subject) => all.changes(subject, 1),
        initial: state === null ? {} : { [state.member]: second ?? first ?? null },
      })
    },
    forAll: (arbitrary, property, runs = session.config.examples, concurrency = samplesAtOnce) =>
      forAll(arbitrary, property, {
        seed,
        runs,
        concurrency: Math.min(concurrency, session.config.concurrency),
        mayShrink: () => session.mayShrink(),
      }),
    each: (all, work) =>
      each(all, work, parts.attempt === 1 ? Math.min(samplesAtOnce, session.config.concurrency) : 1),
    dealt: (all, operation, isShared) =>
      dealt(all, operation, session.config, (effect) => session.allows(effect), isShared),
    asks(id) {
      const one = session.contract.clauses.get(id)
      return one !== undefined && leftOutBy(one, session.config.scope) === null
    },
    spread: (all, place, places) => spread(all, place, places, session.config),
    inDepth: (all) => inDepth(all, session.config),
    use({ name, make }, ...of) {
      const called = name(...of)
      const place = `${called}#${parts.attempt}${parts.apart === undefined ? '' : ` ${parts.apart}`}`
      const scope = `fixture ${called}`
      session.requestCount?.need(scope)
      return parts.shared.get(place, () => session.counted(scope, () => make(sharedTester(parts), ...of)))
    },
    once: (key, make) => tester.use(fixture(key, make)),
    problems: (exchange) => session.monitor.problems(exchange),
    answersTo: (principal, operation) => session.answers.of(operation, principal),
    rateLimited: () => session.client.rateLimited().filter(isOfApi),
    allows: (effect) => session.allows(effect),
    effectOf: (operation) => effectOf(session.contract, operationOf(session.contract, operation)),
    skip(reason) {
      throw new NotRun(reason)
    },
    inapplicable(reason) {
      throw new NotApplicable(reason)
    },
  }
  return tester
}

const calibrations = fixture(
  (resource: string) => `calibration ${resource}`,
  (tester, resource) => tester.calibrate(resource),
)

// What is shared is not one clause's evidence, and outlives the check that made it first.
function sharedTester(parts: TesterParts): Tester {
  const unheard = (): void => undefined
  return createTester({
    ...parts,
    observe: unheard,
    doubt: unheard,
    owned: parts.resources.shared,
    // Others wait for it.
    chain: Math.max(1, parts.chain),
  })
}

function present<T>(all: ReadonlyMap<string, T>, resource: string): T {
  const one = all.get(resource)
  if (one === undefined) throw new Error(`the contract has no such resource: ${resource}`)
  return one
}
