// Sends the requests of checks, and records the resources that they create and change.
import { changesNothing } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { type Contract, isOfWholeSegments, type Operation } from '../contract/index.ts'
import type { Attempt } from '../oracle/index.ts'
import { type Key, namedBy, pathParameters } from './requests/operation-request.ts'
import { type Request, targetOf } from './requests/request.ts'
import { type OwnedKeys, ownedBy } from './resources/owned-keys.ts'
import type { ResourceTracker } from './resources/resource-tracker.ts'
import type { Resources } from './resources.ts'
import type { SendOptions, Session } from './session/session.ts'

/** @param owned receives the keys of created resources */
export function sendTracked(
  session: Session,
  resources: Resources,
  owned: OwnedKeys,
  request: Request,
  options: SendOptions,
): Promise<Attempt> {
  const { pools, singletons } = resources
  const operation = session.contract.operations.get(request.operation)
  if (operation === undefined) return session.send(request, options)
  const pool = pools.get(operation.resource)
  if (pool !== undefined) {
    if (operation.act === 'create') return pool.send(request, options, ownedBy(owned, pool))
    if (operation.idParameter === null) return session.send(request, options)
    if (operation.supersedes !== null)
      return pool.supersede(
        keyOfRequest(session.contract, operation, request, pool),
        request,
        options,
        ownedBy(owned, pool),
      )
    if (operation.method === 'GET' || operation.safe) return read(session, pool, operation, request, options)
    return update(session, resources, operation, pool, request, options)
  }
  const singleton = singletons.get(operation.resource)
  if (singleton !== undefined && operation.method !== 'GET' && !operation.safe)
    return singleton.send(request, options)
  return session.send(request, options)
}

async function read(
  session: Session,
  pool: ResourceTracker,
  operation: Operation,
  request: Request,
  options: SendOptions,
): Promise<Attempt> {
  const exchange = await pool.room.about(targetOf(request), () => session.send(request, options))
  if (operation.act === 'read')
    pool.noteRead(keyOfRequest(session.contract, operation, request, pool), exchange)
  return exchange
}

async function update(
  { contract }: Session,
  { deliveries, adapters }: Resources,
  operation: Operation,
  pool: ResourceTracker,
  request: Request,
  options: SendOptions,
): Promise<Attempt> {
  const key = keyOfRequest(contract, operation, request, pool)
  const updated = await pool.update(key, request, options)
  if (
    operation.resource === deliveries?.resource &&
    isObject(request.body) &&
    !changesNothing(updated.request)
  )
    deliveries.noteUpdate(
      key,
      updated,
      request.body[adapters.named(operation.resource).state?.()?.member ?? ''],
    )
  return updated
}

function keyOfRequest(
  contract: Contract,
  operation: Operation,
  request: Request,
  pool: ResourceTracker,
): Key {
  const { length } = pathParameters(operation)
  const isPlain = length === 1 && isOfWholeSegments(operation.path) && operation.path.endsWith('}')
  const key = isPlain ? targetOf(request) : namedBy(contract, request)
  return length <= pool.kind.depth ? pool.keyOfId(key) : key
}
