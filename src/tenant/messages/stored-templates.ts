// Faults in storing phone message templates (part 4.2).
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
      'stored-escaped': ['stored', 'Markup in a message is returned as it was sent and stored escaped.'],
      'one-change-ignored': ['replaces', 'An update that changes one of the two messages is ignored.'],
      'exchange-ignored': ['replaces', 'An update that exchanges the two messages is ignored.'],
      'near-messages-ignored': [
        'replaces',
        'Messages that a collation takes for the stored ones are ignored.',
      ],
      'verification-message-sticks': [
        'replaces',
        'The verification message changes only together with the enrollment message.',
      ],
      'not-stored': [['stored', 'refused-changes-nothing'], 'An update is answered but not stored.'],
      'earlier-messages-not-stored': [
        'stored',
        'Messages that were stored before are answered but not stored.',
      ],
      'stored-cut': [
        ['stored', 'refused-changes-nothing'],
        'The last character of each message is not stored.',
      ],
      'refused-stores-enrollment-message': [
        'refused-changes-nothing',
        'An update that is refused stores its enrollment message.',
      ],
      'refused-stores-verification-message': [
        'refused-changes-nothing',
        'An update that is refused stores its verification message.',
      ],
      'refused-restores-defaults': [
        ['refused-changes-nothing', 'other-media-type', 'strange-request'],
        'An update that is refused puts the default messages back.',
      ],
      'form-refused-stores': ['form-refused', 'A form that is refused stores what is valid in it.'],
    },
  },
]

/** Faults store other messages than the sent ones. */
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
