// Faults in which the tenant remembers removed streams (parts 4.4 and 4.5 of the specification).
import type { FaultGroup } from '../faults/fault.ts'
import { Refusal } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import type { EventStream } from './event-stream.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'removed-comes-back': ['removed-refused', 'An update of a removed stream creates the stream again.'],
      'removed-answered-200': [
        'removed-refused',
        'An update of a removed stream gets the response for an existing stream.',
      ],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'name-kept-after-removal': [
        'name-free-again',
        'The name of a removed stream is rejected for other streams.',
      ],
    },
  },
]

/** Returns null unless a fault treats the removed stream as existing. */
export function removedStream(id: string, { state, faulty }: Call): EventStream | null {
  const known = state.removed.get(id)
  if (known === undefined) return null
  if (faulty('removed-comes-back')) state.keepStream(known)
  return faulty('removed-comes-back') || faulty('removed-answered-200') ? known : null
}

/** Throws Refusal if a removed stream had this name and a fault forbids such names. */
export function requireNameNeverUsed(name: string | undefined, { state, faulty }: Call): void {
  const kept = [...state.removed.values()].some((stream) => stream.name === name)
  if (kept && faulty('name-kept-after-removal')) throw new Refusal(409, 'name_taken', 'The name was used')
}
