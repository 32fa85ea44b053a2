// State that the checks of a run share.
import { Deliveries } from './deliveries/index.ts'
import { Coverage } from './judge/coverage.ts'
import type { Ledger } from './ledger/ledger.ts'
import { kindOf } from './resources/kind.ts'
import type { OwnedKeys } from './resources/owned-keys.ts'
import { Pool } from './resources/pool.ts'
import { Singleton } from './resources/singleton.ts'
import { Supply } from './resources/supply.ts'
import { Requests } from './session/requests.ts'
import type { Session } from './session/session.ts'
import { type DriverSource, Drivers, type Taken } from './subjects/index.ts'

export interface Resources {
  readonly requests: Requests
  readonly drivers: Drivers
  /** Of created and supplied resources, by name. */
  readonly pools: ReadonlyMap<string, Pool>
  /** By name of the resource. */
  readonly singletons: ReadonlyMap<string, Singleton>
  /** Of resources that no operation creates. */
  readonly supplies: ReadonlyMap<string, Supply>
  /** Null if the contract forwards no events. */
  readonly deliveries: Deliveries | null
  readonly coverage: Coverage
  /** Made by fixtures; removed before the last phase, and at the end. */
  readonly shared: OwnedKeys
  /** Values sent for unique members. */
  readonly taken: Taken
}

/** @param sources the contract's drivers */
export function createResources(
  session: Session,
  ledger: Ledger,
  sources: readonly DriverSource[] = [],
): Resources {
  const { contract } = session
  const requests = new Requests(session)
  const { profile } = session.config
  const drivers = new Drivers({ contract, knowledge: session.knowledge, profile, requests }, sources)
  const all = [...contract.resources.values()]
  const pools = new Map(
    all
      .filter(({ life, singleton }) => !singleton && (life.create ?? life.delete) !== undefined)
      .map((resource) => [resource.name, new Pool(session, ledger, kindOf(contract, resource))]),
  )
  const singletons = new Map(
    all
      .filter(({ singleton }) => singleton)
      .map((resource) => [resource.name, new Singleton(session, ledger, kindOf(contract, resource))]),
  )
  return {
    requests,
    drivers,
    pools,
    supplies: new Map(
      [...pools]
        .filter(([, { kind }]) => kind.resource.life.create === undefined)
        .map(([name, pool]) => [name, new Supply(pool, ledger)]),
    ),
    singletons,
    deliveries: drivers.delivery === null ? null : new Deliveries(session, drivers.delivery),
    coverage: new Coverage(),
    shared: new Map(),
    taken: new Map(),
  }
}
