// Requests with ids that are other texts than that of one that exists, each the operation's own but for its id.
import type { Exchange } from '../../base/exchange.ts'
import { at, type Json } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { NotOurs } from '../../oracle/index.ts'
import { depthOf, keyOf, operationRequest } from '../requests/operation-request.ts'
import type { OtherId } from '../requests/other-ids.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'

/** A request with another id, and how that differs. */
export interface OtherSent {
  readonly id: OtherId
  readonly exchange: Exchange
  /** What it would have set the name to, had it been served. */
  readonly name: Json | undefined
}

/** What a request came to; null where what it names could be somebody else's, so that it was not sent. */
export async function sentIfUnowned(sending: Promise<Exchange>): Promise<Exchange | null> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof NotOurs) return null
    throw error
  }
}

// Stands for an id until the path is made.
const placeholder = 'placeholder'

// Of ids that lie close together so few others name nothing that each operation needs all of them.
const fewMax = 3

/**
 * Of alike ids those that the operation tries: what reads one of them leniently does so in more than one path. Of few, all, and in any
 * case those that each operation tries.
 */
export function shareOf<T extends string | OtherId>(
  { dealt }: Pick<Tester, 'dealt'>,
  operation: Operation,
  alike: readonly T[],
): readonly T[] {
  if (alike.length <= fewMax) return alike
  const hand = new Set(dealt(alike, operation, ({ idParameter }) => idParameter !== null))
  return alike.filter((one) => hand.has(one) || (typeof one !== 'string' && one.everywhere === true))
}

/** Sends the operation with each of the ids, below the same parent: but with those that could be somebody else's. */
export async function sendOthers(
  { call, contract, subjects }: Pick<Tester, 'call' | 'contract' | 'subjects'>,
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
    if (exchange !== null) sent.push({ id, exchange, name })
  }
  return sent
}
