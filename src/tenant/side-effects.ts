// Faults: a successful request also changes resources of other types (part 4 of the specification).
import type { FaultGroup, Faulty } from './faults/fault.ts'
import { defaultTemplates } from './messages/phone-templates.ts'
import type { State } from './state.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['rate-limit-policies.delete', 'event-streams.create', 'event-streams.update'],
    seeds: {
      'resets-templates': ['other-kinds-unchanged', 'A successful request also resets the phone templates.'],
    },
  },
  {
    of: ['rate-limit-policies.delete', 'phone-templates.update'],
    seeds: {
      'disables-streams': [
        ['other-kinds-unchanged', 'auth-changes-nothing'],
        'A successful request also disables all event streams.',
      ],
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      'removes-a-stream': ['other-kinds-unchanged', 'A delete also removes the newest event stream.'],
    },
  },
]

export function applySideEffects(state: State, faulty: Faulty): void {
  if (faulty('resets-templates')) state.templates = defaultTemplates
  if (faulty('disables-streams'))
    for (const stream of state.streams.values()) state.keepStream({ ...stream, state: 'disabled' })
  const last = [...state.streams.keys()].at(-1)
  if (last !== undefined && faulty('removes-a-stream')) state.removeStream(last)
}
