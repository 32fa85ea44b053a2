// Reads the forwarding state, which is enabled or disabled, with faults (part 2.4 of the specification).
import type { Json } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import type { ForwardingState } from './event-stream.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'form-state-unchecked': [
        'form-refused',
        'Any forwarding state in a form is accepted and means disabled.',
      ],
      'form-state-case-ignored': [
        'form-refused',
        'The forwarding state in a form is accepted in any letter case.',
      ],
    },
  },
  // Each fault belongs to one operation, because a default run sends each wrong type to one operation.
  {
    of: ['event-streams.create'],
    seeds: { 'state-boolean-accepted': ['state-values', 'A boolean is accepted as forwarding state.'] },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'state-number-accepted': ['state-values', 'A number is accepted as forwarding state.'],
      'state-null-accepted': ['state-values', 'The forwarding state null disables the stream.'],
      'state-false-disables': ['state-values', 'The forwarding state false disables the stream.'],
      'state-zero-disables': ['state-values', 'The forwarding state 0 disables the stream.'],
      'state-empty-list-disables': ['state-values', 'An empty list as forwarding state disables the stream.'],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'state-list-accepted': ['state-values', 'A list with one forwarding state is accepted as that state.'],
      'state-true-enables': ['state-values', 'The forwarding state true means enabled; false is rejected.'],
      'state-one-enables': ['state-values', 'The forwarding state 1 means enabled; 0 is rejected.'],
      'state-object-accepted': [
        'state-values',
        'An object with members is accepted as forwarding state and means disabled.',
      ],
    },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'state-unknown-accepted': [
        'state-values',
        'Any text is accepted as forwarding state and means disabled.',
      ],
      'state-upper-case-accepted': ['state-values', 'The forwarding state is accepted in any letter case.'],
      'state-empty-accepted': ['state-values', 'An empty forwarding state means disabled.'],
      'state-over-long-accepted': [
        'state-values',
        'A forwarding state of more than 8 characters is accepted and means disabled.',
      ],
    },
  },
]

const longest = 'disabled'.length

/** Throws Invalid for a wrong state. */
export function readState(value: Json, { faulty, variation, mediaType }: Call): ForwardingState {
  if (value === 'enabled' || value === 'disabled') return value
  if (mediaType === formType && faulty('form-state-unchecked')) return 'disabled'
  const known = typeof value === 'string' ? value.toLowerCase() : ''
  if (known === 'enabled' || known === 'disabled')
    if (mediaType === formType && faulty('form-state-case-ignored')) return known
  if (value === null && faulty('state-null-accepted')) return 'disabled'
  if (value === false && faulty('state-false-disables')) return 'disabled'
  if (value === 0 && faulty('state-zero-disables')) return 'disabled'
  if (value === true && faulty('state-true-enables')) return 'enabled'
  if (value === 1 && faulty('state-one-enables')) return 'enabled'
  if (Array.isArray(value)) {
    const [first, second] = value as readonly Json[]
    if (first === undefined && faulty('state-empty-list-disables')) return 'disabled'
    if (second === undefined && faulty('state-list-accepted'))
      if (first === 'enabled' || first === 'disabled') return first
  } else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    if (faulty('state-object-accepted')) return 'disabled'
  if (typeof value === 'boolean' && faulty('state-boolean-accepted')) return value ? 'enabled' : 'disabled'
  if (typeof value === 'number' && faulty('state-number-accepted')) return value ? 'enabled' : 'disabled'
  if (typeof value === 'string') {
    if (faulty('state-unknown-accepted')) return 'disabled'
    if (value === '' && faulty('state-empty-accepted')) return 'disabled'
    if (value.length > longest && faulty('state-over-long-accepted')) return 'disabled'
    const lower = value.toLowerCase()
    if (faulty('state-upper-case-accepted') && (lower === 'enabled' || lower === 'disabled')) return lower
  }
  throw new Invalid(`No enum match (enabled, disabled) on property ${variation.stateField}`)
}
