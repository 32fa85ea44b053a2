// Checks that rejected tokens change nothing, and that the tenant checks tokens before it looks up an id.
import { authorization, type Checks, Inconclusive, statusOf, using } from '../../src/suite.ts'
import { assumeNotLockedOut } from './refused-tokens.ts'

const { matrixOf, refusedAttempts } = authorization

export const beforeRefusal: Checks = {
  // MUST 5: If the tenant rejects a request because of the token, the request changes nothing.
  'auth-changes-nothing': using([matrixOf], async (check) => {
    const { compare, attempts: all } = await matrixOf(check)
    // If the tenant rejects the following read of the singleton, the check ends and reports the reason.
    const { resource = '' } = check.contract.operations.get(check.clause.operation) ?? {}
    if (compare === null && check.contract.resources.get(resource)?.singleton === true)
      await check.singleton(resource).read()
    check.must.assume(
      refusedAttempts(all).length > 0,
      'the tenant refused none of the requests with an invalid token that could change something',
    )
    if (compare === null)
      throw new Inconclusive('the tenant accepted no valid request, so the refused requests have no control')
    compare(check)
  }),

  // SHOULD 5: If the token is invalid and no resource has the id in the path, the tenant returns 401. The specification does not say
  //   whether 401 or 404 takes precedence.
  'auth-before-lookup': using([matrixOf, assumeNotLockedOut], async (check) => {
    const { unknownId, control } = await matrixOf(check)
    const status = unknownId === null ? 0 : statusOf(unknownId)
    if (status >= 400 && status < 500) check.knowledge.observe('authentication-order', status)
    if (control === null) throw new Inconclusive('no valid request was accepted')
    if (unknownId === null)
      throw new Inconclusive('no invalid token got 401 for an existing id: see the clause auth-not-a-jwt')
    // A 400 or 422 proves nothing, because the tenant may have validated the path before the token.
    check.must.assume(
      ![400, 422].includes(status),
      'the tenant refused the id before it checked the token',
      'specification',
    )
    await assumeNotLockedOut(check, unknownId)
    check.must.haveStatus(unknownId, [401], { control })
  }),
}
