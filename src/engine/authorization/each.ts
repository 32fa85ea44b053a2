// A request under each principal, and what that can show.
import { statusOf } from '../../base/exchange.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, isUndecided, orElse } from '../../oracle/index.ts'
import { nearestForgeries, plainest, variants } from '../requests/forgeries.ts'
import type { Principal } from '../requests/principal-name.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'
import { type Asked, askGenuine, type Genuine, tokenForgedFrom } from './genuine.ts'
import { nearScopes } from './scopes.ts'

export interface Matrix {
  /** In the order in which they were sent. */
  readonly asked: readonly Asked[]
  readonly control: Attempt | null
  /** The genuine token after its forgeries; null where none was sent. */
  readonly genuine: Genuine | null
  /** Compares what there was before the refused requests with what is there after them. Null where that can't be seen. */
  readonly compare: ((check: Tester) => void) | null
  /** A request under an invalid token whose path names nothing that exists; null where none could tell. */
  readonly lookup: Attempt | null
}

/** Whom the matrix of an operation asks as, beside those whom the tenant serves. */
export async function principalsOf(check: Tester, operation: Operation): Promise<readonly Principal[]> {
  return [
    ...(['none', 'wrong-scheme'] as const),
    ...plainest,
    ...check.dealt(variants, operation),
    ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ...(await nearScopes(check, operation)),
  ]
}

/** What must be refused changes nothing that the next one could show: a tenant far away refuses so many at once. */
export const atOnce = 4

/** Sends what `make` gives under each of the principals that there are, forged ones derived from a token that none was derived from before. */
export async function underEach(
  check: Tester,
  make: (principal: Principal) => Request | Promise<Request>,
  among: readonly Principal[],
): Promise<Asked[]> {
  const of = await tokenForgedFrom(check)
  const ask = async (principal: Principal, request: Request): Promise<Asked | null> => {
    try {
      return { principal, request, attempt: await check.call(request, { as: principal, of }) }
    } catch (error) {
      // A forgery that can't be made, a token that can't be had: the clauses that need it say so.
      if (!isUndecided(error)) throw error
      return null
    }
  }
  const asked: Asked[] = []
  const waiting = among.filter((principal) => check.principals.has(principal))
  while (waiting.length > 0) {
    const requests: (readonly [Principal, Request])[] = []
    for (const principal of waiting.splice(0, atOnce))
      requests.push([principal, { ...(await make(principal)), intent: 'unauthorised' }])
    const answered = await Promise.all(requests.map(([principal, request]) => ask(principal, request)))
    const wave = answered.filter((one) => one !== null)
    for (const { principal, request, attempt } of wave)
      if (principal === 'not-a-jwt' && statusOf(attempt) === 401) check.principals.noteRefused(request)
    asked.push(...wave)
    // Which of several was carried out last nobody knows: one of them is once more.
    const accepted = wave.filter(({ attempt, request }) => attempt.accepted && isObject(request.body))
    const last = accepted.length > 1 ? accepted.at(-1) : undefined
    const again = last === undefined ? null : await ask(last.principal, last.request)
    if (again !== null) asked.push(again)
  }
  return asked
}

/** Asked in two rounds, between which the genuine token made its own change. */
export interface Rounds<T> {
  readonly asked: readonly Asked[]
  readonly genuine: Genuine
  /** A valid request, accepted where any is. */
  readonly control: Attempt
  /** Those of the first round. */
  readonly first: readonly Asked[]
  /** What there was after it. */
  readonly seen: T
}

/**
 * The same, then the genuine token, and then once more what a tenant may take for it that has accepted it.
 * @param look sees what there is before the genuine token hides what a refused request has changed
 */
export async function beforeAndAfter<T>(
  check: Tester,
  operation: Operation,
  make: (principal: Principal) => Request | Promise<Request>,
  look: () => Promise<T>,
): Promise<Rounds<T>> {
  const before = await underEach(check, make, await principalsOf(check, operation))
  const seen = await look()
  const genuine = await askGenuine(check, make)
  const nearest = check.dealt(nearestForgeries, operation, ({ act }) => act !== 'delete')
  // What the tenant may keep of the request itself, it meets again. What is made has a name that may have to be its own: one asks for it.
  const again = genuine.asked.at(-1)
  const isAgain = (principal: Principal): boolean => operation.act !== 'create' || principal === nearest[0]
  const after = await underEach(
    check,
    (principal) => (again?.attempt.accepted && isAgain(principal) ? again.request : make(principal)),
    nearest,
  )
  const control = acceptedOf(genuine) ?? (await check.call(await make('full')))
  return { asked: [...before, ...genuine.asked, ...after], genuine, control, first: before, seen }
}

/** What the tenant did for the genuine token: the control of what was forged from it. */
export function acceptedOf({ asked }: Genuine): Attempt | null {
  return asked.find(({ attempt }) => attempt.accepted)?.attempt ?? null
}

/** The answer to the supplied token; null where there is none beside that of full, or none that is still good. */
export async function bySupplied(
  { principals }: Tester,
  send: (as: Principal) => Promise<Attempt>,
): Promise<Attempt | null> {
  return principals.has('bearer') ? send('bearer').catch(orElse(null)) : null
}

/** The request with the supplied token where there is one beside that of full, so that both are seen at the operation. */
export async function withEither(check: Tester, send: (as: Principal) => Promise<Attempt>): Promise<Attempt> {
  const supplied = await bySupplied(check, send)
  return supplied?.accepted ? supplied : send('full')
}

/** Those that were not accepted. */
export function refusedOnes({ asked }: Pick<Matrix, 'asked'>): Attempt[] {
  return asked.filter(({ principal }) => !isServed(principal)).flatMap(refused)
}

/** What was accepted has made its change, the last one last; where it must not have been, that is another clause's failure. */
export function acceptedBodies(asked: readonly Asked[]): readonly JsonObject[] {
  return asked.flatMap(({ attempt, request: { body } }) => (attempt.accepted && isObject(body) ? [body] : []))
}

const refused = ({ attempt }: Asked): Attempt[] => (statusOf(attempt) >= 300 ? [attempt] : [])

/** Whether the tenant is to serve that principal. */
const isServed = (principal: Principal): boolean => ['scheme-case', 'fresh', 'full'].includes(principal)

// Any of them shows in which order a tenant looks; one that it refuses otherwise than with 401 can't.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** A request for an id that does not exist, under a token that gets 401 where it does; null where none gets it. */
export async function lookup(
  check: Tester,
  request: Request,
  asked: readonly Asked[],
): Promise<Attempt | null> {
  const as = invalidTokens.find((principal) =>
    asked.some((one) => one.principal === principal && statusOf(one.attempt) === 401),
  )
  if (as === undefined) return null
  const of = await tokenForgedFrom(check)
  return check.call({ ...request, intent: 'unauthorised' }, { as, of })
}

// What is not found by now, say, was deleted meanwhile.
const lockOutStatuses: readonly number[] = [400, 403, 423, 429]

/**
 * The status that a token which is none gets by now, where the first one of the run got 401: a tenant may lock out who sends many of
 * them. Null where nothing speaks of that.
 */
export async function lockOut({ principals: { refusedAtFirst }, call }: Tester): Promise<number | null> {
  if (refusedAtFirst === null) return null
  const status = statusOf(await call(refusedAtFirst, { as: 'not-a-jwt' }))
  return lockOutStatuses.includes(status) ? status : null
}
