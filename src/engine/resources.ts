// What of the tenant the checks of a run share.
import { Coverage } from './coverage.ts'
import { EventBench } from './event-bench.ts'
import { Given } from './given.ts'
import { kindOf } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { Policies } from './policies.ts'
import { Pool } from './pool.ts'
import type { Session } from './session.ts'
import { Singleton } from './singleton.ts'
import { Templates, templatesResource } from './templates.ts'

/** Things of the tenant that checks share. */
export interface Resources {
  readonly given: Given
  /** What the run makes, by the names of the resources that can be made. */
  readonly pools: ReadonlyMap<string, Pool>
  /** The pool of event streams. Throws where the contract has none. */
  readonly streams: Pool
  /** What there is one of, by the names of the resources. */
  readonly singletons: ReadonlyMap<string, Singleton>
  readonly policies: Policies | null
  readonly templates: Templates | null
  readonly events: EventBench
  readonly coverage: Coverage
}

/** All of them, for one run; what they make is written down in the ledger. */
export function createResources(session: Session, ledger: Ledger): Resources {
  const { contract } = session
  const given = new Given(session)
  const pools = new Map(
    [...contract.resources.values()]
      .filter(({ life }) => life.create !== undefined)
      .map((resource) => [resource.name, new Pool(session, ledger, kindOf(contract, resource))]),
  )
  const templates = contract.resources.has(templatesResource) ? new Templates(session, ledger) : null
  const singletons = new Map(
    [...contract.resources.values()]
      .filter(({ singleton, name }) => singleton && name !== templates?.resource)
      .map((resource) => [resource.name, new Singleton(session, ledger, kindOf(contract, resource))]),
  )
  const policies = contract.resources.get('rate-limit-policies')
  return {
    given,
    pools,
    get streams() {
      return poolOf(pools, 'event-streams')
    },
    policies: policies === undefined ? null : new Policies(session, ledger, kindOf(contract, policies)),
    templates,
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
