// What a check works with: requests to vary, a way to send them, things that exist, and the must family.

import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../base/exchange.ts'
import type { Clause, Contract, Operation } from '../contract/index.ts'
import type { Attempt, Must } from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import type { DeliveryMust, Events } from './deliveries/index.ts'
import type { Coverage } from './judge/coverage.ts'
import type { Principals } from './requests/principal.ts'
import type { Principal } from './requests/principal-name.ts'
import type { Request } from './requests/request.ts'
import type { Singleton } from './resources/singleton.ts'
import type { Reuse, Supplied } from './resources/supply.ts'
import type { Losses } from './session/losses.ts'
import type { Patience } from './session/patience.ts'
import type { Requests } from './session/requests.ts'
import type { SendOptions } from './session/session.ts'
import type { Collection, Driver, DriverSource, Drivers, ResourceMust, Subjects } from './subjects/index.ts'

/** What several checks share, as `fixture` declares it. */
export interface Fixture<T, Of extends readonly unknown[] = readonly []> {
  /** What a plan calls it. */
  readonly name: (...of: Of) => string
  readonly make: (tester: Tester, ...of: Of) => Promise<T>
}

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
