// Replacing the phone message templates (part 4.2), and the faults of it.
import { isObject, type Json } from '../../base/json.ts'
import type { FaultGroup } from '../fault.ts'
import { Invalid } from '../refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { defaultTemplates, type PhoneTemplates } from '../state.ts'

export const route: Route = {
  operation: 'phone-templates.update',
  prefix: 'templates',
  method: 'PUT',
  path: '/guardian/factors/phone/templates',
  example: { ...defaultTemplates },
  prepare(call) {
    const templates = readTemplates(call)
    return () => replace(templates, call)
  },
}

export const faults: readonly FaultGroup[] = []

function readTemplates({ body, variation }: Call): PhoneTemplates {
  if (!isObject(body)) throw new Invalid('Expected type object as payload')
  const message = (member: keyof PhoneTemplates): string => {
    if (!Object.hasOwn(body, member)) throw new Invalid(`Missing required property ${member}`)
    return text(body[member], member)
  }
  if (variation.unknownMembers === 'refused' && Object.keys(body).length > 2)
    throw new Invalid('Additional properties not allowed')
  return {
    enrollment_message: message('enrollment_message'),
    verification_message: message('verification_message'),
  }
}

function text(value: Json | undefined, member: string): string {
  if (typeof value !== 'string') throw new Invalid(`Expected type string on property ${member}`)
  return value
}

function replace(templates: PhoneTemplates, { state, variation }: Call): Answer {
  state.templates = templates
  return { status: variation.success['phone-templates.update'] ?? 200, body: { ...templates } }
}
