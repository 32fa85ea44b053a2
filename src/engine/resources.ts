// What of the tenant the checks of a run share.
import { Coverage } from './coverage.ts'
import { EventBench } from './event-bench.ts'
import { Given } from './given.ts'
import { kindOf } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { Pool } from './pool.ts'
import type { Session } from './session.ts'
import { Singleton } from './singleton.ts'
import { Supply } from './supply.ts'

/** Things of the tenant that checks share. */
export interface Resources {
  readonly given: Given
  /** What the run makes, or is given to delete, by the names of the resources. */
  readonly pools: ReadonlyMap<string, Pool>
  /** The pool of event streams. Throws where the contract has none. */
  readonly streams: Pool
  /** What there is one of, by the names of the resources. */
  readonly singletons: ReadonlyMap<string, Singleton>
  /** Where ones come from that no operation of the contract creates, by the names of the resources. */
  readonly supplies: ReadonlyMap<string, Supply>
  readonly events: EventBench
  readonly coverage: Coverage
}

/** All of them, for one run; what they make is written down in the ledger. */
export function createResources(session: Session, ledger: Ledger): Resources {
  const { contract } = session
  const given = new Given(session)
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
    given,
    pools,
    get streams() {
      return poolOf(pools, 'event-streams')
    },
    supplies: new Map(
      [...pools]
        .filter(([, { kind }]) => kind.resource.life.create === undefined)
        .map(([name, pool]) => [name, new Supply(pool, ledger)]),
    ),
    singletons,
    events: new EventBench(session),
    coverage: new Coverage(),
  }
}

/** @throws Error where the contract has no such resource */
export function poolOf(pools: ReadonlyMap<string, Pool>, resource: string): Pool {
  const pool = pools.get(resource)
  if (pool === undefined) throw new Error(`no resource ${resource} can be made`)
  return pool
}
