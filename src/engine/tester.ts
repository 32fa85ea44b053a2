// What a check works with: requests to vary, a way to send them, things that exist, and the must family.

import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import type { Clause, Contract } from '../contract/index.ts'
import {
  acceptedBody,
  createMust,
  isAccepted,
  type Must,
  type MustParts,
  NotApplicable,
  NotRun,
} from '../oracle/index.ts'
import type { Knowledge } from '../profile/index.ts'
import { noneTells, tellingMembers } from './calibration.ts'
import type { Coverage } from './coverage.ts'
import { Events } from './events.ts'
import { forAll } from './for-all.ts'
import type { Given } from './given.ts'
import { Subjects } from './laws/index.ts'
import { type OwnedKeys, ownedBy, type Existing as Stream } from './pool.ts'
import type { Principals } from './principal.ts'
import type { Intent, Request } from './request.ts'
import type { Resources } from './resources.ts'
import type { SendOptions, Session } from './session.ts'
import type { Singleton } from './singleton.ts'
import { type Creation, StreamHandle } from './stream-handle.ts'
import { createStreamMust, type StreamMust } from './stream-must.ts'
import type { Supplied } from './supply.ts'
import { sendTracked } from './tracked-send.ts'

export interface Tester {
  readonly clause: Clause
  readonly baseUrl: string
  readonly contract: Contract
  readonly knowledge: Knowledge
  readonly given: Given
  readonly must: Must & StreamMust
  readonly principals: Principals
  readonly coverage: Coverage
  /** Resources of the run, of any kind. */
  readonly subjects: Subjects
  /** Streams whose deliveries are seen, and triggers of events. */
  readonly events: Events
  /** Samples per property. */
  readonly examples: number
  /** Requests per second that the operator allows; null for as many as the tenant does. */
  readonly ratePerSecond: number | null
  /** 1, or 2 where the first try neither passed nor was impossible. */
  readonly attempt: number
  /** A seed of this clause's own, the same in every run with the same seed. */
  readonly seed: number
  /** Sends a request. A stream that it makes is removed when the check ends, changed templates when the run does. */
  call(request: Request, options?: SendOptions): Promise<Exchange>
  /** Sends a creation, valid unless told otherwise, whatever comes of it. */
  create(overrides?: JsonObject, intent?: Intent): Promise<Creation>
  readonly existing: {
    /** A new stream. Throws Inconclusive where the tenant makes none. */
    stream(overrides?: JsonObject): Promise<StreamHandle>
    /** The streams that the tenant lists. Throws NotRun without the fixture. */
    listed(): Promise<{ readonly exchange: Exchange; readonly items: readonly JsonObject[] }>
    /** Takes over a stream that a refused request made: it is to be removed. */
    adopt(id: string): void
    /** Whether a stream that the run makes can be removed again. */
    readonly removable: boolean
    /** Removes streams of the check before it ends. */
    remove(streams: readonly Pick<Stream, 'id'>[]): Promise<void>
  }
  /** A text with the run's marker in it that no other call gives. */
  mark(): string
  /** What there is one of. */
  singleton(resource: string): Singleton
  /** One that no operation creates, for the check to delete. Throws NotRun where there is none. */
  take(resource: string): Promise<Supplied>
  /** Finds out which members of a stream tell something; once for all checks. */
  calibrate(): Promise<ReadonlySet<string>>
  /** Runs a property on generated values; see `forAll`. */
  forAll<T>(
    arbitrary: Arbitrary<T>,
    property: (value: T) => Promise<void>,
    runs?: number,
    concurrency?: number,
  ): Promise<void>
  /** What several checks share: made by the first one that asks, anew when a check is tried again. */
  once<T>(key: string, make: (tester: Tester) => Promise<T>): Promise<T>
  /** The clauses of its form that a response does not meet. */
  problems(exchange: Exchange): readonly string[]
  /** The 429s that the run has met so far. */
  rateLimited(): readonly Exchange[]
  /** Whether the run may send requests of that effect. */
  allows(effect: Request['effect']): boolean
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
  /** Results shared by checks, by key and attempt. */
  readonly shared: Map<string, Promise<unknown>>
  readonly observe: MustParts['observe']
  readonly doubt: MustParts['doubt']
  /** Receives what the check makes. */
  readonly owned: OwnedKeys
  readonly seed: number
}

const samplesAtOnce = 4

/** A tester for one attempt at one check. */
export function createTester(parts: TesterParts): Tester {
  const { session, resources, clause, owned, seed } = parts
  const { given } = resources
  const declaredRefusals = (operation: string): readonly number[] =>
    session.config.profile.operations?.[operation]?.invalidRequest ?? []
  const call: Tester['call'] = (request, options = {}) =>
    sendTracked(session, resources, owned, request, options)
  const stateField = (): string | null => session.knowledge.forwardingStateField
  const handle = (stream: Stream, sent: unknown, telling: ReadonlySet<string>): StreamHandle =>
    new StreamHandle(stream, sent, { given, call, stateField, telling })
  const make = async (
    overrides: JsonObject | undefined,
    telling: ReadonlySet<string>,
  ): Promise<StreamHandle> => {
    const { streams } = resources
    const { request, made } = await streams.make(() => given.stream(overrides), ownedBy(owned, streams))
    return handle(made, request.body, telling)
  }
  const calibrated = (): Promise<ReadonlySet<string>> =>
    tester.once('calibration', (shared) => shared.calibrate()).catch(noneTells)
  const { observe, doubt } = parts
  const tester: Tester = {
    clause,
    baseUrl: session.config.baseUrl,
    contract: session.contract,
    knowledge: session.knowledge,
    given,
    must: {
      ...createMust({ observe, doubt, declaredRefusals }),
      ...createStreamMust({ observe, doubt }, stateField),
    },
    principals: session.principals,
    coverage: resources.coverage,
    subjects: new Subjects({ session, resources, call, owned, seed }),
    events: new Events({
      session,
      bench: resources.events,
      given,
      permit: () => resources.streams.permit(),
      call,
    }),
    examples: session.config.examples,
    attempt: parts.attempt,
    ratePerSecond: session.config.ratePerSecond,
    seed,
    call,
    async create(overrides = {}, intent = 'valid') {
      const request: Request = { ...given.stream(overrides), intent }
      const exchange = await call(request)
      const accepted = isAccepted(exchange)
      const body = accepted ? acceptedBody(exchange) : {}
      const telling = await calibrated()
      const stream =
        accepted && resources.streams.isOpen(body.id)
          ? handle({ id: String(body.id), created: exchange, body }, request.body, telling)
          : null
      return { exchange, accepted, body, set: stream?.first.set ?? {}, telling, stream }
    },
    existing: {
      stream: async (overrides) => make(overrides, await calibrated()),
      listed: () => resources.streams.list(),
      adopt(id) {
        const { streams } = resources
        if (streams.found(id)) ownedBy(owned, streams).push(id)
      },
      get removable() {
        return resources.streams.removable
      },
      remove: (made) => resources.streams.remove(made.map(({ id }) => id)),
    },
    mark: () => `${session.marker} ${session.next()}`,
    singleton: (resource) => present(resources.singletons, resource),
    take(resource) {
      const pool = present(resources.pools, resource)
      return present(resources.supplies, resource).take(ownedBy(owned, pool))
    },
    calibrate: () =>
      tellingMembers({ given, knowledge: session.knowledge }, (overrides) => make(overrides, new Set())),
    forAll: (arbitrary, property, runs = session.config.examples, concurrency = samplesAtOnce) =>
      forAll(arbitrary, property, {
        seed,
        runs,
        concurrency: Math.min(concurrency, session.config.concurrency),
        mayShrink: () => session.mayShrink(),
      }),
    once<T>(key: string, make: (tester: Tester) => Promise<T>): Promise<T> {
      const place = `${key}#${parts.attempt}`
      const scope = `once ${key}`
      session.meter?.need(scope)
      const known = parts.shared.get(place) ?? session.metered(scope, () => make(sharedTester(parts)))
      parts.shared.set(place, known)
      return known as Promise<T>
    },
    problems: (exchange) => session.monitor.problems(exchange),
    rateLimited: () => session.client.rateLimited(),
    allows: (effect) => session.allows(effect),
    skip(reason) {
      throw new NotRun(reason)
    },
    inapplicable(reason) {
      throw new NotApplicable(reason)
    },
  }
  return tester
}

// What is shared is not one clause's evidence, and outlives the check that made it first.
function sharedTester(parts: TesterParts): Tester {
  const unheard = (): void => undefined
  return createTester({ ...parts, observe: unheard, doubt: unheard, owned: parts.session.shared })
}

function present<T>(all: ReadonlyMap<string, T>, resource: string): T {
  const one = all.get(resource)
  if (one === undefined) throw new Error(`the contract has no such resource: ${resource}`)
  return one
}
