// Finds operations that the tenant serves although the profile declares them as unsupported.
import { type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import { orElse } from '../../oracle/index.ts'
import { operationRequest, requestOfNothing } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'

// A server sends 501 for a method that it does not support (RFC 9110, section 15.6.2).
const isServed = (exchange: Exchange): boolean => {
  const status = statusOf(exchange)
  return isSuccessful(exchange) || (status >= 500 && status !== 501)
}

/**
 * One response may come from a gateway, so a second response must confirm it.
 * @returns the operations that the tenant serves, each with the reason why the profile is wrong
 */
export async function answeredUnsupported(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, config } = session
  const disproved = new Map<string, string>()
  for (const operation of contract.operations.values()) {
    if (config.profile.operations?.[operation.name]?.supported !== false) continue
    const isRead = operation.method === 'GET'
    // Without an id, only reads certainly change nothing.
    if (operation.idParameter === null ? !isRead : !isRead && config.writes === 'none') continue
    const plain =
      operation.idParameter === null
        ? operationRequest(contract, operation, '', undefined)
        : requestOfNothing(contract, operation)
    // Under this name, no rule of the operation judges the response.
    const request: Request = { ...plain, operation: 'not-supported', intent: 'probe' }
    const ask = (): Promise<Exchange | null> => session.send(request).catch(orElse(null))
    const first = await ask()
    if (first === null || !isServed(first)) continue
    const second = await ask()
    if (second !== null && isServed(second))
      disproved.set(
        operation.name,
        `the profile says that ${operation.name} is not supported, but ${request.method} ${request.path} got ${statusOf(first)}: declare the operation as supported`,
      )
  }
  return disproved
}
