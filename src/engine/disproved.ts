// Operations that the profile declares as not supported, and that the tenant's answer shows to be there.
import { type Exchange, statusOf } from '../base/exchange.ts'
import { orElse } from '../oracle/index.ts'
import { operationRequest, requestOfNothing } from './requests/operation-request.ts'
import type { Request } from './requests/request.ts'
import type { Session } from './session/session.ts'

// 501 says that the server lacks the method (RFC 9110, 15.6.2).
const isThere = (exchange: Exchange): boolean => {
  const status = statusOf(exchange)
  return (status >= 200 && status < 300) || (status >= 500 && status !== 501)
}

/**
 * Asks each of those operations for what changes nothing: for what it reads, or for a resource that does not exist. Twice, as one
 * answer may be that of a gateway. Creations are not asked for: nobody knows what they would leave.
 * @returns why a declaration does not hold, by operation
 */
export async function disprovedBy(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, config } = session
  const disproved = new Map<string, string>()
  for (const operation of contract.operations.values()) {
    if (config.profile.operations?.[operation.name]?.supported !== false) continue
    const isRead = operation.method === 'GET'
    // Where nothing may be written, no token goes with what is more than a read.
    if (operation.idParameter === null ? !isRead : !isRead && config.writes === 'none') continue
    const plain =
      operation.idParameter === null
        ? operationRequest(contract, operation, '', undefined)
        : requestOfNothing(contract, operation)
    // No law of an operation speaks of the answer of one that need not be there.
    const request: Request = { ...plain, operation: 'not-supported', intent: 'probe' }
    const ask = (): Promise<Exchange | null> => session.send(request).catch(orElse(null))
    const first = await ask()
    if (first === null || !isThere(first)) continue
    const second = await ask()
    if (second !== null && isThere(second))
      disproved.set(
        operation.name,
        `the profile says that ${operation.name} is not supported, and the tenant answers ${request.method} ${request.path} with ${statusOf(first)}: declare it as supported`,
      )
  }
  return disproved
}
