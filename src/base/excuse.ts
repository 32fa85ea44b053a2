// Excuses: what a profile says of clauses that need not count. A waiver excuses a failure, a gap that nothing was observed.

export interface Excuse {
  /** An id, or several by a `*` for any part of one. */
  readonly clause: string
  readonly reason: string
  /** The last day on which it holds, YYYY-MM-DD (UTC). */
  readonly expires?: string
}

/** What runs may leave behind on a tenant that has no way to remove it. */
export interface Leftover {
  /** The name of a resource. */
  readonly resource: string
  readonly reason: string
  /** The last day on which it holds, YYYY-MM-DD (UTC). */
  readonly expires?: string
}

/** Whether `id` is meant by an id, or by one with `*` for any characters. */
export function matches(id: string, glob: string): boolean {
  return glob.includes('*') ? patternOf(glob).test(id) : id === glob
}

// A contract holds some hundred clauses against each of its patterns.
let latest: { readonly glob: string; readonly pattern: RegExp } | null = null

function patternOf(glob: string): RegExp {
  if (latest?.glob !== glob) {
    // Ids hold letters, digits, dots and hyphens: of these only the dot means something else in a pattern.
    const parts = glob.split('*').map((part) => part.replaceAll(/[^\w-]/g, '\\$&'))
    latest = { glob, pattern: new RegExp(`^${parts.join('.*')}$`) }
  }
  return latest.pattern
}

/** The excuse of a clause that holds on a day, YYYY-MM-DD; null where there is none. */
export function excuseOf(id: string, excuses: readonly Excuse[], day: string): Excuse | null {
  return excuses.find(({ clause, expires = day }) => expires >= day && matches(id, clause)) ?? null
}

/** Which resources may be left behind on a day, YYYY-MM-DD, each by what says so. */
export function leftoversOn(day: string, leftovers: readonly Leftover[]): ReadonlyMap<string, Leftover> {
  return new Map(leftovers.filter(({ expires = day }) => expires >= day).map((one) => [one.resource, one]))
}
