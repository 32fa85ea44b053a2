// Evidence: observations that could have failed a clause. Only evidence leads to a pass.
import type { Exchange } from '../base/exchange.ts'

/**
 * - `accepted`: a valid request was accepted
 * - `refused`: refused while its control was accepted
 * - `status`: a status matched
 * - `as-sent`: a sent member was returned
 * - `unchanged`: a member kept its value
 * - `shape`: a schema keyword was satisfied
 * - `condition`: anything else
 */
export type EvidenceKind = 'accepted' | 'refused' | 'status' | 'as-sent' | 'unchanged' | 'shape' | 'condition'

export interface Evidence {
  readonly kind: EvidenceKind
  /** "<operation> <JSON pointer>" of each compared member; `*` for any array element. */
  readonly compared: readonly string[]
  readonly exchange?: Exchange | null
  readonly control?: Exchange | null
  /** Earlier exchanges on which this evidence depends. */
  readonly steps?: readonly Exchange[] | undefined
  /** The observation in words, if there is no exchange. */
  readonly shows?: string | undefined
}

export function comparedOf(operation: string, pointers: readonly string[]): readonly string[] {
  return pointers.map((pointer) => `${operation} ${pointer}`)
}
