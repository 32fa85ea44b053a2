// What of the tenant the checks of a run share.
import { Bench } from './deliveries/index.ts'
import { Coverage } from './judge/coverage.ts'
import type { Ledger } from './ledger/ledger.ts'
import { kindOf } from './resources/kind.ts'
import { type OwnedKeys, Pool } from './resources/pool.ts'
import { Singleton } from './resources/singleton.ts'
import { Supply } from './resources/supply.ts'
import { Requests } from './session/requests.ts'
import type { Session } from './session/session.ts'
import { type DriverSource, Drivers, type Taken } from './subjects/index.ts'

/** Things of the tenant that checks share. */
export interface Resources {
  readonly requests: Requests
  readonly drivers: Drivers
  /** What the run makes, or is given to delete, by the names of the resources. */
  readonly pools: ReadonlyMap<string, Pool>
  /** What there is one of, by the names of the resources. */
  readonly singletons: ReadonlyMap<string, Singleton>
  /** Where ones come from that no operation of the contract creates, by the names of the resources. */
  readonly supplies: ReadonlyMap<string, Supply>
  /** What sees deliveries; null where the contract forwards none. */
  readonly deliveries: Bench | null
  readonly coverage: Coverage
  /** What several checks share; removed before the last phase, and when the run ends. */
  readonly shared: OwnedKeys
  /** What unique members have been sent. */
  readonly taken: Taken
}

/**
 * All of them, for one run; what they make is written down in the ledger.
 * @param sources the drivers that the contract brings
 */
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
    deliveries: drivers.delivery === null ? null : new Bench(session, drivers.delivery),
    coverage: new Coverage(),
    shared: new Map(),
    taken: new Map(),
  }
}
