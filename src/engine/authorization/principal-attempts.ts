// Sends requests as each principal, for example with an expired or a forged token.
import { statusOf } from '../../base/exchange.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, isUndecided, orElse } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import { basicForgeries, cacheConfusable, forgeryVariants } from '../principals/forgeries.ts'
import type { ConfiguredPrincipal, Principal } from '../principals/principal.ts'
import type { Request } from '../requests/request.ts'
import type { TestContext } from '../test-context.ts'
import { nearScopes } from './scopes.ts'
import {
  type PrincipalAttempt,
  sendWithValidToken,
  tokenForgedFrom,
  type ValidTokenAttempts,
} from './valid-token.ts'

export interface AuthorizationMatrix {
  readonly attempts: readonly PrincipalAttempt[]
  readonly control: Attempt | null
  readonly validToken: ValidTokenAttempts | null
  /** Judges whether a refused request changed the resource. Null if reads cannot prove this. */
  readonly compare: ((check: TestContext) => void) | null
  readonly unknownId: Attempt | null
}

/** Returns the principals for which the matrix sends a request, except those with a valid token. */
export async function principalsOf(check: TestContext, operation: Operation): Promise<readonly Principal[]> {
  return [
    ...(['none', 'wrong-scheme'] as const),
    ...basicForgeries,
    ...check.cases(forgeryVariants, 'any'),
    ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ...(await nearScopes(check, operation)),
  ]
}

/**
 * The number of parallel requests. Parallel requests are safe here, because a refused request changes
 * nothing.
 */
export const atOnce = 4

/**
 * Sends the request as each principal that has credentials. The forged tokens derive from an unused
 * token, if there is one.
 */
export async function sendAsEach(
  check: TestContext,
  make: (principal: Principal) => Request | Promise<Request>,
  among: readonly Principal[],
): Promise<PrincipalAttempt[]> {
  const of = await tokenForgedFrom(check)
  const ask = async (principal: Principal, request: Request): Promise<PrincipalAttempt | null> => {
    try {
      return { principal, request, attempt: await check.call(request, { as: principal, of }) }
    } catch (error) {
      if (!isUndecided(error)) throw error
      return null
    }
  }
  const attempts: PrincipalAttempt[] = []
  const waiting = among.filter((principal) => check.principals.has(principal))
  while (waiting.length > 0) {
    const requests: (readonly [Principal, Request])[] = []
    for (const principal of waiting.splice(0, atOnce))
      requests.push([principal, { ...(await make(principal)), intent: 'unauthorised' }])
    const answered = await Promise.all(requests.map(([principal, request]) => ask(principal, request)))
    const wave = answered.filter((one) => one !== null)
    for (const { principal, request, attempt } of wave)
      if (principal === 'not-a-jwt' && statusOf(attempt) === 401)
        check.principals.refusals.noteMalformed(request)
    attempts.push(...wave)
    // The order of parallel changes is unknown. The last change is sent again, so the stored values are
    // known.
    const accepted = wave.filter(({ attempt, request }) => attempt.accepted && isObject(request.body))
    const last = accepted.length > 1 ? accepted.at(-1) : undefined
    const again = last === undefined ? null : await ask(last.principal, last.request)
    if (again !== null) attempts.push(again)
  }
  return attempts
}

/** Two rounds of attempts. Between the rounds, a request with the valid token makes its own change. */
export interface Rounds<T> {
  readonly attempts: readonly PrincipalAttempt[]
  readonly validToken: ValidTokenAttempts
  /** The control of all attempts. It is accepted if the tenant accepts any valid request. */
  readonly control: Attempt
  readonly firstRound: readonly PrincipalAttempt[]
  readonly read: T
}

/**
 * Sends the request as each principal, then with the valid token, then again with forged tokens. A
 * tenant that caches accepted tokens may confuse these forged tokens with the valid token.
 * @param look reads the resource before the valid token overwrites the changes
 */
export async function sendAroundValidToken<T>(
  check: TestContext,
  operation: Operation,
  make: (principal: Principal) => Request | Promise<Request>,
  look: () => Promise<T>,
): Promise<Rounds<T>> {
  const before = await sendAsEach(check, make, await principalsOf(check, operation))
  const read = await look()
  const validToken = await sendWithValidToken(check, make)
  const nearest = check.cases(cacheConfusable, ({ act }) => act !== 'delete')
  // A tenant may cache whole requests, so the forged tokens repeat exactly this request. Names may be
  // unique, so a creation is repeated only once.
  const again = validToken.attempts.at(-1)
  const isAgain = (principal: Principal): boolean => operation.act !== 'create' || principal === nearest[0]
  const after = await sendAsEach(
    check,
    (principal) => (again?.attempt.accepted && isAgain(principal) ? again.request : make(principal)),
    nearest,
  )
  const control = acceptedOf(validToken) ?? (await check.call(await make('full')))
  return {
    attempts: [...before, ...validToken.attempts, ...after],
    validToken,
    control,
    firstRound: before,
    read,
  }
}

/** Returns the first accepted attempt. It is the control of the forged tokens. */
export function acceptedOf({ attempts }: ValidTokenAttempts): Attempt | null {
  return attempts.find(({ attempt }) => attempt.accepted)?.attempt ?? null
}

/**
 * Sends the request with the user's second token. Returns null if there is none, or if the token
 * expired.
 */
export async function sendAsSupplied(
  { principals }: TestContext,
  send: (as: Principal) => Promise<Attempt>,
): Promise<Attempt | null> {
  return principals.has('bearer') ? send('bearer').catch(orElse(null)) : null
}

export async function sendAsSuppliedOrFull(
  check: TestContext,
  send: (as: Principal) => Promise<Attempt>,
): Promise<Attempt> {
  const supplied = await sendAsSupplied(check, send)
  return supplied?.accepted ? supplied : send('full')
}

export function refusedAttempts(attempts: readonly PrincipalAttempt[]): Attempt[] {
  return attempts.filter(({ principal }) => !hasValidToken(principal)).flatMap(refused)
}

/** Returns the accepted bodies. Another clause judges whether the tenant had to refuse these requests. */
export function acceptedBodies(attempts: readonly PrincipalAttempt[]): readonly JsonObject[] {
  return attempts.flatMap(({ attempt, request: { body } }) =>
    attempt.accepted && isObject(body) ? [body] : [],
  )
}

const refused = ({ attempt }: PrincipalAttempt): Attempt[] => (statusOf(attempt) >= 300 ? [attempt] : [])

const hasValidToken = (principal: Principal): boolean => ['scheme-case', 'fresh', 'full'].includes(principal)

// Attempts with these tokens show whether a tenant checks the token before it looks for the id.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/**
 * Sends a request for an unknown id, with an invalid token that the tenant refused with 401 for an
 * existing id. Returns null if there is no such token.
 */
export async function sendForUnknownId(
  check: TestContext,
  request: Request,
  attempts: readonly PrincipalAttempt[],
): Promise<Attempt | null> {
  const as = invalidTokens.find((principal) =>
    attempts.some((one) => one.principal === principal && statusOf(one.attempt) === 401),
  )
  if (as === undefined) return null
  const of = await tokenForgedFrom(check)
  return check.call({ ...request, intent: 'unauthorised' }, { as, of })
}

// Only these statuses show a lockout. Other statuses have other causes. For example, a 404 can follow a
// deletion by another client.
const lockOutStatuses: readonly number[] = [400, 403, 423, 429]

/**
 * Returns the status with which the tenant now refuses a client that sent many malformed tokens. Null
 * if the tenant does not lock the client out.
 */
export async function lockOut({ principals, call }: TestContext): Promise<number | null> {
  const { firstMalformed } = principals.refusals
  if (firstMalformed === null) return null
  const status = statusOf(await call(firstMalformed, { as: 'not-a-jwt' }))
  return lockOutStatuses.includes(status) ? status : null
}

export const probe = fixture(
  'probe request as *',
  (): readonly ConfiguredPrincipal[] => ['full', 'bearer'],
  ({ call, requests }, as): Promise<Attempt> => call(requests.probe(), { as }),
)
