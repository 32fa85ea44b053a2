// Faults in the phone message templates that a response contains (part 4.2 of the specification).
import type { Json, JsonObject } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { isDefault, type PhoneTemplates } from './phone-templates.ts'

// A wrong response violates all these clauses, because each of them compares the response with the request.
const everyAnswer = [
  ...['returns-stored', 'text-unchanged', 'text-exact', 'variables-unrendered'],
  ...['defaults', 'replaces', 'form-body'],
]

export const faults: readonly FaultGroup[] = [
  {
    of: ['phone-templates.update'],
    seeds: {
      'enrollment-message-missing': [
        ['returned-members', ...everyAnswer],
        'The response lacks enrollment_message.',
      ],
      'verification-message-missing': [
        ['returned-members', ...everyAnswer],
        'The response lacks verification_message.',
      ],
      'empty-message-null': [
        ['returned-members', 'text-unchanged'],
        'The response contains null for an empty message.',
      ],
      'messages-swapped': [everyAnswer, 'The response swaps the two messages.'],
      'messages-of-one-length-swapped': [
        everyAnswer,
        'The response swaps the two messages if they have the same length.',
      ],
      'answers-previous': [everyAnswer, 'The response contains the previously stored messages.'],
      'verification-message-repeated': [everyAnswer, 'The response contains the enrollment message twice.'],
      'defaults-null': [
        ['defaults', 'returned-members'],
        'The response contains null for the default messages.',
      ],
      'defaults-shortened': [
        'defaults',
        'The response lacks the last sentence of the default enrollment message.',
      ],
    },
  },
]

export function returnedTemplates(templates: PhoneTemplates, faulty: Faulty): JsonObject {
  const { enrollment_message, verification_message } = templates
  if (faulty('enrollment-message-missing')) return { verification_message }
  if (faulty('verification-message-missing')) return { enrollment_message }
  const alike = enrollment_message.length === verification_message.length
  if (faulty('messages-swapped') || (alike && faulty('messages-of-one-length-swapped')))
    return { enrollment_message: verification_message, verification_message: enrollment_message }
  if (faulty('verification-message-repeated'))
    return { enrollment_message, verification_message: enrollment_message }
  if (isDefault(templates) && faulty('defaults-null'))
    return { enrollment_message: null, verification_message: null }
  if (isDefault(templates) && faulty('defaults-shortened'))
    return { enrollment_message: enrollment_message.replace(/ Please.*$/, ''), verification_message }
  const orNull = (message: string): Json => (message === '' && faulty('empty-message-null') ? null : message)
  return {
    enrollment_message: orNull(enrollment_message),
    verification_message: orNull(verification_message),
  }
}
