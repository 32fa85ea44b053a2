// A profile's excuses: a waiver for a failure, a gap for a missing observation.

export interface Excuse {
  /** `*` stands for any characters. */
  readonly clause: string
  readonly reason: string
  /** Last day, YYYY-MM-DD (UTC). */
  readonly expires?: string
}

/** Resources that runs may leave behind. */
export interface Leftover {
  readonly resource: string
  readonly reason: string
  /** Last day, YYYY-MM-DD (UTC). */
  readonly expires?: string
}

export function matches(id: string, glob: string): boolean {
  return glob.includes('*') ? patternOf(glob).test(id) : id === glob
}

// Callers match each pattern against hundreds of clauses.
let latest: { readonly glob: string; readonly pattern: RegExp } | null = null

function patternOf(glob: string): RegExp {
  if (latest?.glob !== glob) {
    // Of the characters in ids, only the dot needs escaping.
    const parts = glob.split('*').map((part) => part.replaceAll(/[^\w-]/g, '\\$&'))
    latest = { glob, pattern: new RegExp(`^${parts.join('.*')}$`) }
  }
  return latest.pattern
}

/** @param day YYYY-MM-DD */
export function excuseOf(id: string, excuses: readonly Excuse[], day: string): Excuse | null {
  return excuses.find(({ clause, expires = day }) => expires >= day && matches(id, clause)) ?? null
}

/** @param day YYYY-MM-DD */
export function leftoversOn(day: string, leftovers: readonly Leftover[]): ReadonlyMap<string, Leftover> {
  return new Map(leftovers.filter(({ expires = day }) => expires >= day).map((one) => [one.resource, one]))
}
