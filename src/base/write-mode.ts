// Write modes: how much a run may change.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]

/** Clauses that the default write mode leaves unchecked. */
export interface Unchecked {
  readonly clauses: number
  readonly otherwise: string
}
