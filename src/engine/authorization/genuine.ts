// The genuine token that forged ones are derived from: it is served after them as if there had been none.
import { sleep } from '../../base/clock.ts'
import { statusOf } from '../../base/exchange.ts'
import { type Attempt, orElse } from '../../oracle/index.ts'
import type { Further, Genuine as GenuineName, Principal } from '../requests/principal-name.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'

/** A request of the matrix. */
export interface Asked {
  readonly principal: Principal
  readonly request: Request
  readonly attempt: Attempt
}

export interface Genuine {
  /** Whose token it is. */
  readonly of: GenuineName | Further
  readonly asked: readonly Asked[]
  /** With the scheme in other letters and two blanks behind it, which is the same request (RFC 9110, 11.1 and 11.4). */
  readonly schemeCase: Attempt
  /** As any other request, where that was not accepted. */
  readonly plain: Attempt | null
  /** Whether the first one alone was refused: the same request was accepted after it. */
  readonly refusedOnce: boolean
}

/**
 * Whose token forgeries are derived from: one that no request has carried yet, or else the one of full. A tenant that keeps what it
 * accepted knows nothing of the first one.
 */
export async function tokenForgedFrom({ principals }: Tester): Promise<GenuineName | Further> {
  if (!principals.has('fresh')) return 'full'
  const outcome = await principals.outcome('fresh').catch(orElse(null))
  return outcome?.ok ? 'fresh' : 'full'
}

const nodesApartMs = 1_000

/** The request with the genuine token, never with another one in its place. */
export async function askGenuine(
  check: Tester,
  make: (principal: Principal) => Request | Promise<Request>,
): Promise<Genuine> {
  const of = await tokenForgedFrom(check)
  const asked: Asked[] = []
  const ask = async (as: Principal): Promise<Attempt> => {
    const request: Request = { ...(await make(as)), intent: 'probe' }
    const attempt = await check.call(request, { as, of, renewing: false })
    asked.push({ principal: as, request, attempt })
    return attempt
  }
  const schemeCase = await ask('scheme-case')
  if (schemeCase.accepted) return { of, asked, schemeCase, plain: null, refusedOnce: false }
  let plain = await ask(of)
  if (statusOf(plain) === 401) {
    // A node whose clock is behind takes a new token for one of the future: a moment later it does not.
    await sleep(nodesApartMs)
    plain = await ask(of)
  }
  const refusedOnce = plain.accepted && statusOf(schemeCase) === 401 && (await ask('scheme-case')).accepted
  return { of, asked, schemeCase, plain, refusedOnce }
}
