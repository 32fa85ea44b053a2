// The driver of the phone templates (parts 2.2, 4.2): messages that no other update sends.
import { type Driver, driver, type JsonObject, type Requests } from '../../src/engine/index.ts'

export class PhoneTemplates implements Driver {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  body(_: unknown, overrides: JsonObject = {}): JsonObject {
    const mark = `${this.#requests.marker} ${this.#requests.number()}`
    return {
      enrollment_message: `${mark}: {{code}} enrolls you with {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you with {{tenant.friendly_name}}.`,
      ...overrides,
    }
  }
}

export const phoneTemplates = driver('phone-templates', ({ requests }) => new PhoneTemplates(requests))
export default phoneTemplates
