// Sends the valid token after forged tokens, which must not make the tenant refuse the valid token.
import { sleep } from '../../base/clock.ts'
import { statusOf } from '../../base/exchange.ts'
import { type Attempt, orElse } from '../../oracle/index.ts'
import type { IssuedPrincipal, Principal } from '../principals/principal.ts'
import type { Request } from '../requests/request.ts'
import type { TestContext } from '../test-context.ts'

export interface PrincipalAttempt {
  readonly principal: Principal
  readonly request: Request
  readonly attempt: Attempt
}

export interface ValidTokenAttempts {
  readonly of: IssuedPrincipal
  readonly attempts: readonly PrincipalAttempt[]
  /** The attempt with "bEARER" and two spaces before the token (RFC 9110, 11.1 and 11.4). */
  readonly schemeCase: Attempt
  readonly plain: Attempt | null
  readonly isRefusedOnce: boolean
}

/** Prefers an unused token, because a tenant may cache accepted tokens. */
export async function tokenForgedFrom({ principals }: TestContext): Promise<IssuedPrincipal> {
  if (!principals.has('fresh')) return 'full'
  const outcome = await principals.outcome('fresh').catch(orElse(null))
  return outcome?.ok ? 'fresh' : 'full'
}

const nodesApartMs = 1_000

export async function sendWithValidToken(
  check: TestContext,
  make: (principal: Principal) => Request | Promise<Request>,
): Promise<ValidTokenAttempts> {
  const of = await tokenForgedFrom(check)
  const attempts: PrincipalAttempt[] = []
  const ask = async (as: Principal): Promise<Attempt> => {
    const request: Request = { ...(await make(as)), intent: 'probe' }
    const attempt = await check.call(request, { as, of, renewing: false })
    attempts.push({ principal: as, request, attempt })
    return attempt
  }
  const schemeCase = await ask('scheme-case')
  if (schemeCase.accepted) return { of, attempts, schemeCase, plain: null, isRefusedOnce: false }
  let plain = await ask(of)
  if (statusOf(plain) === 401) {
    // A node of the tenant with a slow clock may refuse a new token.
    await sleep(nodesApartMs)
    plain = await ask(of)
  }
  const isRefusedOnce = plain.accepted && statusOf(schemeCase) === 401 && (await ask('scheme-case')).accepted
  return { of, attempts, schemeCase, plain, isRefusedOnce }
}
