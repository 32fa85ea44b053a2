// Replaces the phone message templates (part 4.2), with faults.
import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import { readMessage } from '../messages/phone-message.ts'
import type { Answer, Call, Route } from '../route.ts'
import { defaultTemplates, type PhoneTemplates } from '../state.ts'

export const route: Route = {
  operation: 'phone-templates.update',
  prefix: 'templates',
  method: 'PUT',
  path: '/guardian/factors/phone/templates',
  example: { ...defaultTemplates },
  firstMember: 'enrollment_message',
  prepare(call) {
    try {
      const templates = readTemplates(call)
      return () => replace(templates, call)
    } catch (error) {
      storeRefused(call)
      throw error
    }
  },
}

// Breaks every clause that compares the response with the request.
const everyAnswer = [
  ...['returns-stored', 'text-unchanged', 'text-exact', 'variables-unrendered'],
  ...['defaults', 'replaces', 'form-body'],
]

export const faults: readonly FaultGroup[] = [
  {
    of: ['phone-templates.update'],
    seeds: {
      'same-again-refused': ['idempotent', 'An update that changes nothing is refused.'],
      'always-500': [
        ['accepts', 'no-server-error'],
        'Every valid update is carried out and answered with 500.',
      ],
      'enrollment-message-missing': [
        ['returned-members', ...everyAnswer],
        'The response lacks enrollment_message.',
      ],
      'verification-message-missing': [
        ['returned-members', ...everyAnswer],
        'The response lacks verification_message.',
      ],
      'empty-message-null': [['returned-members', 'text-unchanged'], 'An empty message comes back as null.'],
      'messages-swapped': [everyAnswer, 'The response holds each message under the name of the other.'],
      'messages-of-one-length-swapped': [
        everyAnswer,
        'The response holds messages of one length under the names of each other.',
      ],
      'stored-escaped': ['stored', 'Markup in a message is returned as it was sent and stored escaped.'],
      'answers-previous': [everyAnswer, 'The response holds the messages that were stored before.'],
      'verification-message-repeated': [everyAnswer, 'The response holds the enrollment message twice.'],
      'defaults-null': [['defaults', 'returned-members'], 'The default messages come back as null.'],
      'defaults-shortened': [
        'defaults',
        'The default enrollment message comes back without its last sentence.',
      ],
      'defaults-refused': ['defaults', 'The default messages are refused.'],
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
      'without-enrollment-message-accepted': [
        'required-members',
        'An update without enrollment_message is accepted.',
      ],
      'without-verification-message-accepted': [
        'required-members',
        'An update without verification_message is accepted.',
      ],
      'empty-object-accepted': [
        ['required-members', 'strange-request'],
        'An update with neither message is accepted.',
      ],
      'body-array-accepted': ['body-object', 'An array is accepted as body.'],
      // Event streams get the other kinds.
      'body-number-accepted': ['body-object', 'A number is accepted as body.'],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
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
      'form-plus-kept': ['form-body', 'A plus sign in a form is not decoded to a space.'],
      'form-keeps-verification-message': ['form-body', 'A form changes the enrollment message alone.'],
      'form-answered-empty': ['form-body', 'A form body is accepted, and its messages are lost.'],
      'form-without-enrollment-message-accepted': [
        'form-refused',
        'A form without enrollment_message is accepted.',
      ],
      'form-without-verification-message-accepted': [
        'form-refused',
        'A form without verification_message is accepted.',
      ],
      'form-refused-stores': ['form-refused', 'A form that is refused stores what is valid in it.'],
    },
  },
]

const members = ['enrollment_message', 'verification_message'] as const

function readTemplates(call: Call): PhoneTemplates {
  const { variation, faulty, state } = call
  const body = readObject(call)
  if (variation.unknownMembers === 'refused' && Object.keys(body).length > members.length)
    throw new Invalid('Additional properties not allowed')
  const read = (member: (typeof members)[number]): string => {
    if (Object.hasOwn(body, member)) return readMessage(body[member], member, call)
    const none = Object.keys(body).length === 0
    const forgiven = none
      ? faulty('empty-object-accepted')
      : faulty(`without-${wordOf(member)}-accepted`) ||
        (call.mediaType === formType && faulty(`form-without-${wordOf(member)}-accepted`))
    if (forgiven) return state.templates[member]
    throw new Invalid(`Missing required property ${member}`)
  }
  const templates = {
    enrollment_message: read('enrollment_message'),
    verification_message: read('verification_message'),
  }
  if (faulty('defaults-refused') && isDefault(templates)) throw new Invalid('These are the defaults')
  return call.mediaType === 'application/json' ? templates : fromForm(templates, call)
}

function readObject({ body, faulty }: Call): JsonObject {
  if (isObject(body)) return body
  const kind = body === null ? 'null' : Array.isArray(body) ? 'array' : typeof body
  if (kind === 'array' && faulty('body-array-500')) throw new Refusal(500, 'internal', 'No such property')
  if (body !== undefined && faulty(`body-${kind}-accepted`)) return { ...defaultTemplates }
  throw new Invalid('Expected type object as payload')
}

function fromForm(templates: PhoneTemplates, { state, faulty }: Call): PhoneTemplates {
  if (faulty('form-keeps-verification-message'))
    return { ...templates, verification_message: state.templates.verification_message }
  if (faulty('form-answered-empty')) return { enrollment_message: '', verification_message: '' }
  if (!faulty('form-plus-kept')) return templates
  return {
    enrollment_message: templates.enrollment_message.replaceAll(' ', '+'),
    verification_message: templates.verification_message.replaceAll(' ', '+'),
  }
}

function replace(templates: PhoneTemplates, { state, variation, faulty, mediaType }: Call): Answer {
  const before = state.templates
  const same = members.every((member) => templates[member] === before[member])
  if (same && faulty('same-again-refused')) throw new Refusal(409, 'conflict', 'Nothing to change')
  const text = createHash('sha256').update(JSON.stringify(templates)).digest('base64')
  const stale = !same && state.pastTemplates.has(text) && faulty('earlier-messages-not-stored')
  state.notePastTemplates(text)
  if (mediaType !== formType || !faulty('form-answered-not-stored'))
    state.templates = stale ? before : stored(templates, before, faulty)
  if (faulty('always-500')) throw new Refusal(500, 'internal', 'The notification failed')
  const unkept = ['not-stored', 'stored-cut', 'stored-escaped', 'form-answered-not-stored']
  const shown = stale || unkept.some((name) => faulty(name)) ? templates : state.templates
  return {
    status: variation.success['phone-templates.update'] ?? 200,
    body: distorted(faulty('answers-previous') ? before : shown, faulty),
  }
}

function stored(sent: PhoneTemplates, before: PhoneTemplates, faulty: Call['faulty']): PhoneTemplates {
  const sameEnrollment = sent.enrollment_message === before.enrollment_message
  const sameVerification = sent.verification_message === before.verification_message
  if (faulty('not-stored') || (sameEnrollment !== sameVerification && faulty('one-change-ignored')))
    return before
  const exchanged =
    sent.enrollment_message === before.verification_message &&
    sent.verification_message === before.enrollment_message
  if (exchanged && faulty('exchange-ignored')) return before
  const near = (one: string, other: string): boolean =>
    one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0
  const nearly =
    near(sent.enrollment_message, before.enrollment_message) &&
    near(sent.verification_message, before.verification_message)
  if (nearly && faulty('near-messages-ignored')) return before
  if (sameEnrollment && faulty('verification-message-sticks'))
    return { ...sent, verification_message: before.verification_message }
  if (faulty('stored-escaped'))
    return {
      enrollment_message: sent.enrollment_message.replaceAll('<', '&lt;'),
      verification_message: sent.verification_message.replaceAll('<', '&lt;'),
    }
  if (!faulty('stored-cut')) return sent
  return {
    enrollment_message: sent.enrollment_message.slice(0, -1),
    verification_message: sent.verification_message.slice(0, -1),
  }
}

function distorted(templates: PhoneTemplates, faulty: Call['faulty']): JsonObject {
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

function isDefault({ enrollment_message, verification_message }: PhoneTemplates): boolean {
  return (
    enrollment_message === defaultTemplates.enrollment_message &&
    verification_message === defaultTemplates.verification_message
  )
}

function storeRefused({ body, state, faulty, mediaType }: Call): void {
  if (faulty('refused-restores-defaults')) state.templates = defaultTemplates
  for (const member of members) {
    const message = isObject(body) ? body[member] : undefined
    const stores =
      faulty(`refused-stores-${wordOf(member)}`) || (mediaType === formType && faulty('form-refused-stores'))
    if (typeof message === 'string' && stores) state.templates = { ...state.templates, [member]: message }
  }
}

function wordOf(member: string): string {
  return member.replace('_', '-')
}
