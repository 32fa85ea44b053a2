// Faults and variations of rejections because of token, client, scope or rate (part 5 of the specification).
import { isObject, type JsonObject } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { Refusal, statusesShown } from '../http/refusal.ts'
import type { Call, Route } from '../route.ts'
import type { Variation } from '../variations/variation.ts'
import type { Tokens } from './tokens.ts'

const carriedOut = (clauses: readonly string[]): FaultGroup['seeds'] => ({
  'unauthorised-carried-out': [
    clauses,
    'The tenant rejects a request with an invalid token, but executes it.',
  ],
  'without-scope-carried-out': [clauses, 'The tenant rejects a request without the scope, but executes it.'],
  'non-global-carried-out': [
    clauses,
    'The tenant rejects a request of a non-global client, but executes it.',
  ],
})

export const faults: readonly FaultGroup[] = [
  { of: ({ method }) => method === 'DELETE', seeds: carriedOut(['auth-changes-nothing']) },
  {
    of: ({ method }) => method === 'PUT' || method === 'PATCH',
    seeds: carriedOut(['auth-changes-nothing', 'form-refused', 'refused-changes-nothing']),
  },
  {
    of: ({ method }) => method === 'POST',
    seeds: carriedOut(['refused-creates-nothing']),
  },
  {
    of: () => true,
    seeds: {
      'challenge-missing': ['any.auth-challenge', 'A 401 response has no WWW-Authenticate header.'],
      'bad-token-unchallenged': [
        'any.auth-challenge',
        'A 401 response to an invalid token has no WWW-Authenticate header.',
      ],
      'challenge-of-another-scheme': ['any.auth-challenge', 'A 401 response requests the scheme Basic.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'refused-token-changes-state': [
        ['auth-changes-nothing', 'form-refused', 'refused-changes-nothing'],
        'An update with a rejected token still stores the forwarding state.',
      ],
      'refused-token-changes-destination': [
        ['auth-changes-nothing', 'form-refused', 'refused-changes-nothing'],
        'An update with a rejected token still stores the destination.',
      ],
      'refused-token-changes-subscriptions': [
        ['auth-changes-nothing', 'form-refused', 'refused-changes-nothing'],
        'An update with a rejected token still stores the subscriptions.',
      ],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'refused-token-changes-enrollment-message': [
        'auth-changes-nothing',
        'An update with a rejected token still stores the enrollment message.',
      ],
      'refused-token-changes-verification-message': [
        'auth-changes-nothing',
        'An update with a rejected token still stores the verification message.',
      ],
    },
  },
]

/** Returns the members that a fault stores although the request is rejected. Null without this fault. */
export function storedPartOf({ body, faulty, state, variation }: Call): JsonObject | null {
  if (!isObject(body)) return null
  const members: Readonly<Record<string, string>> = {
    state: variation.stateField,
    destination: 'destination',
    subscriptions: 'subscriptions',
    'enrollment-message': 'enrollment_message',
    'verification-message': 'verification_message',
  }
  const [, member] = Object.entries(members).find(([word]) => faulty(`refused-token-changes-${word}`)) ?? []
  const sent = member === undefined ? undefined : body[member]
  if (member === undefined || sent === undefined) return null
  return member.endsWith('_message') ? { ...state.templates, [member]: sent } : { [member]: sent }
}

/** Returns whether a fault executes the rejected request. */
export function carriedOutAnyway({ code }: Refusal, faulty: Faulty): boolean {
  if (code === 'insufficient_scope') return faulty('without-scope-carried-out')
  if (code === 'too_many_requests') return faulty('over-limit-carried-out')
  if (code === 'client_not_global') return faulty('non-global-carried-out')
  return ['missing_token', 'invalid_token', 'Bearer'].includes(code) && faulty('unauthorised-carried-out')
}

/** Applies faults to the WWW-Authenticate header of a 401 response. */
export function withChallengeFaults(error: unknown, faulty: Faulty): unknown {
  if (!(error instanceof Refusal) || error.status !== 401) return error
  const missing =
    faulty('challenge-missing') || (error.code === 'invalid_token' && faulty('bad-token-unchallenged'))
  if (missing) return new Refusal(error.status, error.code, error.message)
  const other = { ...error.headers, 'www-authenticate': 'Basic realm="tenant"' }
  return faulty('challenge-of-another-scheme')
    ? new Refusal(error.status, error.code, error.message, other)
    : error
}

/** Applies the variation's status for rejected tokens, if part 7 shows no status for this operation. */
export function withVariationStatus(
  error: unknown,
  { operation }: Route,
  { refusedTokenStatus }: Variation,
): unknown {
  if (refusedTokenStatus === null || statusesShown.includes(operation)) return error
  if (!(error instanceof Refusal) || !tokenCodes.includes(error.code)) return error
  const login = refusedTokenStatus === 303 ? { location: '/login' } : {}
  return new Refusal(refusedTokenStatus, error.code, error.message, { ...error.headers, ...login })
}

/** After too many invalid tokens, returns a refusal with the lock-out status of the variation. */
export function withLockOut(
  error: unknown,
  { tokens, variation }: { readonly tokens: Tokens; readonly variation: Variation },
): unknown {
  const { lockOut } = variation.tokens
  if (lockOut === null || !(error instanceof Refusal) || error.code !== 'invalid_token') return error
  return tokens.countBad() > lockOut.after
    ? new Refusal(lockOut.status, 'locked_out', 'Too many invalid tokens')
    : error
}

const tokenCodes: readonly string[] = ['invalid_token', 'Bearer', 'client_not_global', 'insufficient_scope']
