// Write modes: how much a run may change.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]

/** By the default write mode. */
export interface Unchecked {
  readonly clauses: number
  readonly otherwise: string
}
