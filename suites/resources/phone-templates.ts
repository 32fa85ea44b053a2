// The adapter of the phone templates (parts 2.2 and 4.2).
import { type JsonObject, type Requests, type ResourceAdapter, resourceAdapter } from '../../src/suite.ts'

export const members = ['enrollment_message', 'verification_message'] as const

export const pointers: readonly string[] = members.map((member) => `/${member}`)

export type Messages = Readonly<Record<(typeof members)[number], string>>

export class PhoneTemplates implements ResourceAdapter {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  body(_: unknown, overrides: JsonObject = {}): JsonObject {
    return { ...this.newMessages(), ...overrides }
  }

  invalid(): readonly JsonObject[] {
    const messages = this.newMessages()
    const { enrollment_message } = messages
    return [{ enrollment_message }, { ...messages, enrollment_message: null }]
  }

  withMarker(texts: Partial<Messages>): Messages {
    const mark = this.#requests.name()
    return { enrollment_message: mark, verification_message: mark, ...texts }
  }

  newMessages(): Messages {
    const mark = this.#requests.name()
    return {
      enrollment_message: `${mark}: {{code}} signs you up at {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you at {{tenant.friendly_name}}.`,
    }
  }
}

export const phoneTemplates = resourceAdapter(
  'phone-templates',
  ({ requests }) => new PhoneTemplates(requests),
)
export default phoneTemplates
