// Write modes: how much a run may change.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]

/** Clauses left unchecked by the default write mode. */
export interface Unchecked {
  readonly clauses: number
  /** Part of a sentence. */
  readonly otherwise: string
}
