// The state that all checks of a run share: resource trackers, fixtures and observations.
import { Deliveries } from './deliveries/index.ts'
import { Coverage } from './judge/coverage.ts'
import type { Ledger } from './ledger/ledger.ts'
import { kindOf } from './resources/kind.ts'
import type { OwnedKeys } from './resources/owned-keys.ts'
import { PreProvisioned } from './resources/pre-provisioned.ts'
import { ResourceTracker } from './resources/resource-tracker.ts'
import { Singleton } from './resources/singletons/singleton.ts'
import { Requests } from './session/requests.ts'
import type { Session } from './session/session.ts'
import {
  type AdapterSource,
  type BodyFacts,
  type Existing,
  type Referenced,
  ResourceAdapters,
  type Taken,
} from './under-test/index.ts'

export interface Resources {
  readonly requests: Requests
  readonly adapters: ResourceAdapters
  readonly pools: ReadonlyMap<string, ResourceTracker>
  readonly singletons: ReadonlyMap<string, Singleton>
  readonly supplies: ReadonlyMap<string, PreProvisioned>
  /** Null if no resource of the contract forwards events. */
  readonly deliveries: Deliveries | null
  readonly coverage: Coverage
  /** Resources of fixtures. The run removes them before the last phase, and again at its end. */
  readonly shared: OwnedKeys
  readonly taken: Taken
  readonly referenced: Referenced
  readonly bodyFacts: BodyFacts
  readonly existing: Existing
}

export function createResources(
  session: Session,
  ledger: Ledger,
  sources: readonly AdapterSource[] = [],
): Resources {
  const { contract } = session
  const requests = new Requests(session)
  const { profile } = session.config
  const adapters = new ResourceAdapters(
    { contract, knowledge: session.knowledge, profile, requests },
    sources,
  )
  const all = [...contract.resources.values()]
  const pools = new Map(
    all
      .filter(({ life, singleton }) => !singleton && (life.create ?? life.delete) !== undefined)
      .map((resource) => [resource.name, new ResourceTracker(session, ledger, kindOf(contract, resource))]),
  )
  const singletons = new Map(
    all
      .filter(({ singleton }) => singleton)
      .map((resource) => [resource.name, new Singleton(session, ledger, kindOf(contract, resource))]),
  )
  return {
    requests,
    adapters,
    pools,
    supplies: new Map(
      [...pools]
        .filter(([, { kind }]) => kind.resource.life.create === undefined)
        .map(([name, pool]) => [name, new PreProvisioned(pool, ledger)]),
    ),
    singletons,
    deliveries: adapters.delivery === null ? null : new Deliveries(session, adapters.delivery),
    coverage: new Coverage(),
    shared: new Map(),
    taken: new Map(),
    referenced: new Map(),
    bodyFacts: new Map(),
    existing: new Map(),
  }
}
