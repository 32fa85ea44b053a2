// The generator's only error.

export interface Failure {
  /** The search gave up, so an instance may exist. */
  readonly givenUp?: boolean
  /** RFC 6901, within their documents. */
  readonly schemaPointers?: readonly string[]
}

export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  /** RFC 6901: the instance place, or the node of a malformed schema. */
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
