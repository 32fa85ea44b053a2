// Results of an evaluation.
import type { Schema } from '../schema/schema.ts'

export interface Failing {
  readonly pointer: string
  readonly keyword: string
  readonly schema: Schema
  readonly property?: string
}

/** With the evaluated members and elements. */
export interface Result {
  readonly valid: boolean
  readonly members: ReadonlySet<string>
  readonly elements: ReadonlySet<number>
}

export interface Tally extends Result {
  valid: boolean
  readonly members: Set<string>
  readonly elements: Set<number>
}
