// What judging a value by a schema found.
import type { Schema } from '../schema/schema.ts'

/** One keyword that an instance fails. */
export interface Failing {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

/** What one schema found: which members and elements of the instance it, or what it applies, evaluated. */
export interface Result {
  readonly valid: boolean
  readonly members: ReadonlySet<string>
  readonly elements: ReadonlySet<number>
}

/** A result that is still being found. */
export interface Tally extends Result {
  valid: boolean
  readonly members: Set<string>
  readonly elements: Set<number>
}
