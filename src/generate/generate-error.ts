// The one error of the generator: a schema that is malformed, that nothing satisfies, or that is beyond it.

/** Why nothing could be generated, and for which place. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** RFC 6901 pointer: of the instance place, or of the schema node where the schema itself is malformed. */
  readonly pointer: string

  constructor(message: string, pointer: string) {
    super(`${message} (at ${pointer === '' ? 'the root' : `"${pointer}"`})`)
    this.pointer = pointer
  }
}
