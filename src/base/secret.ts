// Secrets: a type that prints as [redacted].
import { inspect } from 'node:util'

/** What stands in the place of a secret. */
export const redacted = '[redacted]'

/** A value that no log, report or error may show. It prints, inspects and serialises as "[redacted]". */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** The value itself; call it only where the value goes onto the wire. */
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
