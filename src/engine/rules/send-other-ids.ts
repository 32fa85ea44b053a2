// Sends requests with ids that differ slightly from existing ids.
import { type Exchange, isSuccessful } from '../../base/exchange.ts'
import { at, equal, type Json } from '../../base/json.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import { isUndecided, NotOurs } from '../../oracle/index.ts'
import { depthOf, keyOf, operationRequest } from '../requests/operation-request.ts'
import type { OtherId } from '../requests/other-ids.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { TestContext } from '../test-context.ts'
import { plainIn } from '../under-test/index.ts'

export interface OtherSent {
  readonly id: OtherId
  readonly exchange: Exchange
  readonly name: Json | undefined
}

/** Returns null if the id may belong to another client. */
export async function sentIfUnowned(sending: Promise<Exchange>): Promise<Exchange | null> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof NotOurs) return null
    throw error
  }
}

type Parts = Pick<TestContext, 'call' | 'contract' | 'resource' | 'subjects'>

const placeholder = 'placeholder'

const fewMax = 3

/** Each operation sends a part of the ids, because code rarely parses ids differently for different paths. */
export function shareOf<T extends string | OtherId>(
  { cases }: Pick<TestContext, 'cases'>,
  alike: readonly T[],
): readonly T[] {
  if (alike.length <= fewMax) return alike
  const hand = new Set(cases(alike, 'id'))
  return alike.filter((one) => hand.has(one) || (typeof one !== 'string' && one.everywhere === true))
}

export async function sendOthers(
  context: Parts,
  operation: Operation,
  parent: string,
  ids: readonly OtherId[],
): Promise<readonly OtherSent[]> {
  const { call, contract, subjects } = context
  const resource = subjects.resourceOf(operation)
  const depth = depthOf(contract, resource.name)
  const isChange = operation.act === 'replace' || operation.act === 'update' || operation.act === 'delete'
  const listed = isChange && ids.some(({ isWord }) => isWord) ? await listedIds(context, resource) : null
  const sent: OtherSent[] = []
  for (const id of ids) {
    if (id.isWord === true && listed?.has(uriDecoded(id.segment)) === true) continue
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
    const mayHaveMade = operation.act === 'replace' && id.isWord === true && listed !== null
    if (mayHaveMade && isSuccessful(exchange) && name !== undefined)
      await takeOver(context, resource, uriDecoded(id.segment), name)
  }
  return sent
}

async function listedIds(
  { contract, resource: clientOf }: Parts,
  { name, id, life }: Resource,
): Promise<ReadonlySet<string> | null> {
  if (life.list === undefined || depthOf(contract, name) > 0) return null
  try {
    const { items } = await clientOf(name).list()
    return new Set(items.map((item) => String(at(item, id))))
  } catch (error) {
    if (isUndecided(error)) return null
    throw error
  }
}

/** The name proves that the replacement created the resource, because no other request sent the name. */
async function takeOver(
  { call, contract, subjects }: Parts,
  resource: Resource,
  id: string,
  name: Json,
): Promise<void> {
  if (lifeOf(contract, resource, 'read') === null || resource.nameAt === null) return
  const { body } = plainIn(await call(subjects.reading(resource, id)))
  if (equal(at(body, resource.nameAt) ?? null, name) && at(body, resource.id) === id)
    subjects.adopt(resource, id)
}
