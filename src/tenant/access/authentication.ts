// Verifies bearer tokens, with faults (part 5 of the specification; RFC 6750, RFC 8725).
import { decodeJwt, errors } from 'jose'
import { messageOf } from '../../base/error.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { challenge, Refusal, statusesShown } from '../http/refusal.ts'
import type { Variation } from '../variations/variation.ts'
import { forgeryOf, isMalformed } from './forged-token.ts'
import { acceptedBy } from './forgery-faults.ts'
import { isPoisoned, isRefusedAtTimes, isRemembered, remember } from './token-cache.ts'
import type { Tokens } from './tokens.ts'

export interface Caller {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
  readonly global: boolean
}

const unverified = [
  ...['auth-altered-signature', 'auth-altered-payload', 'auth-other-key', 'auth-signature-missing'],
  ...['auth-altered-header', 'auth-embedded-key', 'auth-malformed'],
]

// For each kind of invalid token: a fault that responds with 403 instead of 401.
const forbidden: Readonly<Record<string, string>> = {
  'not-a-jwt': 'A token that is not a JWT gets 403.',
  'altered-signature': 'A token with an altered signature gets 403.',
  'altered-payload': 'A token with an altered payload gets 403.',
  'other-key': 'A token signed by another key gets 403.',
  'alg-none': 'A token with the algorithm none gets 403.',
  expired: 'A token that has expired gets 403.',
}

// If part 7 shows the statuses of an operation, each kind of token has its own clause for a wrong status.
const wrongStatus = (clauseOf: (kind: string) => string): FaultGroup['seeds'] =>
  Object.fromEntries(
    Object.entries(forbidden).map(([kind, description]) => [`${kind}-403`, [clauseOf(kind), description]]),
  )

export const faults: readonly FaultGroup[] = [
  { of: statusesShown, seeds: wrongStatus((kind) => `auth-${kind}`) },
  {
    of: ({ operation }) => !statusesShown.includes(operation),
    seeds: {
      ...wrongStatus(() => 'auth-refusal-status'),
      'invalid-token-400': ['auth-refusal-status', 'An invalid token gets 400.'],
    },
  },
  {
    of: () => true,
    seeds: {
      'without-token-accepted': [
        ['auth-missing', 'auth-missing-401'],
        'The tenant executes a request without an Authorization header.',
      ],
      'without-token-403': ['auth-missing-401', 'A request without an Authorization header gets 403.'],
      'without-token-400': ['auth-missing-401', 'A request without an Authorization header gets 400.'],
      'other-scheme-accepted': ['auth-wrong-scheme', 'A token is accepted with any authorization scheme.'],
      'basic-scheme-accepted': ['auth-wrong-scheme', 'A token is accepted with the scheme Basic.'],
      'other-scheme-500': [
        ['no-server-error', 'auth-wrong-scheme'],
        'A token with a scheme other than Bearer gets 500.',
      ],
      'signature-not-verified': [unverified, 'No signature is verified.'],
      'scheme-alone-accepted': [
        'auth-malformed',
        'An Authorization header with the scheme Bearer and no token is accepted.',
      ],
    },
  },
  {
    of: ['custom-signing-keys.get', 'event-streams.create'],
    seeds: {
      'scheme-alone-500': [
        'no-server-error',
        'An Authorization header with the scheme Bearer and no token gets 500.',
      ],
    },
  },
  {
    // A default run sends a token without a scheme only to this operation.
    of: ['custom-signing-keys.get'],
    seeds: { 'no-scheme-accepted': ['auth-wrong-scheme', 'A token is accepted without a scheme.'] },
  },
  {
    of: ['event-streams.create'],
    seeds: { 'null-header-500': ['no-server-error', 'A token whose JWT header is null gets 500.'] },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'supplied-token-refused': [
        'any.either-scheme',
        'After a client has received a token from the token endpoint, its other valid tokens are rejected.',
      ],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: { 'non-ascii-500': ['no-server-error', 'A token with a character outside ASCII gets 500.'] },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: { 'long-token-500': ['no-server-error', 'A token of more than 8,000 characters gets 500.'] },
  },
  {
    of: ['custom-signing-keys.get', 'event-streams.update', 'rate-limit-policies.delete'],
    seeds: {
      'scheme-case-counts': [
        'any.scheme-case',
        'A token is rejected if its scheme is written as "bearer" instead of "Bearer".',
      ],
      'scheme-blanks-count': ['any.scheme-case', 'A token is rejected if two spaces follow the scheme.'],
    },
  },
]

type Style = Pick<Variation, 'malformedTokenStatus' | 'missingTokenStatus' | 'schemes'>

/**
 * Throws Refusal with status 401. For a missing or malformed token, the variation decides the status.
 * @param faulty faults of the operation
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
    // Without a token, the challenge contains no error code (RFC 6750, section 3.1).
    throw new Refusal(missingTokenStatus, 'missing_token', 'Missing authentication', challenge())
  }
  const whole = /^\S+$/.test(header) && faulty('no-scheme-accepted') ? `Bearer ${header}` : header.trim()
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(whole) ?? []
  if (crashesAt(header, faulty)) throw new Refusal(500, 'internal_error', 'Unexpected token')
  if (/^bearer *$/i.test(header) && faulty('scheme-alone-accepted')) return anybody
  const any = schemes === 'any' || faulty('other-scheme-accepted')
  const lax = any || (scheme === 'Basic' && faulty('basic-scheme-accepted'))
  if (scheme !== 'Bearer' && scheme.toLowerCase() === 'bearer' && faulty('scheme-case-counts'))
    throw malformed(malformedTokenStatus, 'Bearer token expected')
  if (/^bearer {2}/i.test(header) && faulty('scheme-blanks-count'))
    throw malformed(malformedTokenStatus, 'Bearer token expected')
  if (scheme.toLowerCase() !== 'bearer' && faulty('other-scheme-500'))
    throw new Refusal(500, 'internal_error', 'No such scheme')
  if (scheme.toLowerCase() !== 'bearer' && !lax)
    throw malformed(malformedTokenStatus, 'Bearer token expected')
  try {
    const claims = await tokens.verify(token)
    if (isPoisoned(token, faulty) || isRefusedAtTimes(faulty)) throw new Error('refused before')
    if (tokens.hasOthers(String(claims.azp), token) && faulty('supplied-token-refused'))
      throw new Error('unknown token')
    remember(token, 'accepted', faulty)
    return callerOf(claims)
  } catch (error) {
    const kind = forgeryOf({ token, error, issued: tokens.issued })
    const fooled = isFooled(token, kind, error, faulty)
    remember(token, fooled ? 'accepted' : 'refused', faulty)
    if (fooled) return claimedBy(token) ?? anybody
    const message = `Invalid token: ${messageOf(error)}`
    if (kind !== null && Object.hasOwn(forbidden, kind) && faulty(`${kind}-403`))
      throw unauthenticated(message, 403)
    const status = faulty('invalid-token-400') ? 400 : 401
    throw isMalformed(kind) && status === 401
      ? malformed(malformedTokenStatus, message)
      : unauthenticated(message, status)
  }
}

/** Returns whether a fault accepts this invalid token. */
function isFooled(token: string, kind: string | null, error: unknown, faulty: Faulty): boolean {
  if (isRemembered(token, faulty)) return true
  if (kind === null) return false
  const unsigned = error instanceof errors.JWSSignatureVerificationFailed
  return faulty(acceptedBy(kind)) || (unsigned && faulty('signature-not-verified'))
}

/** Reads the caller from unverified claims. */
function claimedBy(token: string): Caller | null {
  try {
    const claims = decodeJwt(token)
    return claims.azp === undefined ? null : callerOf(claims)
  } catch {
    return null
  }
}

function crashesAt(header: string, faulty: Faulty): boolean {
  const [first = ''] = header.replace(/^bearer +/i, '').split('.')
  return (
    (header === 'Bearer' && faulty('scheme-alone-500')) ||
    (/[^ -~]/.test(header) && faulty('non-ascii-500')) ||
    (header.length > headerCharactersKept && faulty('long-token-500')) ||
    (Buffer.from(first, 'base64url').toString() === 'null' && faulty('null-header-500'))
  )
}

const headerCharactersKept = 8_000

// The refusal of a malformed Authorization header (RFC 6750, section 2.1).
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
