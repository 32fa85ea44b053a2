// Results of evaluating a value against a schema.
import type { Schema } from '../schema/schema.ts'

export interface Failing {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

/** Validity, and the members and elements that the schema and its subschemas evaluated. */
export interface Result {
  readonly valid: boolean
  readonly members: ReadonlySet<string>
  readonly elements: ReadonlySet<number>
}

/** A mutable result. */
export interface Tally extends Result {
  valid: boolean
  readonly members: Set<string>
  readonly elements: Set<number>
}
