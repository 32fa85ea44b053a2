// Sends requests under each principal.
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
  /** Null if reads are no evidence. */
  readonly compare: ((check: TestContext) => void) | null
  readonly unknownId: Attempt | null
}

/** Returns principals that the matrix adds to the accepted ones. */
export async function principalsOf(check: TestContext, operation: Operation): Promise<readonly Principal[]> {
  return [
    ...(['none', 'wrong-scheme'] as const),
    ...basicForgeries,
    ...check.cases(forgeryVariants, 'any'),
    ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ...(await nearScopes(check, operation)),
  ]
}

/** Safe in parallel, because refused requests change nothing. */
export const atOnce = 4

/** Derives forgeries from an unused token if there is one. */
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
    // The order of parallel changes is unknown, so the last change is repeated.
    const accepted = wave.filter(({ attempt, request }) => attempt.accepted && isObject(request.body))
    const last = accepted.length > 1 ? accepted.at(-1) : undefined
    const again = last === undefined ? null : await ask(last.principal, last.request)
    if (again !== null) attempts.push(again)
  }
  return attempts
}

/** Between the two rounds, the valid token makes its own change. */
export interface Rounds<T> {
  readonly attempts: readonly PrincipalAttempt[]
  readonly validToken: ValidTokenAttempts
  /** Accepted if the tenant accepts any request. */
  readonly control: Attempt
  readonly firstRound: readonly PrincipalAttempt[]
  readonly read: T
}

/**
 * Repeats forgeries that a tenant may confuse with the accepted token.
 * @param look reads before the valid token overwrites changes
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
  // A tenant may cache requests, so forgeries repeat this request. Names may be unique, so creations are
  // repeated only once.
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

/** Returns the control of the forgeries. */
export function acceptedOf({ attempts }: ValidTokenAttempts): Attempt | null {
  return attempts.find(({ attempt }) => attempt.accepted)?.attempt ?? null
}

/** Returns null if the user provided no second token, or if it expired. */
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

/** Another clause judges whether the tenant had to refuse these bodies. */
export function acceptedBodies(attempts: readonly PrincipalAttempt[]): readonly JsonObject[] {
  return attempts.flatMap(({ attempt, request: { body } }) =>
    attempt.accepted && isObject(body) ? [body] : [],
  )
}

const refused = ({ attempt }: PrincipalAttempt): Attempt[] => (statusOf(attempt) >= 300 ? [attempt] : [])

const hasValidToken = (principal: Principal): boolean => ['scheme-case', 'fresh', 'full'].includes(principal)

// These tokens show whether a tenant checks tokens before ids.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** Sends a token that got 401 for an existing id. Returns null without such a token. */
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

// Other statuses have other causes, for example a deletion meanwhile.
const lockOutStatuses: readonly number[] = [400, 403, 423, 429]

/** Returns the status of a lockout after many malformed tokens, or null. */
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
