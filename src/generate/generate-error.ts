// The generator's only error: the schema is malformed, unsatisfiable or too hard.

export interface Failure {
  /** Whether the search used up its budget, so that an instance may exist. */
  readonly givenUp?: boolean
  /** RFC 6901 pointers of the schemas that contradict each other, each within its document. */
  readonly schemaPointers?: readonly string[]
}

/** Reports why and at which place generation failed. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** RFC 6901 pointer: of the instance place, or of the schema node if the schema is malformed. */
  readonly pointer: string
  /** Whether the search used up its budget, so that an instance may exist. */
  readonly givenUp: boolean
  /** The schemas that contradict each other, if that is the cause. */
  readonly schemaPointers: readonly string[]

  constructor(message: string, pointer: string, { givenUp = false, schemaPointers = [] }: Failure = {}) {
    super(`${message} (at ${pointer === '' ? 'the root' : `"${pointer}"`})`)
    this.pointer = pointer
    this.givenUp = givenUp
    this.schemaPointers = schemaPointers
  }
}
