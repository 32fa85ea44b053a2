// Write modes limit the changes that a run makes to the tenant.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]

/** Clauses that the run does not check because the user chose no write mode. */
export interface Unchecked {
  readonly clauses: number
  readonly otherwise: string
}
