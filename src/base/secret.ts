// A type for secrets, so that no code prints a secret by mistake.
import { inspect } from 'node:util'

export const redacted = '[redacted]'

export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** Call this method only to send, mask or change the secret. */
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return redacted
  }
  toJSON(): string {
    return redacted
  }
  [inspect.custom](): string {
    return redacted
  }
}
