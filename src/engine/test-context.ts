// The test context of a check: requests, resources and the must family.

import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../base/exchange.ts'
import type { Clause, Contract, Operation, Resource } from '../contract/index.ts'
import type { Attempt, Must } from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import type { DeliveryMust, Events } from './deliveries/index.ts'
import type { Coverage } from './judge/coverage.ts'
import type { CasesOf } from './plan/case-distribution.ts'
import type { Principal } from './principals/principal.ts'
import type { Principals } from './principals/principals.ts'
import type { Request } from './requests/request.ts'
import type { PreProvisionedResource, Reuse } from './resources/pre-provisioned.ts'
import type { Singleton } from './resources/singleton.ts'
import type { DroppedRequests } from './session/dropped-requests.ts'
import type { ReadAfterWrite } from './session/read-after-write.ts'
import type { Requests } from './session/requests.ts'
import type { SendOptions } from './session/session.ts'
import type {
  AdapterSource,
  ResourceAdapter,
  ResourceAdapters,
  ResourceClient,
  ResourceFactory,
  ResourceMust,
} from './under-test/index.ts'

export interface Fixture<T, Of extends readonly unknown[] = readonly []> {
  /** With `*` where there is one for each key. */
  readonly name: string
  /** The keys for which the checks of an operation use it; null if there is one for all checks. The first of `Of` is the key. */
  readonly keys: ((subject: Subject) => readonly Key[]) | null
  readonly make: (context: TestContext, ...of: Of) => Promise<T>
}

export type Key = string | { readonly name: string }

/** The operation and the resource of a clause, as far as it has any. */
export interface Subject {
  readonly contract: Contract
  readonly operation: Operation | null
  readonly resource: Resource | null
}

/** A fixture, one with its key, the resource client of an adapter, or a function that declares its own uses. */
export type Use =
  | Fixture<unknown, readonly never[]>
  | readonly [fixture: Fixture<unknown, readonly never[]>, key: Key]
  | Pick<AdapterSource, 'kind' | 'resource'>
  | ((...of: never[]) => unknown)

/** Declared by `using`. */
export interface Using {
  readonly uses: readonly Use[]
}

export interface TestContext {
  readonly clause: Clause
  readonly baseUrl: string
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly requests: Requests
  readonly must: Must & ResourceMust & DeliveryMust
  readonly principals: Principals
  readonly coverage: Coverage
  readonly adapters: ResourceAdapters
  /** Resources of any kind. */
  readonly subjects: ResourceFactory
  /** Throws NotRun if the contract forwards no events. */
  readonly events: Events
  /** Per property. */
  readonly examples: number
  /** The operator's limit. */
  readonly ratePerSecond: number | null
  /** Counts from 1; a check that did not pass is repeated. */
  readonly attempt: number
  /** The same in every run with the same seed. */
  readonly seed: number
  /** Resources that the request makes are removed after the check; singletons are restored after the run. */
  call(request: Request, options?: SendOptions): Promise<Attempt>
  /** Throws NotRun if no operation makes the resource. */
  resource<D extends ResourceAdapter>(source: string | AdapterSource<D>): ResourceClient<D>
  singleton(resource: string): Singleton
  /** To be deleted by the check. Throws NotRun if there is none. */
  take(resource: string): Promise<PreProvisionedResource>
  /** At most `count`. */
  takeSome(
    resource: string,
    count: number,
  ): Promise<readonly [PreProvisionedResource, ...PreProvisionedResource[]]>
  /** The first id of a deleted resource that the tenant reused. */
  reuse(resource: string): Reuse | null
  /** Once for all checks. */
  calibrate(resource: string): Promise<ReadonlySet<string>>
  /** See `forAll`. */
  forAll<T>(
    arbitrary: Arbitrary<T>,
    property: (value: T) => Promise<void>,
    runs?: number,
    concurrency?: number,
  ): Promise<void>
  /**
   * In parallel in a first attempt only, as a tenant may then answer otherwise. Ends as the first item that does not
   * return; none begins after it.
   */
  each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void>
  /** Those that this check tries: see `casesFor`. */
  cases<T>(all: readonly T[], of: CasesOf): readonly T[]
  /** Whether an operation shares such cases. */
  sharing(of: CasesOf): (operation: Operation) => boolean
  /** For one of several similar places; all in a deep run. */
  spread<T>(all: readonly T[], place: number, places: number): readonly T[]
  /** Made anew for a repeated check. */
  use<T, Of extends readonly unknown[]>(fixture: Fixture<T, Of>, ...of: Of): Promise<T>
  readonly readAfterWrite: ReadAfterWrite
  readonly droppedRequests: DroppedRequests
  /** Clauses of its form that it violates. */
  problems(exchange: Exchange): readonly string[]
  /** Responses so far, one for each status except 429 and 5xx. */
  answersTo(principal: Principal, operation: string): ReadonlyMap<number, Exchange>
  rateLimited(): readonly Exchange[]
  allows(effect: Request['effect']): boolean
  effectOf(operation: string): Request['effect']
  /** Ends the check as not run. */
  skip(reason: string): never
  /** Ends the check as not applicable. */
  inapplicable(reason: string): never
}
