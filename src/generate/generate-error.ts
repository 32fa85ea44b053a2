// The only error class of the generator.

export interface Failure {
  /** The search gave up, so an instance may exist. */
  readonly givenUp?: boolean
  /** JSON pointers (RFC 6901) within the documents. */
  readonly schemaPointers?: readonly string[]
}

export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** JSON pointer (RFC 6901) in the instance, or in a malformed schema. */
  readonly pointer: string
  /** The search gave up, so an instance may exist. */
  readonly givenUp: boolean
  readonly schemaPointers: readonly string[]

  constructor(message: string, pointer: string, { givenUp = false, schemaPointers = [] }: Failure = {}) {
    super(`${message} (at ${pointer === '' ? 'the root' : `"${pointer}"`})`)
    this.pointer = pointer
    this.givenUp = givenUp
    this.schemaPointers = schemaPointers
  }
}
