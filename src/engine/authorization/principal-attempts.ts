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
  /** Null if the run cannot decide whether a refused request changed the resource. */
  readonly compare: ((check: TestContext) => void) | null
  readonly unknownId: Attempt | null
}

export async function principalsOf(check: TestContext, operation: Operation): Promise<readonly Principal[]> {
  return [
    ...(['none', 'wrong-scheme'] as const),
    ...basicForgeries,
    ...check.cases(forgeryVariants, 'any'),
    ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ...(await nearScopes(check, operation)),
  ]
}

/** Refused requests change nothing, so they can be sent in parallel. */
export const atOnce = 4

/** Skips principals without credentials. If possible, forges tokens from an unused token. */
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
    // The order of parallel changes is unknown, so the last change is sent again.
    const accepted = wave.filter(({ attempt, request }) => attempt.accepted && isObject(request.body))
    const last = accepted.length > 1 ? accepted.at(-1) : undefined
    const again = last === undefined ? null : await ask(last.principal, last.request)
    if (again !== null) attempts.push(again)
  }
  return attempts
}

export interface Rounds<T> {
  readonly attempts: readonly PrincipalAttempt[]
  readonly validToken: ValidTokenAttempts
  readonly control: Attempt
  readonly firstRound: readonly PrincipalAttempt[]
  readonly read: T
}

/**
 * Sends forged tokens before and after the valid token, because a tenant may cache accepted tokens.
 * @param look reads the resource before the request with the valid token changes it
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
  // A tenant may cache its decision for a request, so forged tokens repeat the accepted request. A creation
  // is repeated with one token only, because its name may have to be unique.
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

export function acceptedOf({ attempts }: ValidTokenAttempts): Attempt | null {
  return attempts.find(({ attempt }) => attempt.accepted)?.attempt ?? null
}

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

/** Returns the bodies of accepted requests. Another clause judges whether the tenant had to refuse them. */
export function acceptedBodies(attempts: readonly PrincipalAttempt[]): readonly JsonObject[] {
  return attempts.flatMap(({ attempt, request: { body } }) =>
    attempt.accepted && isObject(body) ? [body] : [],
  )
}

const refused = ({ attempt }: PrincipalAttempt): Attempt[] => (statusOf(attempt) >= 300 ? [attempt] : [])

const hasValidToken = (principal: Principal): boolean => ['scheme-case', 'fresh', 'full'].includes(principal)

// With these tokens, an unknown id shows whether the tenant checks the token before the id.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

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

// The list omits 404, because a 404 can follow a deletion by another client.
const lockOutStatuses: readonly number[] = [400, 403, 423, 429]

/** Returns the status of the lockout. Null if there is no lockout. */
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
