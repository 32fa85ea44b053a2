// What checks cost: by it runs are divided into shards, and fitted to what may be sent.

/** What checks cost, by the scopes under which their requests are counted. */
export interface Costs {
  /** What is sent in a scope itself. */
  readonly of: (scope: string) => number
  /** The scopes that it brings along, which are paid for once by all that need them. */
  readonly needs: (scope: string) => readonly string[]
}

const unknown = 'what is not known'

/** Where nothing was counted, each check weighs the same, and may need what any other does. */
export const equalCosts: Costs = {
  of: (scope) => (scope === unknown ? 0 : 1),
  needs: (scope) => (scope === unknown ? [] : [unknown]),
}

/** Those scopes with all that they need. */
export function withNeeds(scopes: Iterable<string>, { needs }: Pick<Costs, 'needs'>): ReadonlySet<string> {
  const all = new Set<string>()
  const add = (scope: string): void => {
    if (all.has(scope)) return
    all.add(scope)
    for (const need of needs(scope)) add(need)
  }
  for (const scope of scopes) add(scope)
  return all
}
