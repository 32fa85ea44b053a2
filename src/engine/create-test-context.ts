// Creates the context of one attempt at a check.
import { type Clause, operationOf } from '../contract/index.ts'
import { createMust, isOfApi, type MustParts, NotApplicable, NotRun } from '../oracle/index.ts'
import { seedOf } from './checks/derived.ts'
import { createDeliveryMust, type Deliveries, Events } from './deliveries/index.ts'
import { calibration, fixtureScope } from './fixture.ts'
import { each, forAll } from './for-all.ts'
import { casesFor, sharing, spread } from './plan/case-distribution.ts'
import { effectOf } from './requests/operation-request.ts'
import { type OwnedKeys, ownedBy } from './resources/owned-keys.ts'
import type { Resources } from './resources.ts'
import type { FixtureResults } from './schedule/fixture-results.ts'
import type { Session } from './session/session.ts'
import type { TestContext } from './test-context.ts'
import { sendTracked } from './tracked-send.ts'
import {
  type AdapterSource,
  createResourceMust,
  noneObservable,
  observableMembers,
  type ResourceAdapter,
  ResourceClient,
  ResourceFactory,
} from './under-test/index.ts'

export interface TestContextParts {
  readonly session: Session
  readonly resources: Resources
  readonly clause: Clause
  readonly attempt: number
  readonly apart?: string
  readonly shared: FixtureResults
  readonly observe: MustParts['observe']
  readonly doubt: MustParts['doubt']
  readonly owned: OwnedKeys
  readonly seed: number
  /** See `chain` in `src/client/wire/call.ts`. */
  readonly chain: number
}

const samplesAtOnce = 4

export function createTestContext(parts: TestContextParts): TestContext {
  const { session, resources, clause, owned, seed, chain } = parts
  const declaredRefusals = (operation: string): readonly number[] =>
    session.config.profile.operations?.[operation]?.invalidRequest ?? []
  const call: TestContext['call'] = (request, options = {}) =>
    sendTracked(session, resources, owned, request, { chain, ...options })
  const subjects = new ResourceFactory({ session, resources, call, owned, seed, options: { chain } })
  const known = <D extends ResourceAdapter>(source: string | AdapterSource<D>): [string, D] =>
    typeof source === 'string'
      ? [source, resources.adapters.named(source) as D]
      : [source.resource, resources.adapters.of(source)]
  const collection = <D extends ResourceAdapter>(
    source: string | AdapterSource<D>,
    telling?: () => Promise<ReadonlySet<string>>,
  ): ResourceClient<D> => {
    const [name, adapter] = known(source)
    const { contract, knowledge } = session
    const pool = resources.pools.get(name)
    if (pool === undefined) throw new NotRun(`no operation of the contract creates ${name}`, 'specification')
    const { resource } = pool.kind
    const calibrated = (): Promise<ReadonlySet<string>> =>
      context.use(calibration, name).catch(noneObservable)
    return new ResourceClient({
      ...{ resource, adapter, contract, knowledge, subjects, pool },
      telling: telling ?? calibrated,
    })
  }
  const { observe, doubt } = parts
  // A 422 is only for faults that a schema cannot express, if the operation also documents 400 (RFC 9110,
  // 15.5.21).
  const isOfMeaning = (name: string, status: number): boolean => {
    const documented = session.contract.operations.get(name)?.responses.map((one) => one.status) ?? []
    return status === 422 && documented.includes('400') && documented.includes('422')
  }
  const must = createMust({ observe, doubt, declaredRefusals, isOfMeaning })
  const deliveries = (): Deliveries => {
    if (resources.deliveries === null)
      throw new NotRun('no resource of the contract forwards events', 'specification')
    return resources.deliveries
  }
  const context: TestContext = {
    clause,
    baseUrl: session.config.baseUrl,
    contract: session.contract,
    knowledge: session.knowledge,
    requests: resources.requests,
    must: {
      ...must,
      ...createResourceMust({ observe, doubt }),
      ...createDeliveryMust(must.that, deliveries),
    },
    principals: session.principals,
    readAfterWrite: session.readAfterWrite,
    droppedRequests: session.droppedRequests,
    coverage: resources.coverage,
    adapters: resources.adapters,
    subjects,
    get events() {
      return new Events({
        session,
        call,
        deliveries: deliveries(),
        collection: collection(deliveries().resource),
      })
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
      return observableMembers({
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
    cases: (all, of) => casesFor(all, of, clause, session.config, (effect) => session.limits.allows(effect)),
    sharing: (of) => sharing(of, clause, session.config),
    spread: (all, place, places) => spread(all, place, places, session.config),
    use(shared, ...of) {
      const scope = fixtureScope(shared, of[0])
      const place = `${scope}#${parts.attempt}${parts.apart === undefined ? '' : ` ${parts.apart}`}`
      session.requestCount?.need(scope)
      return parts.shared.get(place, () =>
        session.counted(scope, () => shared.make(sharedContext(parts, scope), ...of)),
      )
    },
    problems: (exchange) => session.monitor.responses.problems(exchange),
    answersTo: (principal, operation) => session.responses.of(operation, principal),
    rateLimited: () => session.client.rateLimited().filter(isOfApi),
    allows: (effect) => session.limits.allows(effect),
    effectOf: (operation) => effectOf(session.contract, operationOf(session.contract, operation)),
    skip(reason) {
      throw new NotRun(reason)
    },
    inapplicable(reason) {
      throw new NotApplicable(reason)
    },
  }
  return context
}

/** Returns the context of a fixture: it records no evidence, and each attempt draws the same values. */
function sharedContext(parts: TestContextParts, scope: string): TestContext {
  const unheard = (): void => undefined
  return createTestContext({
    ...parts,
    seed: seedOf(scope, parts.session.config.seed),
    observe: unheard,
    doubt: unheard,
    owned: parts.resources.shared,
    chain: Math.max(1, parts.chain),
  })
}

function present<T>(all: ReadonlyMap<string, T>, resource: string): T {
  const one = all.get(resource)
  if (one === undefined) throw new Error(`the contract has no resource "${resource}"`)
  return one
}
