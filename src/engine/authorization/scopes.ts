// Scopes of tokens (RFC 6749, 3.3; RFC 9068, 2.2.3): what one was granted, and tokens with nearly the right one.
import { nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { decodeToken } from '../../client/index.ts'
import { operationOf } from '../../contract/index.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { Tester } from '../tester.ts'

/**
 * The scopes that a token was granted; null where neither it nor the response that brought it shows them.
 * @param response of the token endpoint
 */
export function scopesOf(token: string, response: JsonObject | null): readonly string[] | null {
  const scope = response?.scope ?? decodeToken(token)?.payload.scope
  if (typeof scope === 'string') return scope.split(' ').filter(Boolean)
  return Array.isArray(scope) ? scope.map(String) : null
}

/** Whether a token's time is over; so is that of one that shows none. */
export function hasEnded(token: string): boolean {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp !== 'number' || exp * 1000 <= nowMs()
}

/**
 * Scopes that are next to the required one: its verb for another resource, another verb for its resource. Only those that
 * the client of full has, and for which the token endpoint gives a token without the required one.
 */
export async function nearScopes(
  { principals, allows, clause, contract }: Tester,
  required: readonly string[],
): Promise<readonly string[]> {
  const [scope] = required
  if (scope === undefined || !principals.usesClientCredentials('full')) return []
  // What is accepted all the same must be allowed to happen.
  const effect = effectOf(contract, operationOf(contract, clause.operation))
  if (!allows(effect === 'none' ? 'reversible' : effect)) return []
  const full = await principals.outcome('full')
  const held = full.ok ? (scopesOf(full.token.reveal(), full.response) ?? []) : []
  const [verb = '', resource = ''] = scope.split(':')
  const near = [`${verb}:`, `:${resource}`].flatMap(
    (part) => held.find((one) => one !== scope && (one.startsWith(part) || one.endsWith(part))) ?? [],
  )
  const narrowed: string[] = []
  for (const one of new Set(near)) {
    const outcome = await principals.outcome(`scope ${one}`)
    const granted = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
    if (granted !== null && !required.some((needed) => granted.includes(needed))) narrowed.push(one)
  }
  return narrowed
}
