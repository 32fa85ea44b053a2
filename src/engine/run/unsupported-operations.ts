// Finds operations that the profile wrongly declares unsupported.
import { type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import { orElse } from '../../oracle/index.ts'
import { operationRequest, requestOfNothing } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'

// 501: the server lacks the method (RFC 9110, 15.6.2).
const isServed = (exchange: Exchange): boolean => {
  const status = statusOf(exchange)
  return isSuccessful(exchange) || (status >= 500 && status !== 501)
}

/**
 * Sends only requests that change nothing. Sends each twice, because a gateway may have sent one response.
 * @returns reasons by operation
 */
export async function answeredUnsupported(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, config } = session
  const disproved = new Map<string, string>()
  for (const operation of contract.operations.values()) {
    if (config.profile.operations?.[operation.name]?.supported !== false) continue
    const isRead = operation.method === 'GET'
    // If the run may not write, only reads carry a token.
    if (operation.idParameter === null ? !isRead : !isRead && config.writes === 'none') continue
    const plain =
      operation.idParameter === null
        ? operationRequest(contract, operation, '', undefined)
        : requestOfNothing(contract, operation)
    // No rule of the operation must judge the response.
    const request: Request = { ...plain, operation: 'not-supported', intent: 'probe' }
    const ask = (): Promise<Exchange | null> => session.send(request).catch(orElse(null))
    const first = await ask()
    if (first === null || !isServed(first)) continue
    const second = await ask()
    if (second !== null && isServed(second))
      disproved.set(
        operation.name,
        `the profile says that ${operation.name} is not supported, but ${request.method} ${request.path} got ${statusOf(first)}: declare it as supported`,
      )
  }
  return disproved
}
