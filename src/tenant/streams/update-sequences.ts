// Faults that occur only after certain sequences of updates (part 3 of the specification).
import { isObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import type { Call } from '../route.ts'
import type { EventStream } from './event-stream.ts'
import type { StreamRequest } from './request.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'enabling-undoes-what-changed-meanwhile': [
        'any-sequence',
        'Enabling a stream reverts the changes made while it was disabled.',
      ],
      'refused-name-comes-with-next-update': [
        'any-sequence',
        'The next accepted update stores the name of a rejected update.',
      ],
      'tenth-update-ignored': [
        ['any-sequence', 'name-changes', 'toggles-repeatedly'],
        'Every tenth update of a stream gets a success response, but changes nothing.',
      ],
      'name-set-before-ignored': [
        ['any-sequence', 'form-body'],
        'An update with an earlier name of the stream is ignored.',
      ],
      'same-name-disables': [
        ['any-sequence', 'same-name'],
        'An update with the current name of a stream disables the stream.',
      ],
      'toggle-after-two-renamings-takes-first-name': [
        'any-sequence',
        'If a stream was renamed twice, a change of its forwarding state restores the first new name.',
      ],
    },
  },
]

export function noteRefusedName({ id, body, state }: Call): void {
  if (isObject(body) && typeof body.name === 'string') state.refusedNames.set(id, body.name)
}

const past = ({ name, subscriptions, destination, state }: EventStream): StreamRequest => ({
  ...{ name, subscriptions, destination, state },
})

/** Returns the additional changes that a fault makes. */
export function sequenceChanges(
  stream: EventStream,
  sent: StreamRequest,
  next: EventStream,
  { state, faulty }: Call,
): StreamRequest {
  const { id } = stream
  const updates = (state.updates.get(id) ?? 0) + 1
  state.updates.set(id, updates)
  if (updates % 10 === 0 && faulty('tenth-update-ignored')) return past(stream)
  const names = state.renamed.get(id) ?? []
  if (sent.name !== undefined && sent.name !== stream.name && names.slice(0, -1).includes(sent.name))
    if (faulty('name-set-before-ignored')) return { name: stream.name }
  if (sent.name === stream.name && faulty('same-name-disables')) return { state: 'disabled' }
  const toggles = next.state !== stream.state
  if (Object.keys(sent).length === 0) return {}
  if (toggles && next.state === 'disabled') state.whenDisabled.set(id, next)
  const then = state.whenDisabled.get(id)
  if (toggles && next.state === 'enabled' && then !== undefined)
    if (faulty('enabling-undoes-what-changed-meanwhile')) {
      const { name, subscriptions, destination } = then
      return { name, subscriptions, destination, ...sent }
    }
  const refused = state.refusedNames.get(id)
  state.refusedNames.delete(id)
  if (refused !== undefined && refused !== '' && sent.name === undefined)
    if (faulty('refused-name-comes-with-next-update')) return { name: [...refused].slice(0, 128).join('') }
  const [first, second] = state.renamed.get(id) ?? []
  if (toggles && sent.name === undefined && first !== undefined && second !== undefined)
    if (faulty('toggle-after-two-renamings-takes-first-name')) return { name: first }
  return {}
}
