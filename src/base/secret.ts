// A type for secrets, so no code prints a secret by mistake.
import { inspect } from 'node:util'

export const redacted = '[redacted]'

/** A value that is printed, inspected and serialised as "[redacted]". */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** Only code that sends the secret to the tenant calls this method. */
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
