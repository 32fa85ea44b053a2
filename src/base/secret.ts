// A type for secrets.
import { inspect } from 'node:util'

export const redacted = '[redacted]'

/** A value that prints, inspects and serialises as "[redacted]". */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** Only for code that sends the value. */
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
