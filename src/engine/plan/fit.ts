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
    for (const scope of scopes) {
      const others = needing.get(scope)
      if (others === undefined) needing.set(scope, [clause])
      else others.push(clause)
    }
  const costOf = new Map([...needing.keys()].map((scope) => [scope, costs.of(scope)]))
  // Looked through at every choice: what a clause is worth is worked out anew only where a choice pays for what it needs.
  const candidates: Candidate[] = []
  const candidateOf = new Map<Clause, Candidate>()
  /** By the kinds of faults that no clause was chosen for yet. */
  const finding = new Map<number, Candidate[]>()
  for (const [clause, scopes] of scopesOf) {
    const first = mustFirst && clause.level === 'MUST' ? mustRank : 0
    const candidate = { clause, cost: 0, rank: 0, first, found: 1 + finds(clause).length }
    add(candidate, { cost: sum(scopes, costOf) })
    candidates.push(candidate)
    candidateOf.set(clause, candidate)
    for (const kind of finds(clause)) {
      const others = finding.get(kind)
      if (others === undefined) finding.set(kind, [candidate])
      else others.push(candidate)
    }
  }
  const fitting: Clause[] = []
  let affordable = requestsMax
  for (;;) {
    const place = bestOf(candidates, affordable)
    const [best] = place === -1 ? [] : candidates.splice(place, 1)
    if (best === undefined) break
    affordable -= best.cost
    candidateOf.delete(best.clause)
    fitting.push(best.clause)
    for (const kind of finds(best.clause)) {
      for (const candidate of finding.get(kind) ?? []) add(candidate, { found: knownKindWorth - 1 })
      finding.delete(kind)
    }
    for (const scope of scopesOf.get(best.clause) ?? []) {
      const cost = costOf.get(scope) ?? 0
      costOf.set(scope, 0)
      for (const clause of cost === 0 ? [] : (needing.get(scope) ?? [])) {
        const candidate = candidateOf.get(clause)
        if (candidate !== undefined) add(candidate, { cost: -cost })
      }
    }
  }
  return { fitting, left: new Map(candidates.map(({ clause: { id }, cost }) => [id, cost])) }
}

/** A clause that was not chosen yet, with what it would add and what that is worth. */
interface Candidate {
  readonly clause: Clause
  cost: number
  rank: number
  readonly first: number
  found: number
}

function add(
  candidate: Candidate,
  { cost = 0, found = 0 }: { readonly cost?: number; readonly found?: number },
): void {
  candidate.cost += cost
  candidate.found += found
  candidate.rank = candidate.first + candidate.found / (1 + candidate.cost)
}

/** The place of the first of those that are worth most and can be afforded; -1 where there is none. */
function bestOf(candidates: readonly Candidate[], affordable: number): number {
  let [best, rank] = [-1, Number.NEGATIVE_INFINITY]
  for (let place = 0; place < candidates.length; place += 1) {
    const candidate = candidates[place] as Candidate
    if (candidate.rank > rank && candidate.cost <= affordable) {
      best = place
      rank = candidate.rank
    }
  }
  return best
}

function sum(scopes: ReadonlySet<string>, costOf: ReadonlyMap<string, number>): number {
  return [...scopes].reduce((all, scope) => all + (costOf.get(scope) ?? 0), 0)
}

// A tenant does the same wrong at several operations, as a rule: where it was looked for once, less is to be found.
const knownKindWorth = 0.2

// More than any clause finds for a request.
const mustRank = 1_000_000
