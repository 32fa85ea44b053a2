// What fits: of the clauses that are asked for those that so many requests can check, what is worth most of them first.
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Clause } from '../../contract/index.ts'
import { type Costs, withNeeds } from './costs.ts'
import type { PlannedCheck } from './planned-check.ts'

export interface Fitting {
  /** The most that may be expected to be sent. */
  readonly requestsMax: number
  readonly costs: Costs
  /** The faults that a clause is known to find, each by a number for its kind. */
  readonly finds: (clause: Clause) => readonly number[]
  /** Whether what the specification demands comes before all that it does not; else what finds most comes first. */
  readonly mustFirst: boolean
  /** Under which a check is counted. */
  readonly scopeOf: (check: PlannedCheck) => string
}

/** What fits, in the order of what it is worth. */
export interface Fit {
  readonly fitting: readonly Clause[]
  /** The clauses that do not fit, by their ids, with the requests that each would send beside those that do. */
  readonly left: ReadonlyMap<string, number>
}

/**
 * Chooses among the clauses of the checks what finds most for each request that it adds; what several need is paid for once.
 */
export function fitted(
  checks: readonly PlannedCheck[],
  { requestsMax, costs, finds, mustFirst, scopeOf }: Fitting,
): Fit {
  const own = groupedBy(checks, ({ clause }) => clause)
  const scopesOf = new Map([...own].map(([clause, all]) => [clause, withNeeds(all.map(scopeOf), costs)]))
  const needing = new Map<string, Clause[]>()
  for (const [clause, scopes] of scopesOf)
    for (const scope of scopes) needing.set(scope, [...(needing.get(scope) ?? []), clause])
  const costOf = new Map([...needing.keys()].map((scope) => [scope, costs.of(scope)]))
  // What each clause would add: looked up at every choice, changed only where a choice pays for what others need.
  const adding = new Map([...scopesOf].map(([clause, scopes]) => [clause, sum(scopes, costOf)]))
  const worth = worthBy(own.keys(), finds)
  const fitting: Clause[] = []
  let affordable = requestsMax
  for (;;) {
    let best: { readonly clause: Clause; readonly cost: number; readonly rank: number } | null = null
    for (const [clause, cost] of adding) {
      const rank = (mustFirst && clause.level === 'MUST' ? mustRank : 0) + (1 + worth.of(clause)) / (1 + cost)
      if (cost <= affordable && (best === null || rank > best.rank)) best = { clause, cost, rank }
    }
    if (best === null) break
    affordable -= best.cost
    adding.delete(best.clause)
    fitting.push(best.clause)
    worth.take(best.clause)
    for (const scope of scopesOf.get(best.clause) ?? []) {
      const cost = costOf.get(scope) ?? 0
      costOf.set(scope, 0)
      for (const clause of cost === 0 ? [] : (needing.get(scope) ?? []))
        if (adding.has(clause)) adding.set(clause, (adding.get(clause) ?? 0) - cost)
    }
  }
  return { fitting, left: new Map([...adding].map(([{ id }, cost]) => [id, cost])) }
}

function sum(scopes: ReadonlySet<string>, costOf: ReadonlyMap<string, number>): number {
  return [...scopes].reduce((all, scope) => all + (costOf.get(scope) ?? 0), 0)
}

// A tenant does the same wrong at several operations, as a rule: where it was looked for once, less is to be found.
const knownKindWorth = 0.2

/** What the clauses would find beside those that were taken: looked up at every choice, changed only by a kind that is new. */
function worthBy(
  clauses: Iterable<Clause>,
  finds: Fitting['finds'],
): { readonly of: (clause: Clause) => number; readonly take: (clause: Clause) => void } {
  const unknown = new Map<number, Clause[]>()
  const worths = new Map<Clause, number>()
  for (const clause of clauses) {
    worths.set(clause, finds(clause).length)
    for (const kind of finds(clause)) unknown.set(kind, [...(unknown.get(kind) ?? []), clause])
  }
  const of = (clause: Clause): number => worths.get(clause) ?? 0
  const take = (clause: Clause): void => {
    for (const kind of finds(clause)) {
      for (const one of unknown.get(kind) ?? []) worths.set(one, of(one) - 1 + knownKindWorth)
      unknown.delete(kind)
    }
  }
  return { of, take }
}

// More than any clause finds for a request.
const mustRank = 1_000_000
