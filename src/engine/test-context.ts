// The parameter of each check: requests, resources and the functions of `must`.

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
import type { Singleton } from './resources/singletons/singleton.ts'
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
  /** In the name, the key replaces `*`. */
  readonly name: string
  /**
   * Returns the keys that an operation needs. Each key has its own result, and is the first element of `Of`.
   * Null if all checks share one result.
   */
  readonly keys: ((subject: Subject) => readonly Key[]) | null
  readonly make: (context: TestContext, ...of: Of) => Promise<T>
}

export type Key = string | { readonly name: string }

export interface Subject {
  readonly contract: Contract
  readonly operation: Operation | null
  readonly resource: Resource | null
}

export type Use =
  | Fixture<unknown, readonly never[]>
  | readonly [fixture: Fixture<unknown, readonly never[]>, key: Key]
  | Pick<AdapterSource, 'kind' | 'resource'>
  | ((...of: never[]) => unknown)

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
  readonly subjects: ResourceFactory
  /** @throws NotRun if no resource of the contract forwards events */
  readonly events: Events
  readonly examples: number
  readonly ratePerSecond: number | null
  /** Begins with 1. The run repeats a check that did not pass. */
  readonly attempt: number
  readonly seed: number
  /**
   * Sends a request. The run removes created resources after the check, and restores changed singletons at
   * the end of the run.
   */
  call(request: Request, options?: SendOptions): Promise<Attempt>
  /** @throws NotRun if no operation creates the resource */
  resource<D extends ResourceAdapter>(source: string | AdapterSource<D>): ResourceClient<D>
  singleton(resource: string): Singleton
  /**
   * Returns a resource that the check may delete.
   * @throws NotRun if there is none
   */
  take(resource: string): Promise<PreProvisionedResource>
  /** Like `take`, but returns up to `count` resources. */
  takeSome(
    resource: string,
    count: number,
  ): Promise<readonly [PreProvisionedResource, ...PreProvisionedResource[]]>
  /** Returns the first creation that received the id of a deleted resource, or null. */
  reuse(resource: string): Reuse | null
  calibrate(resource: string): Promise<ReadonlySet<string>>
  forAll<T>(
    arbitrary: Arbitrary<T>,
    property: (value: T) => Promise<void>,
    runs?: number,
    concurrency?: number,
  ): Promise<void>
  /**
   * Calls `work` for each item, and starts no further item after an error. The first attempt runs items in
   * parallel. Later attempts run them in sequence, because a tenant may respond differently to parallel
   * requests.
   */
  each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void>
  /** Returns the cases that this check must try. See `casesFor`. */
  cases<T>(all: readonly T[], of: CasesOf): readonly T[]
  sharing(of: CasesOf): (operation: Operation) => boolean
  /** Divides the items into `places` parts and returns part `place`. A deeper run adds items of other parts. */
  spread<T>(all: readonly T[], place: number, places: number): readonly T[]
  /** Returns the fixture's result. A repeated check makes the fixture again. */
  use<T, Of extends readonly unknown[]>(fixture: Fixture<T, Of>, ...of: Of): Promise<T>
  readonly readAfterWrite: ReadAfterWrite
  readonly droppedRequests: DroppedRequests
  /** Returns the clauses about the form of responses that this response violates. */
  problems(exchange: Exchange): readonly string[]
  /** Returns one observed response for each status, except for 429 and 5xx. */
  answersTo(principal: Principal, operation: string): ReadonlyMap<number, Exchange>
  rateLimited(): readonly Exchange[]
  allows(effect: Request['effect']): boolean
  effectOf(operation: string): Request['effect']
  /** Ends the check with the verdict not-run. */
  skip(reason: string): never
  /** Ends the check with the verdict not-applicable. */
  inapplicable(reason: string): never
}
