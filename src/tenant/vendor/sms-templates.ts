// The former path of the phone templates in the public vendor's API, with the same messages.
import type { Json } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'
import { type PhoneTemplates, templateMembers } from '../messages/phone-templates.ts'
import type { Route } from '../route.ts'
import { refuseUnknown, requireObject } from '../values/validation.ts'

const path = '/guardian/factors/sms/templates'

export const vendorRoutes: readonly Route[] = [
  {
    operation: 'sms-templates.get',
    prefix: '',
    method: 'GET',
    path,
    scope: 'read:guardian_factors',
    prepare:
      ({ state }) =>
      () => ({ status: 200, body: { ...state.templates } }),
  },
  {
    operation: 'sms-templates.update',
    prefix: '',
    method: 'PUT',
    path,
    scope: 'update:guardian_factors',
    prepare({ body, state }) {
      const templates = readTemplates(body)
      return () => {
        state.templates = templates
        return { status: 200, body: { ...templates } }
      }
    },
  },
]

function readTemplates(body: Json | undefined): PhoneTemplates {
  const sent = requireObject(body)
  refuseUnknown(sent, templateMembers)
  const { enrollment_message, verification_message } = sent
  if (typeof enrollment_message !== 'string' || typeof verification_message !== 'string')
    throw new Invalid('Missing required property: enrollment_message and verification_message')
  return { enrollment_message, verification_message }
}
