// Evidence: observations that could have failed a clause. Only they make a pass; a premise never does.
import type { Exchange } from '../base/exchange.ts'

/**
 * What was observed. `accepted`: a valid request was accepted, for a clause that asks for no more than that;
 * `refused`: a request was refused beside its accepted control; `status`: a status was one that is asked for;
 * `as-sent`: a returned member is what was sent; `unchanged`: it is what it was; `shape`: a response satisfied a
 * keyword of its schema; `condition`: whatever else could have been otherwise.
 */
export type EvidenceKind = 'accepted' | 'refused' | 'status' | 'as-sent' | 'unchanged' | 'shape' | 'condition'

export interface Evidence {
  readonly kind: EvidenceKind
  /** The members whose values decided: "<operation> <JSON pointer>", `*` for any element. */
  readonly compared: readonly string[]
  /** The exchange that showed it; absent where it was none of a single request. */
  readonly exchange?: Exchange | null
  /** The accepted request beside it. */
  readonly control?: Exchange | null
  /** Earlier exchanges without which it means nothing, in their order. */
  readonly steps?: readonly Exchange[] | undefined
  /** What was seen, in words, where no exchange shows it. */
  readonly shows?: string | undefined
}

/** `operation` and pointers into its responses, as evidence names them. */
export function comparedOf(operation: string, pointers: readonly string[]): readonly string[] {
  return pointers.map((pointer) => `${operation} ${pointer}`)
}
