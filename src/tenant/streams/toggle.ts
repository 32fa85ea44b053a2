// Sets the forwarding state after an update, with faults (part 3 of the specification).

import { alsoBreaking, type FaultGroup } from '../faults/fault.ts'
import type { Call } from '../route.ts'
import type { EventStream, ForwardingState } from './event-stream.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    // These faults also violate the clause `any-sequence`, which tests sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'disabling-ignored': [
        [
          'enabled-to-disabled',
          'toggles-repeatedly',
          'several-members',
          'form-body',
          'state-values',
          'toggle-moves-updated-at',
        ],
        'A stream cannot be disabled.',
      ],
      'enabling-ignored': [
        [
          'disabled-to-enabled',
          'toggles-repeatedly',
          'several-members',
          'form-body',
          'state-values',
          'toggle-moves-updated-at',
        ],
        'A disabled stream cannot be enabled.',
      ],
      'state-sticks-after-three-toggles': [
        ['toggles-repeatedly', 'several-members', 'form-body', 'state-values'],
        'The forwarding state can be changed only three times.',
      ],
      'same-state-toggles': [
        ['same-state', 'state-values', 'toggle-moves-updated-at', 'form-body'],
        'An update with the current forwarding state switches the stream to the other state.',
      ],
      'disabled-again-enables': [
        ['same-state', 'state-values', 'form-body'],
        'An update with the state disabled enables a disabled stream.',
      ],
    }),
  },
]

export function toggled(stream: EventStream, state: ForwardingState, call: Call): ForwardingState {
  const { faulty } = call
  const other = stream.state === 'enabled' ? 'disabled' : 'enabled'
  if (state === stream.state) {
    const flips = faulty('same-state-toggles') || (state === 'disabled' && faulty('disabled-again-enables'))
    return flips ? other : state
  }
  const toggles = (call.state.toggles.get(stream.id) ?? 0) + 1
  call.state.toggles.set(stream.id, toggles)
  const stays =
    (state === 'disabled' && faulty('disabling-ignored')) ||
    (state === 'enabled' && faulty('enabling-ignored')) ||
    (toggles > 3 && faulty('state-sticks-after-three-toggles'))
  return stays ? stream.state : state
}
