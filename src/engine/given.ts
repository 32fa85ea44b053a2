// Requests of what has no driver yet.
import type { Json, JsonObject } from '../base/json.ts'
import type { Request } from './request.ts'
import type { Requests } from './requests.ts'

export class Given {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /** A request that replaces the phone templates; messages left out get a text of the run. */
  templates(messages: JsonObject = {}): Request {
    return this.templatesBody({ ...this.templateMessages(), ...messages })
  }

  /** A replacement of the phone templates with that body. */
  templatesBody(body: Json): Request {
    return this.#requests.of('phone-templates.update', '', body)
  }

  /** Two plain messages that no other call gives, with the run's marker in them. */
  templateMessages(): { readonly enrollment_message: string; readonly verification_message: string } {
    const mark = `${this.#requests.marker} ${this.#requests.number()}`
    return {
      enrollment_message: `${mark}: {{code}} enrolls you with {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you with {{tenant.friendly_name}}.`,
    }
  }

  /** A read of the signing keys. */
  keys(): Request {
    return this.#requests.of('custom-signing-keys.get')
  }

  /** A request that deletes a policy. */
  deletion(id: string): Request {
    return this.#requests.of('rate-limit-policies.delete', id)
  }
}
