// Finds out which bodies the tenant accepts for creations, while other checks run.
import { messageOf } from '../../base/error.ts'
import { statusOf } from '../../base/exchange.ts'
import { equal } from '../../base/json.ts'
import type { Clause, Contract } from '../../contract/index.ts'
import { isUndecided, NotRun } from '../../oracle/index.ts'
import type { PlannedCheck } from '../plan/planned-check.ts'
import { effectOf, operationRequest } from '../requests/operation-request.ts'
import { aOf } from '../resources/grammar.ts'
import { lifeOf } from '../resources/kind.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Resources } from '../resources.ts'
import { lastPhase } from '../schedule/backlog.ts'
import type { Session } from '../session/session.ts'
import type { Scout } from '../under-test/index.ts'
import { findBody } from './body-finding.ts'
import { makeReferenced } from './referenced.ts'

export async function explore(
  session: Session,
  resources: Resources,
  checks: readonly Pick<PlannedCheck, 'clause'>[],
): Promise<void> {
  if (session.config.writes === 'none') return
  const needed = [...resources.pools.values()].filter((pool) =>
    checks.some(({ clause }) => needsOnes(session.contract, clause, pool)),
  )
  const named = new Set(needed.flatMap(({ kind }) => [...kind.resource.references.values()]))
  const all = [...resources.pools.values()].filter(
    (pool) => needed.includes(pool) || named.has(pool.kind.resource.name),
  )
  for (const pool of all.sort((one, other) => one.kind.level - other.kind.level)) {
    await discover(session, resources, pool)
    if (session.contract.openapi !== null) await findBody(session, resources, pool)
    if (named.has(pool.kind.resource.name)) await makeReferenced(session, resources, pool)
  }
}

/** Before the last phase, a check creates only resources of its own kind. */
export function awaitsExploration(
  contract: Contract,
  { pools }: Pick<Resources, 'pools'>,
  { clause, phase }: Pick<PlannedCheck, 'clause' | 'phase'>,
): boolean {
  const { resource } = contract.operations.get(clause.operation) ?? {}
  const makes = contract.resources.get(resource ?? '')?.life.create !== undefined
  if (resource !== undefined && !makes && phase !== lastPhase) return false
  return [...pools.values()].some((pool) => needsOnes(contract, clause, pool))
}

function needsOnes(
  contract: Contract,
  { operation: name }: Clause,
  { kind, removable }: ResourceTracker,
): boolean {
  const operation = contract.operations.get(name)
  if (operation === undefined || operation.resource === kind.resource.name) return true
  const own = contract.resources.get(operation.resource)?.life.create
  return (effectOf(contract, operation) !== 'none' && removable) || own !== undefined
}

async function discover(session: Session, { adapters }: Resources, pool: ResourceTracker): Promise<void> {
  const { resource } = pool.kind
  const adapter = adapters.named(resource.name)
  if (adapter.discover === undefined) return
  const owned: string[] = []
  try {
    await adapter.discover(scoutOf(session, pool, owned))
  } catch (error) {
    if (!isUndecided(error)) throw error
    session.emit({
      type: 'note',
      message: `The run could not explore what the tenant accepts for ${aOf(resource.title)}: ${messageOf(error)}.`,
    })
  } finally {
    await pool.remove(owned)
  }
}

function scoutOf(session: Session, pool: ResourceTracker, owned: string[]): Scout {
  const { contract } = session
  const { resource } = pool.kind
  const [creation, update] = [lifeOf(contract, resource, 'create'), lifeOf(contract, resource, 'update')]
  return {
    async create(body, intent) {
      if (creation === null) throw new NotRun(`no operation creates ${resource.name}`, 'specification')
      const request = () => ({ ...operationRequest(contract, creation, '', body()), intent })
      const first = request()
      const attempt = await pool.send(first, {}, owned)
      if (statusOf(attempt) < 500) return attempt
      const second = request()
      return equal(first.body ?? null, second.body ?? null) ? attempt : pool.send(second, {}, owned)
    },
    update(id, body) {
      if (update === null) throw new NotRun(`no operation updates ${resource.name}`, 'specification')
      return pool.update(id, { ...operationRequest(contract, update, id, body), intent: 'probe' }, {})
    },
    isOwn: (id) => pool.isOpen(id),
    block(reason) {
      pool.blocker = { found: reason, removal: null }
    },
    refresh: () => session.monitor.responses.refresh(),
  }
}
