// Checks that the client is global and has the scope, with faults (part 5, rules 1, 3 and 4).

import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { challenge, Refusal, statusesShown } from '../http/refusal.ts'
import type { Variation } from '../variations/variation.ts'
import type { Caller } from './authentication.ts'

const wrongStatus = (nonGlobal: string, scope: string): FaultGroup['seeds'] => ({
  'non-global-403': [nonGlobal, 'A client that is not global gets 403.'],
  'without-scope-401': [scope, 'A valid token without the scope gets 401.'],
  'without-scope-404': [scope, 'A valid token without the scope gets 404.'],
})

export const faults: readonly FaultGroup[] = [
  { of: statusesShown, seeds: wrongStatus('auth-non-global', 'auth-scope') },
  {
    of: ({ operation }) => !statusesShown.includes(operation),
    seeds: wrongStatus('auth-refusal-status', 'auth-refusal-status'),
  },
  {
    of: () => true,
    seeds: {
      'non-global-accepted': ['auth-non-global', 'A client that is not global is accepted.'],
      'without-scope-accepted': ['auth-scope', 'Scopes are not checked.'],
      'other-verb-accepted': [
        'auth-scope',
        'A scope for the right resource with the wrong verb is accepted.',
      ],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'other-resource-accepted': [
        'auth-scope',
        'A scope with the right verb for a different resource is accepted.',
      ],
    },
  },
]

/** Throws Refusal with status 401 if the client is not global. */
export function requireGlobal(caller: Caller, { nonGlobalClients }: Variation, faulty: Faulty): void {
  if (caller.global || nonGlobalClients === 'served' || faulty('non-global-accepted')) return
  const message = 'Client is not global'
  throw new Refusal(faulty('non-global-403') ? 403 : 401, 'client_not_global', message, challenge())
}

/** Throws Refusal with status 403 if the token does not contain the scope. */
export function requireScope(caller: Caller, scope: string, faulty: Faulty): void {
  if (caller.scopes.has(scope) || faulty('without-scope-accepted')) return
  const resource = scope.slice(scope.indexOf(':'))
  if (faulty('other-verb-accepted') && [...caller.scopes].some((held) => held.endsWith(resource))) return
  const verb = scope.slice(0, scope.indexOf(':') + 1)
  if (faulty('other-resource-accepted') && [...caller.scopes].some((held) => held.startsWith(verb))) return
  const status = faulty('without-scope-401') ? 401 : faulty('without-scope-404') ? 404 : 403
  throw new Refusal(
    status,
    'insufficient_scope',
    `Insufficient scope, expected any of: ${scope}`,
    challenge({ error: 'insufficient_scope', scope }),
  )
}
