// The one error of the generator: a schema that is malformed, that nothing satisfies, or that is beyond it.

/** What more is known of a failure. */
export interface Failure {
  /** Whether nothing was found within the budget of the search, so that there may be something all the same. */
  readonly givenUp?: boolean
  /** RFC 6901 pointers, each within its document, of the schemas that cannot be met together. */
  readonly schemaPointers?: readonly string[]
}

/** Why nothing could be generated, and for which place. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** RFC 6901 pointer: of the instance place, or of the schema node where the schema itself is malformed. */
  readonly pointer: string
  /** Whether nothing was found within the budget of the search, so that there may be something all the same. */
  readonly givenUp: boolean
  /** Of the schemas that cannot be met together, where that is why. */
  readonly schemaPointers: readonly string[]

  constructor(message: string, pointer: string, { givenUp = false, schemaPointers = [] }: Failure = {}) {
    super(`${message} (at ${pointer === '' ? 'the root' : `"${pointer}"`})`)
    this.pointer = pointer
    this.givenUp = givenUp
    this.schemaPointers = schemaPointers
  }
}
