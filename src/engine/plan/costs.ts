// Costs of checks in requests, for dividing and fitting a run.

export interface Costs {
  readonly of: (scope: string) => number
  /** Fixtures, each paid for once. */
  readonly needs: (scope: string) => readonly string[]
}

const unknown = 'what is not known'

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
