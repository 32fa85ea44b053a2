// Suppressions of a profile. A waiver excuses a failure, and a gap excuses a clause without an
// observation.
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

/**
 * Returns the first suppression for the clause that has not expired.
 * @param day YYYY-MM-DD
 */
export function suppressionOf(
  id: string,
  suppressions: readonly Suppression[],
  day: string,
): Suppression | null {
  return suppressions.find(({ clause, expires = day }) => expires >= day && matchesGlob(id, clause)) ?? null
}

/**
 * Returns the declarations of leftovers that have not expired, by resource.
 * @param day YYYY-MM-DD
 */
export function leftoversOn(day: string, leftovers: readonly Leftover[]): ReadonlyMap<string, Leftover> {
  return new Map(leftovers.filter(({ expires = day }) => expires >= day).map((one) => [one.resource, one]))
}
