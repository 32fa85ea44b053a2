// Sends requests with two different tokens to each operation that writes.
import {
  apartFrom,
  authorization,
  type Check,
  type Exchange,
  isAccepted,
  type Operation,
  orElse,
  type PhasedCheck,
  type Principal,
  statusOf,
  type TestContext,
  validRequest,
} from '../../src/suite.ts'

/** A tenant that returns 404 has not rejected the token. */
export const isAuthenticated = (exchange: Exchange): boolean =>
  isAccepted(exchange) || statusOf(exchange) === 404

export const wasAuthenticated = (check: TestContext, as: Principal, operation: string): boolean =>
  [...check.answersTo(as, operation).values()].some(isAuthenticated)

export const writingOperations = (check: TestContext): readonly Operation[] =>
  [...check.contract.operations.values()].filter(
    ({ name, method }) => method !== 'GET' && check.allows(check.effectOf(name)),
  )

/** Returns null if one of the requests cannot be sent. */
export const sendWithBoth = async (
  check: TestContext,
  { name, idParameter }: Operation,
  principals: readonly [Principal, Principal],
): Promise<readonly [Exchange, Exchange] | null> => {
  const sendAs = async (as: Principal): Promise<Exchange> => {
    const harmless = idParameter === null ? null : authorization.harmlessRequest(check, name)
    return check.call({ ...(harmless ?? (await validRequest(check, name))), intent: 'probe' }, { as })
  }
  const first = await sendAs(principals[0]).catch(orElse(null))
  const second = first === null ? null : await sendAs(principals[1]).catch(orElse(null))
  return first === null || second === null ? null : [first, second]
}

/** Runs a check late, so that it can use the responses that other checks received. */
export const afterOtherChecks = (run: Check): PhasedCheck => ({
  ...apartFrom('phone-templates', run),
  phase: 'stateful',
})
