// Sends a deletion as each principal, and checks that refused requests delete nothing.
import { describeResponse, isClientError, statusOf } from '../../base/exchange.ts'
import type { Operation } from '../../contract/index.ts'
import type { Principal } from '../principals/principal.ts'
import type { Request } from '../requests/request.ts'
import type { TestContext } from '../test-context.ts'
import {
  type AuthorizationMatrix,
  acceptedOf,
  atOnce,
  principalsOf,
  refusedAttempts,
  sendAsEach,
  sendAsSupplied,
  sendForUnknownId,
} from './principal-attempts.ts'
import { type PrincipalAttempt, sendWithValidToken } from './valid-token.ts'

export async function deletionMatrix(check: TestContext, operation: Operation): Promise<AuthorizationMatrix> {
  const { call, requests, subjects } = check
  const resource = subjects.resourceOf(operation)
  const { life, title } = resource
  // A supplied resource may already be gone, so a refusal to delete it proves nothing.
  const take = async (): Promise<{ readonly id: string; readonly certain: boolean }> => {
    if (life.create !== undefined) return { id: (await subjects.make(resource)).key, certain: true }
    const { id, created } = await check.take(resource.name)
    return { id, certain: created !== null }
  }
  const deletion = (id: string): Request => requests.of(operation.name, id)
  let one = await take()
  const attempts: PrincipalAttempt[] = []
  const ask = async (principals: readonly Principal[]): Promise<void> => {
    const answered = await sendAsEach(check, () => deletion(one.id), principals)
    const accepted = answered.filter(({ attempt }) => attempt.accepted)
    // After one principal deleted the resource, a 404 for another principal proves nothing.
    if (accepted.length > 0) one = await take()
    const isTold = (entry: PrincipalAttempt): boolean =>
      accepted.length === 0 || entry.attempt.accepted || answered.length === 1
    attempts.push(...answered.filter(isTold))
    for (const { principal } of answered.filter((entry) => !isTold(entry))) await ask([principal])
  }
  const principals = await principalsOf(check, operation)
  for (let from = 0; from < principals.length; from += atOnce)
    await ask(principals.slice(from, from + atOnce))
  const validToken = one.certain ? await sendWithValidToken(check, () => deletion(one.id)) : null
  const deleted = validToken === null ? null : acceptedOf(validToken)
  if (validToken !== null) attempts.push(...validToken.attempts)
  if (deleted === null && validToken?.attempts.some(({ attempt }) => !isClientError(attempt)))
    one = await take()
  const control = deleted ?? (await call({ ...deletion(one.id), intent: one.certain ? 'valid' : 'probe' }))
  // A probe, because the tenant returns 404 even for a valid token if the control deleted the resource.
  await sendAsSupplied(check, (as) => call({ ...deletion(one.id), intent: 'probe' }, { as }))
  // If the control got a 404, a refused request may have deleted the resource.
  const other = statusOf(control) === 404 && one.certain ? await take() : null
  const plain = other === null ? null : await call(deletion(other.id))
  const vanished = plain?.accepted ?? false
  return {
    attempts,
    validToken,
    control: control.accepted ? control : vanished ? plain : null,
    compare:
      !control.accepted && !vanished
        ? null
        : ({ must }) =>
            must.that(!vanished, `A refused request deleted the ${title}.`, {
              expected: `the ${title} still exists and can be deleted`,
              received: describeResponse(control),
              exchange: control,
              control: plain,
              steps: refusedAttempts(attempts),
            }),
    unknownId: await sendForUnknownId(check, deletion(one.id), attempts),
  }
}
