// Defines the costs of checks, in requests. Shards and request limits depend on these costs.

export interface Costs {
  readonly of: (scope: string) => number
  /** The fixtures that a scope (a check or a fixture) uses. Each fixture costs only once. */
  readonly needs: (scope: string) => readonly string[]
}

const unknown = 'unknown fixtures'

export const equalCosts: Costs = {
  of: (scope) => (scope === unknown ? 0 : 1),
  needs: (scope) => (scope === unknown ? [] : [unknown]),
}

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
