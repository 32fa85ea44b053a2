// What of the tenant the checks of a run share.
import { Coverage } from './coverage.ts'
import { EventBench } from './event-bench.ts'
import { Given } from './given.ts'
import { kindOf } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { Policies } from './policies.ts'
import { Pool } from './pool.ts'
import { Requests } from './requests.ts'
import type { Session } from './session.ts'
import { Singleton } from './singleton.ts'
import { type DriverSource, Drivers } from './subjects/index.ts'
import { Templates, templatesResource } from './templates.ts'

/** Things of the tenant that checks share. */
export interface Resources {
  readonly given: Given
  readonly requests: Requests
  readonly drivers: Drivers
  /** What the run makes, by the names of the resources that can be made. */
  readonly pools: ReadonlyMap<string, Pool>
  /** What there is one of, by the names of the resources. */
  readonly singletons: ReadonlyMap<string, Singleton>
  readonly policies: Policies | null
  readonly templates: Templates | null
  readonly events: EventBench
  readonly coverage: Coverage
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
  const given = new Given(requests)
  const { profile } = session.config
  const drivers = new Drivers({ contract, knowledge: session.knowledge, profile, requests }, sources)
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
    requests,
    drivers,
    pools,
    policies: policies === undefined ? null : new Policies(session, ledger, kindOf(contract, policies)),
    templates,
    singletons,
    events: new EventBench(session),
    coverage: new Coverage(),
  }
}
