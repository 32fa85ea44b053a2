// A fault: a repeated request with an invalid token gets the cached response of an earlier request.
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Answer } from '../route.ts'
import type { State } from '../state.ts'

const forgeries = [
  ...['auth-altered-signature', 'auth-signature-missing', 'auth-altered-header', 'auth-altered-payload'],
  'auth-alg-none',
]

const seeds = (owner: string): FaultGroup['seeds'] => ({
  'answer-remembered': [
    [owner, ...forgeries.filter((clause) => clause !== owner)],
    'A repeated request with an invalid token gets the cached response of an earlier request.',
  ],
})

export const faults: readonly FaultGroup[] = [
  { of: ['event-streams.create'], seeds: seeds('auth-altered-signature') },
  { of: ['event-streams.update'], seeds: seeds('auth-signature-missing') },
  { of: ['phone-templates.update'], seeds: seeds('auth-altered-header') },
]

const caches = new WeakMap<State, Map<string, Answer>>()

export function cacheResponse(request: string, answer: Answer, state: State, faulty: Faulty): void {
  if (!faulty('answer-remembered')) return
  const answers = caches.get(state) ?? new Map<string, Answer>()
  caches.set(state, answers.set(request, answer))
}

export function cachedResponse(request: string, state: State, faulty: Faulty): Answer | undefined {
  return faulty('answer-remembered') ? caches.get(state)?.get(request) : undefined
}
