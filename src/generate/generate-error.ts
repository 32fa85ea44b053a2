// The only class of errors that the generator throws.

export interface Failure {
  /** True if the search gave up, so an instance may exist. */
  readonly givenUp?: boolean
  /** JSON pointers (RFC 6901) of the schemas within their documents. */
  readonly schemaPointers?: readonly string[]
}

export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** JSON pointer (RFC 6901) in the instance. For a malformed schema, the pointer in the schema. */
  readonly pointer: string
  /** True if the search gave up, so an instance may exist. */
  readonly givenUp: boolean
  readonly schemaPointers: readonly string[]

  constructor(message: string, pointer: string, { givenUp = false, schemaPointers = [] }: Failure = {}) {
    super(`${message} (at ${pointer === '' ? 'the root' : `"${pointer}"`})`)
    this.pointer = pointer
    this.givenUp = givenUp
    this.schemaPointers = schemaPointers
  }
}
