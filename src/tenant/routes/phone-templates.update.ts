// Replaces the phone message templates, with faults (part 4.2 of the specification).
import { createHash } from 'node:crypto'
import { isObject, type JsonObject, typeOf } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import { readMessage } from '../messages/phone-message.ts'
import {
  defaultTemplates,
  isDefault,
  type PhoneTemplates,
  templateMembers,
  withMessages,
  wordOf,
} from '../messages/phone-templates.ts'
import { returnedTemplates } from '../messages/returned-templates.ts'
import { storedTemplates, storeRefused } from '../messages/stored-templates.ts'
import type { Answer, Call, Route } from '../route.ts'
import { requireObject } from '../values/validation.ts'

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

export const faults: readonly FaultGroup[] = [
  {
    of: ['phone-templates.update'],
    seeds: {
      'same-again-refused': ['idempotent', 'An update that changes nothing is rejected.'],
      'always-500': [['accepts', 'no-server-error'], 'Every valid update is executed, but gets 500.'],
      'defaults-refused': ['defaults', 'An update with the default messages is rejected.'],
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
        'An update with an empty object is accepted.',
      ],
      'body-array-accepted': ['body-object', 'An array is accepted as body.'],
      // The operations of event streams have the faults that accept the other wrong types of bodies.
      'body-number-accepted': ['body-object', 'A number is accepted as body.'],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
      'form-plus-kept': ['form-body', 'A plus sign in a form is not decoded to a space.'],
      'form-keeps-verification-message': ['form-body', 'A form changes only the enrollment message.'],
      'form-answered-empty': ['form-body', 'A form body replaces both messages with empty messages.'],
      'form-without-enrollment-message-accepted': [
        'form-refused',
        'A form without enrollment_message is accepted.',
      ],
      'form-without-verification-message-accepted': [
        'form-refused',
        'A form without verification_message is accepted.',
      ],
    },
  },
]

function readTemplates(call: Call): PhoneTemplates {
  const { variation, faulty, state } = call
  const body = readObject(call)
  if (variation.unknownMembers === 'refused' && Object.keys(body).length > templateMembers.length)
    throw new Invalid('Additional properties not allowed')
  const read = (member: keyof PhoneTemplates): string => {
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
  const kind = typeOf(body)
  if (kind === 'array' && faulty('body-array-500')) throw new Refusal(500, 'internal', 'No such property')
  if (body !== undefined && faulty(`body-${kind}-accepted`)) return { ...defaultTemplates }
  return requireObject(body)
}

function fromForm(templates: PhoneTemplates, { state, faulty }: Call): PhoneTemplates {
  if (faulty('form-keeps-verification-message'))
    return { ...templates, verification_message: state.templates.verification_message }
  if (faulty('form-answered-empty')) return { enrollment_message: '', verification_message: '' }
  if (!faulty('form-plus-kept')) return templates
  return withMessages(templates, (message) => message.replaceAll(' ', '+'))
}

function replace(templates: PhoneTemplates, { state, variation, faulty, mediaType }: Call): Answer {
  const before = state.templates
  const same = templateMembers.every((member) => templates[member] === before[member])
  if (same && faulty('same-again-refused')) throw new Refusal(409, 'conflict', 'Nothing to change')
  const text = createHash('sha256').update(JSON.stringify(templates)).digest('base64')
  const stale = !same && state.pastTemplates.has(text) && faulty('earlier-messages-not-stored')
  state.notePastTemplates(text)
  if (mediaType !== formType || !faulty('form-answered-not-stored'))
    state.templates = stale ? before : storedTemplates(templates, before, faulty)
  if (faulty('always-500')) throw new Refusal(500, 'internal', 'The notification failed')
  const unkept = ['not-stored', 'stored-cut', 'stored-escaped', 'form-answered-not-stored']
  const answered = stale || unkept.some((name) => faulty(name)) ? templates : state.templates
  return {
    status: variation.success['phone-templates.update'] ?? 200,
    body: returnedTemplates(faulty('answers-previous') ? before : answered, faulty),
  }
}
