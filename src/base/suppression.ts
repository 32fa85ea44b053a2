// Waivers excuse failures. Gaps excuse clauses without an observation.
import { matchesGlob } from './glob.ts'

export interface Suppression {
  /** Id of a clause, or a pattern with `*` for any characters. */
  readonly clause: string
  readonly reason: string
  readonly expires?: string
}

export interface Leftover {
  readonly resource: string
  readonly reason: string
  readonly expires?: string
}

/** @param day YYYY-MM-DD */
export function suppressionOf(
  id: string,
  suppressions: readonly Suppression[],
  day: string,
): Suppression | null {
  return suppressions.find(({ clause, expires = day }) => expires >= day && matchesGlob(id, clause)) ?? null
}

/**
 * Returns unexpired leftovers (resources that a run may leave on the tenant) by resource.
 * @param day YYYY-MM-DD
 */
export function leftoversOn(day: string, leftovers: readonly Leftover[]): ReadonlyMap<string, Leftover> {
  return new Map(leftovers.filter(({ expires = day }) => expires >= day).map((one) => [one.resource, one]))
}
