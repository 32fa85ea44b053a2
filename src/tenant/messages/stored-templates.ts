// Faults in the storing of phone message templates (part 4.2 of the specification).
import { isObject } from '../../base/json.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import type { Call } from '../route.ts'
import { isCollated } from '../values/stored-text.ts'
import {
  defaultTemplates,
  type PhoneTemplates,
  templateMembers,
  withMessages,
  wordOf,
} from './phone-templates.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['phone-templates.update'],
    seeds: {
      'stored-escaped': ['stored', 'Markup in a message is returned unchanged, but stored escaped.'],
      'one-change-ignored': ['replaces', 'An update that changes only one of the two messages is ignored.'],
      'exchange-ignored': ['replaces', 'An update that swaps the two messages is ignored.'],
      'near-messages-ignored': [
        'replaces',
        'New messages are ignored if they differ from the stored messages only in case or accents.',
      ],
      'verification-message-sticks': ['replaces', 'A change of only the verification message is ignored.'],
      'not-stored': [
        ['stored', 'refused-changes-nothing'],
        'An update gets a success response, but is not stored.',
      ],
      'earlier-messages-not-stored': [
        'stored',
        'An update that restores earlier messages gets a success response, but is not stored.',
      ],
      'stored-cut': [
        ['stored', 'refused-changes-nothing'],
        'The last character of each message is not stored.',
      ],
      'refused-stores-enrollment-message': [
        'refused-changes-nothing',
        'A rejected update stores its enrollment message.',
      ],
      'refused-stores-verification-message': [
        'refused-changes-nothing',
        'A rejected update stores its verification message.',
      ],
      'refused-restores-defaults': [
        ['refused-changes-nothing', 'other-media-type', 'strange-request'],
        'A rejected update resets the messages to the defaults.',
      ],
      'form-refused-stores': ['form-refused', 'A rejected form stores its valid members.'],
    },
  },
]

/** Returns the messages to store: the sent messages, unless a fault changes them. */
export function storedTemplates(
  sent: PhoneTemplates,
  before: PhoneTemplates,
  faulty: Faulty,
): PhoneTemplates {
  const sameEnrollment = sent.enrollment_message === before.enrollment_message
  const sameVerification = sent.verification_message === before.verification_message
  if (faulty('not-stored') || (sameEnrollment !== sameVerification && faulty('one-change-ignored')))
    return before
  const exchanged =
    sent.enrollment_message === before.verification_message &&
    sent.verification_message === before.enrollment_message
  if (exchanged && faulty('exchange-ignored')) return before
  const nearly = templateMembers.every((member) => isCollated(sent[member], before[member]))
  if (nearly && faulty('near-messages-ignored')) return before
  if (sameEnrollment && faulty('verification-message-sticks'))
    return { ...sent, verification_message: before.verification_message }
  if (faulty('stored-escaped')) return withMessages(sent, (message) => message.replaceAll('<', '&lt;'))
  return faulty('stored-cut') ? withMessages(sent, (message) => message.slice(0, -1)) : sent
}

export function storeRefused({ body, state, faulty, mediaType }: Call): void {
  if (faulty('refused-restores-defaults')) state.templates = defaultTemplates
  for (const member of templateMembers) {
    const message = isObject(body) ? body[member] : undefined
    const stores =
      faulty(`refused-stores-${wordOf(member)}`) || (mediaType === formType && faulty('form-refused-stores'))
    if (typeof message === 'string' && stores) state.templates = { ...state.templates, [member]: message }
  }
}
