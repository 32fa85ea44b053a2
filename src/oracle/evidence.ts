// A clause passes only with evidence: an observation that could have failed it.
import type { Exchange } from '../base/exchange.ts'

/**
 * - `accepted`: the tenant accepted a valid request
 * - `refused`: the tenant refused an invalid request, but accepted its control
 * - `status`: the response had an expected status
 * - `as-sent`: the response contained a member as the client sent it
 * - `unchanged`: a member kept its value
 * - `shape`: the response satisfied a keyword of its schema
 * - `condition`: any other evidence
 */
export type EvidenceKind = 'accepted' | 'refused' | 'status' | 'as-sent' | 'unchanged' | 'shape' | 'condition'

export interface Evidence {
  readonly kind: EvidenceKind
  /** The compared members, each as "<operation> <JSON pointer>". `*` stands for any array element. */
  readonly compared: readonly string[]
  readonly exchange?: Exchange | null
  readonly control?: Exchange | null
  readonly steps?: readonly Exchange[] | undefined
  readonly shows?: string | undefined
}

export function comparedOf(operation: string, pointers: readonly string[]): readonly string[] {
  return pointers.map((pointer) => `${operation} ${pointer}`)
}
