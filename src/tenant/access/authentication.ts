// Who calls: the bearer token of a request, verified, and how a faulty tenant is fooled (part 5; RFC 6750, RFC 8725).
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import { messageOf } from '../../base/error.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { challenge, Refusal, statusesShown } from '../http/refusal.ts'
import type { Variation } from '../variations/variation.ts'
import type { Tokens } from './tokens.ts'

export interface Caller {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
  readonly global: boolean
}

const forged = ['auth-altered-signature', 'auth-altered-payload', 'auth-other-key'] as const

// Where part 7 shows the statuses, a wrong one is the forgery's own matter.
const wrongStatus = (clauseOf: (forgery: Forgery) => string): FaultGroup['seeds'] => ({
  'not-a-jwt-403': [clauseOf('not-a-jwt'), 'A token that is no JWT gets 403.'],
  'altered-signature-403': [clauseOf('altered-signature'), 'A token with an altered signature gets 403.'],
  'altered-payload-403': [clauseOf('altered-payload'), 'A token with an altered payload gets 403.'],
  'other-key-403': [clauseOf('other-key'), 'A token signed by another key gets 403.'],
  'alg-none-403': [clauseOf('alg-none'), 'A token with the algorithm none gets 403.'],
  'expired-403': [clauseOf('expired'), 'A token that has expired gets 403.'],
})

export const faults: readonly FaultGroup[] = [
  { of: statusesShown, seeds: wrongStatus((forgery) => `auth-${forgery}`) },
  {
    of: ({ operation }) => !statusesShown.includes(operation),
    seeds: {
      ...wrongStatus(() => 'auth-refusal-status'),
      'invalid-token-400': ['auth-refusal-status', 'A token that is not valid gets 400.'],
    },
  },
  {
    of: () => true,
    seeds: {
      'any-text-as-token-accepted': ['auth-not-a-jwt', 'A token that is no JWT is accepted.'],
      'without-token-accepted': [
        ['auth-missing', 'auth-missing-401'],
        'A request without an Authorization header is carried out.',
      ],
      'without-token-403': ['auth-missing-401', 'A request without an Authorization header gets 403.'],
      'without-token-400': ['auth-missing-401', 'A request without an Authorization header gets 400.'],
      'other-scheme-accepted': ['auth-wrong-scheme', 'A token is accepted under any scheme.'],
      'basic-scheme-accepted': ['auth-wrong-scheme', 'A token is accepted under the scheme Basic.'],
      'other-scheme-500': [
        ['no-server-error', 'auth-wrong-scheme'],
        'A token under another scheme than Bearer gets 500.',
      ],
      'altered-signature-accepted': ['auth-altered-signature', 'An altered signature is not noticed.'],
      'altered-payload-accepted': [
        'auth-altered-payload',
        'A payload altered under its old signature is not noticed.',
      ],
      'other-key-accepted': ['auth-other-key', 'A signature by any RSA key is accepted.'],
      'signature-not-verified': [forged, 'Signatures are not verified at all.'],
      'alg-none-accepted': ['auth-alg-none', 'A token with the algorithm none is accepted.'],
      'expired-accepted': ['auth-expired', 'A token that has expired is accepted.'],
    },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'scheme-case-counts': ['any.scheme-case', 'A token is refused where the scheme is in small letters.'],
    },
  },
]

/** How the variation refuses where a request proves nothing. */
type Style = Pick<Variation, 'malformedTokenStatus' | 'missingTokenStatus' | 'schemes'>

/**
 * The caller that an Authorization header names. Throws Refusal, with 401 or what the variation has for a malformed one.
 * @param faulty whether a fault of the operation is on
 */
export async function authenticate(
  header: string | undefined,
  tokens: Tokens,
  { malformedTokenStatus, missingTokenStatus, schemes }: Style,
  anybody: Caller,
  faulty: Faulty,
): Promise<Caller> {
  if (header === undefined) {
    if (faulty('without-token-accepted')) return anybody
    if (faulty('without-token-403')) throw unauthenticated('Missing authentication', 403)
    if (faulty('without-token-400')) throw unauthenticated('Missing authentication', 400)
    // RFC 6750, 3.1: without a token the challenge says nothing about an error.
    throw new Refusal(missingTokenStatus, 'missing_token', 'Missing authentication', challenge())
  }
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(header.trim()) ?? []
  const any = schemes === 'any' || faulty('other-scheme-accepted')
  const lax = any || (scheme === 'Basic' && faulty('basic-scheme-accepted'))
  if (scheme === 'bearer' && faulty('scheme-case-counts'))
    throw malformed(malformedTokenStatus, 'Bearer token expected')
  if (scheme.toLowerCase() !== 'bearer' && faulty('other-scheme-500'))
    throw new Refusal(500, 'internal_error', 'No such scheme')
  if (scheme.toLowerCase() !== 'bearer' && !lax)
    throw malformed(malformedTokenStatus, 'Bearer token expected')
  try {
    return callerOf(await tokens.verify(token))
  } catch (error) {
    const forgery = forgeryOf(token, error, tokens.issued)
    const caller = fooled(token, forgery, error, anybody, faulty)
    if (caller !== null) return caller
    const message = `Invalid token: ${messageOf(error)}`
    const status = faulty('invalid-token-400') ? 400 : 401
    throw forgery === 'not-a-jwt' && status === 401
      ? malformed(malformedTokenStatus, message)
      : unauthenticated(message, status)
  }
}

// A header that does not hold what a bearer token's should (RFC 6750, 2.1), whatever the token is worth.
function malformed(status: number, message: string): Refusal {
  return status === 401 ? unauthenticated(message) : new Refusal(status, 'Bearer', message)
}

function unauthenticated(message: string, status = 401): Refusal {
  return new Refusal(status, 'invalid_token', message, challenge({ error: 'invalid_token' }))
}

function callerOf(claims: Readonly<Record<string, unknown>>): Caller {
  return {
    clientId: String(claims.azp),
    scopes: new Set(String(claims.scope ?? '').split(' ')),
    global: claims.global !== false,
  }
}

// What kind of forgery a token is that was not valid; each kind has faults of its own.
type Forgery = 'not-a-jwt' | 'alg-none' | 'expired' | 'altered-signature' | 'altered-payload' | 'other-key'

const acceptedBy: Readonly<Record<Forgery, string>> = {
  'not-a-jwt': 'any-text-as-token-accepted',
  'alg-none': 'alg-none-accepted',
  expired: 'expired-accepted',
  'altered-signature': 'altered-signature-accepted',
  'altered-payload': 'altered-payload-accepted',
  'other-key': 'other-key-accepted',
}

/** Who a faulty tenant takes the bearer of a forged token for; null where it is not fooled. */
function fooled(
  token: string,
  forgery: Forgery | null,
  error: unknown,
  anybody: Caller,
  faulty: Faulty,
): Caller | null {
  if (forgery === null) return null
  const unsigned = ['altered-signature', 'altered-payload', 'other-key'].includes(forgery)
  if (faulty(acceptedBy[forgery]) || (unsigned && faulty('signature-not-verified')))
    return forgery === 'not-a-jwt' ? anybody : callerOf(decodeJwt(token))
  if (faulty(`${forgery}-403`)) throw unauthenticated(messageOf(error), 403)
  return null
}

function forgeryOf(token: string, error: unknown, issued: readonly string[]): Forgery | null {
  if (error instanceof errors.JWTExpired) return 'expired'
  const [head = '', payload = '', signature = ''] = token.split('.')
  try {
    if (decodeProtectedHeader(token).alg === 'none') return 'alg-none'
    decodeJwt(token)
  } catch {
    return 'not-a-jwt'
  }
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null
  if (issued.some((known) => known.endsWith(`.${signature}`))) return 'altered-payload'
  const altered = issued.some((known) => {
    const [knownHead, knownPayload, knownSignature = ''] = known.split('.')
    return knownHead === head && knownPayload === payload && resembles(knownSignature, signature)
  })
  return altered ? 'altered-signature' : 'other-key'
}

// Two signatures of the same text by different keys agree in one character of 64.
function resembles(a: string, b: string): boolean {
  const same = [...a].filter((character, index) => character === b[index]).length
  return same > a.length / 2 || a.startsWith(b)
}
