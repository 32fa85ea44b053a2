// Sends requests with ids that differ from existing ones.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { at, equal, type Json } from '../../base/json.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import { NotOurs } from '../../oracle/index.ts'
import { depthOf, idOf, type Key, keyOf, operationRequest } from '../requests/operation-request.ts'
import type { OtherId } from '../requests/other-ids.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { TestContext } from '../test-context.ts'

export interface OtherSent {
  readonly id: OtherId
  readonly exchange: Exchange
  /** The name that the request would set. */
  readonly name: Json | undefined
}

/** Null if the id may belong to others, so that nothing was sent. */
export async function sentIfUnowned(sending: Promise<Exchange>): Promise<Exchange | null> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof NotOurs) return null
    throw error
  }
}

type Parts = Pick<TestContext, 'call' | 'contract' | 'subjects'>

const placeholder = 'placeholder'

// With dense ids, few others are unknown: each operation needs them all.
const fewMax = 3

/** Returns the share of an operation, as code rarely reads them differently by path. Keeps all if they are few, and those for every operation. */
export function shareOf<T extends string | OtherId>(
  { cases }: Pick<TestContext, 'cases'>,
  alike: readonly T[],
): readonly T[] {
  if (alike.length <= fewMax) return alike
  const hand = new Set(cases(alike, 'id'))
  return alike.filter((one) => hand.has(one) || (typeof one !== 'string' && one.everywhere === true))
}

/** Skips ids that may belong to others. */
export async function sendOthers(
  { call, contract, subjects }: Parts,
  operation: Operation,
  parent: string,
  ids: readonly OtherId[],
): Promise<readonly OtherSent[]> {
  const resource = subjects.resourceOf(operation)
  const depth = depthOf(contract, resource.name)
  const sent: OtherSent[] = []
  for (const id of ids) {
    const body = operation.request === null ? undefined : subjects.bodies.of(operation, resource)
    const request = operationRequest(contract, operation, keyOf(parent, placeholder, depth), body)
    const named: Request = {
      ...request,
      path: request.path.replace(placeholder, id.segment),
      intent: 'invalid',
    }
    const name = body === undefined || resource.nameAt === null ? undefined : at(body, resource.nameAt)
    const exchange = await sentIfUnowned(call(named))
    if (exchange === null) continue
    sent.push({ id, exchange, name })
    if (operation.act === 'replace' && Math.floor(statusOf(exchange) / 100) === 2 && name !== undefined)
      await takeOver(
        { call, contract, subjects },
        resource,
        keyOf(parent, uriDecoded(id.segment), depth),
        name,
      )
  }
  return sent
}

/**
 * A replacement that was served although nothing has that id may have made one. It is the run's if it shows the id and the name,
 * which no other request sent. The session sends no such request to an id that the list shows.
 */
async function takeOver(
  { call, contract, subjects }: Parts,
  resource: Resource,
  key: Key,
  name: Json,
): Promise<void> {
  if (lifeOf(contract, resource, 'list') === null || lifeOf(contract, resource, 'read') === null) return
  const { body } = subjects.shown(await call(subjects.reading(resource, key)))
  const shown = String(at(body, resource.id) ?? '')
  const isOwn = resource.nameAt !== null && equal(at(body, resource.nameAt) ?? null, name)
  if (isOwn && shown === idOf(key, depthOf(contract, resource.name))) subjects.adopt(resource, key)
}
