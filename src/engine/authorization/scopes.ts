// Finds the required scopes (RFC 6749, 3.3; RFC 9068, 2.2.3), and principals with similar scopes.
import { nowMs } from '../../base/clock.ts'
import { decodeToken } from '../../client/index.ts'
import type { Operation } from '../../contract/index.ts'
import { scopesOf } from '../principals/granted-scopes.ts'
import type { AdditionalPrincipal } from '../principals/principal.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { TestContext } from '../test-context.ts'

export function hasEnded(token: string): boolean {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp !== 'number' || exp * 1000 <= nowMs()
}

export function requiredScopes(
  { knowledge }: TestContext,
  { name, scopes }: Operation,
): readonly string[] | undefined {
  return scopes ?? knowledge.profile.operations?.[name]?.scopes
}

/** Returns at most one principal. Its scopes are similar to the required scope, as `read:b` to `read:a`. */
export async function nearScopes(
  check: TestContext,
  operation: Operation,
): Promise<readonly AdditionalPrincipal[]> {
  const { principals, allows, contract } = check
  const required = requiredScopes(check, operation) ?? []
  const [scope] = required
  if (scope === undefined || !principals.usesClient) return []
  // A faulty tenant may accept the request, so the write mode must allow its effect.
  const effect = effectOf(contract, operation)
  if (!allows(effect === 'none' ? 'reversible' : effect)) return []
  const full = await principals.outcome('full')
  const held = full.ok ? (scopesOf(full.token.reveal(), full.response) ?? []) : []
  const [verb = '', resource = ''] = scope.split(':')
  const near = [`${verb}:`, `:${resource}`].flatMap(
    (part) =>
      held.find((one) => !required.includes(one) && (one.startsWith(part) || one.endsWith(part))) ?? [],
  )
  if (near.length === 0) return []
  const principal: AdditionalPrincipal = `scope ${[...new Set(near)].join(' ')}`
  const outcome = await principals.outcome(principal)
  const granted = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
  const lacks = granted !== null && !required.some((needed) => granted.includes(needed))
  return lacks ? [principal] : []
}
