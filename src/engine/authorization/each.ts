// Sends a request under each principal.
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
  readonly asked: readonly Asked[]
  readonly control: Attempt | null
  readonly genuine: Genuine | null
  /** Null if reads are no evidence. */
  readonly compare: ((check: Tester) => void) | null
  /** For an unknown id. */
  readonly lookup: Attempt | null
}

/** Principals that the matrix adds to the accepted ones. */
export async function principalsOf(check: Tester, operation: Operation): Promise<readonly Principal[]> {
  return [
    ...(['none', 'wrong-scheme'] as const),
    ...plainest,
    ...check.dealt(variants, operation),
    ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ...(await nearScopes(check, operation)),
  ]
}

/** Safe in parallel: refused requests change nothing. */
export const atOnce = 4

/** Derives forgeries from an unused token, if there is one. */
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
      // The clauses that need this token report it.
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
    // The order of parallel changes is unknown: the last one is repeated.
    const accepted = wave.filter(({ attempt, request }) => attempt.accepted && isObject(request.body))
    const last = accepted.length > 1 ? accepted.at(-1) : undefined
    const again = last === undefined ? null : await ask(last.principal, last.request)
    if (again !== null) asked.push(again)
  }
  return asked
}

/** The genuine token makes its own change between the rounds. */
export interface Rounds<T> {
  readonly asked: readonly Asked[]
  readonly genuine: Genuine
  /** Accepted, if the tenant accepts any request. */
  readonly control: Attempt
  readonly first: readonly Asked[]
  /** Result of `look` after the first round. */
  readonly seen: T
}

/**
 * Repeats the forgeries that a tenant may confuse with the genuine token after that was accepted.
 * @param look reads before the genuine token overwrites changes
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
  // A tenant may cache requests, so forgeries repeat this one; creations only once, as names may be unique.
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

/** The control of the forgeries. */
export function acceptedOf({ asked }: Genuine): Attempt | null {
  return asked.find(({ attempt }) => attempt.accepted)?.attempt ?? null
}

/** Null without a supplied token beside that of `full`, or after its end. */
export async function bySupplied(
  { principals }: Tester,
  send: (as: Principal) => Promise<Attempt>,
): Promise<Attempt | null> {
  return principals.has('bearer') ? send('bearer').catch(orElse(null)) : null
}

/** Prefers the supplied token, so that both tokens are tried. */
export async function withEither(check: Tester, send: (as: Principal) => Promise<Attempt>): Promise<Attempt> {
  const supplied = await bySupplied(check, send)
  return supplied?.accepted ? supplied : send('full')
}

export function refusedOnes({ asked }: Pick<Matrix, 'asked'>): Attempt[] {
  return asked.filter(({ principal }) => !isServed(principal)).flatMap(refused)
}

/** Whether the tenant should have refused them is another clause's matter. */
export function acceptedBodies(asked: readonly Asked[]): readonly JsonObject[] {
  return asked.flatMap(({ attempt, request: { body } }) => (attempt.accepted && isObject(body) ? [body] : []))
}

const refused = ({ attempt }: Asked): Attempt[] => (statusOf(attempt) >= 300 ? [attempt] : [])

const isServed = (principal: Principal): boolean => ['scheme-case', 'fresh', 'full'].includes(principal)

// These show whether a tenant checks tokens before ids.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** Sends a token that got 401 for an existing id; null without one. */
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

// 404, for example, may come from a deletion meanwhile.
const lockOutStatuses: readonly number[] = [400, 403, 423, 429]

/** The new status of a malformed token that got 401 at first: a tenant may lock out who sends many. Null without a lockout. */
export async function lockOut({ principals: { refusedAtFirst }, call }: Tester): Promise<number | null> {
  if (refusedAtFirst === null) return null
  const status = statusOf(await call(refusedAtFirst, { as: 'not-a-jwt' }))
  return lockOutStatuses.includes(status) ? status : null
}
