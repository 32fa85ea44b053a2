// Makes the authorization matrix of an operation: sends its valid request as every principal.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { type Attempt, Inconclusive, NotAllowed, originOf } from '../../oracle/index.ts'
import { validRequest } from '../checks/suite-requests.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import { selfContainedForgeries } from '../principals/forgeries.ts'
import type { Principal } from '../principals/principal.ts'
import { effectOf, requestOfNothing } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { TestContext } from '../test-context.ts'
import { deletionMatrix } from './deletion-matrix.ts'
import {
  type AuthorizationMatrix,
  sendAroundValidToken,
  sendAsEach,
  sendAsSupplied,
  sendForUnknownId,
} from './principal-attempts.ts'
import { learnPublicKeys } from './public-keys.ts'
import { singletonMatrix, updateMatrix } from './update-matrix.ts'

const matrices = fixture(
  'authorization of *',
  perOperation,
  using(
    [learnPublicKeys, updateMatrix],
    async (context, operation: Operation): Promise<AuthorizationMatrix> => {
      await learnPublicKeys(context)
      const isAllowed = context.allows(effectOf(context.contract, operation))
      return (isAllowed ? programOf(context, operation) : harmlessMatrix)(context, operation)
    },
  ),
)

export const matrixOf = using(
  [matrices],
  (check, name: string = check.clause.operation): Promise<AuthorizationMatrix> => {
    const operation = operationOf(check.contract, name)
    return check.use(matrices, operation)
  },
)

type Program = (check: TestContext, operation: Operation) => Promise<AuthorizationMatrix>

function programOf({ contract }: TestContext, { act, resource }: Operation): Program {
  if (act === 'delete') return deletionMatrix
  if (act !== 'update' && act !== 'replace') return plainMatrix
  return contract.resources.get(resource)?.singleton === true ? singletonMatrix : updateMatrix
}

const plainMatrix: Program = async (check, operation) => {
  const { name, idParameter, method } = operation
  // The same read can be sent several times, but each change needs a new request.
  const read = (): Request | Promise<Request> =>
    operation.path.includes('{') ? validRequest(check, name) : check.requests.of(name)
  const reading = method === 'GET' ? await read() : null
  const request = async (): Promise<Request> => reading ?? validRequest(check, name)
  const { attempts, validToken, control } = await sendAroundValidToken(
    check,
    operation,
    request,
    async () => null,
  )
  // Other checks already send reads with the token that the user supplied.
  if (reading === null) await sendAsSupplied(check, async (as) => check.call(await request(), { as }))
  const looks = idParameter !== null && method === 'GET'
  const unknown = looks
    ? await sendForUnknownId(check, requestOfNothing(check.contract, operation), attempts)
    : null
  return { attempts, validToken, control, compare: null, unknownId: unknown }
}

// Requests for an unknown id can reveal a fault, but cannot prove conformance.
const harmlessMatrix: Program = async (check, operation) => {
  // Without an id in the path, a faulty tenant could store the body.
  if (operation.idParameter === null)
    throw new NotAllowed(
      'the write mode forbids this request, because a faulty tenant could store its body: run with --writes reversible',
    )
  const request = requestOfNothing(check.contract, operation)
  const among = ['none', 'wrong-scheme', ...selfContainedForgeries, 'expired'] as const
  const attempts = await sendAsEach(check, () => request, among)
  return { attempts, validToken: null, control: null, compare: null, unknownId: null }
}

/**
 * Returns the attempts of these principals, and the control. Skips principals without credentials.
 * @throws NotRun or Inconclusive if there is no attempt to judge
 */
export const attemptsAs = using(
  [matrixOf],
  async (
    check,
    ...among: readonly Principal[]
  ): Promise<{ readonly exchanges: readonly Attempt[]; readonly control: Exchange }> => {
    const having = among.filter((principal) => check.principals.has(principal))
    const [first] = having.length > 0 ? having : among
    if (first === undefined) throw new Error('attemptsAs needs at least one principal')
    if (having.length === 0) await check.principals.authorization(first)
    const { attempts: all, control } = await matrixOf(check)
    const exchanges = all.flatMap(({ principal, attempt }) => (among.includes(principal) ? [attempt] : []))
    const [exchange] = exchanges
    if (exchange === undefined) await check.principals.authorization(first)
    if (exchange === undefined) throw new Inconclusive(`no request was sent as ${first}`, 'user')
    const accepted = exchanges.filter((one) => one.accepted)
    if (control === null && accepted.length === 0)
      throw new Inconclusive(
        `the tenant refused the request (${statusOf(exchange)}), but accepted no valid request as its control`,
        originOf(exchange),
      )
    return { exchanges: control === null ? accepted : exchanges, control: control ?? exchange }
  },
)

/** Null if the write mode allows no request without a lasting effect. */
export function harmlessRequest(check: TestContext, name: string): Request | null {
  const operation = operationOf(check.contract, name)
  const effect = effectOf(check.contract, operation)
  if (operation.idParameter !== null) return requestOfNothing(check.contract, operation)
  if (effect === 'none') return check.requests.of(name)
  const stays = operation.act === 'create' && !check.resource(operation.resource).removable
  return check.allows(effect) && !stays ? check.requests.of(name, '', {}) : null
}
