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
 * Chooses among the clauses of the checks what finds most for each request that it adds. What several need is paid for once, and so clauses
 * that need the same are weighed together: each by itself would have to be worth what serves all of them.
 */
export function fitted(
  checks: readonly PlannedCheck[],
  { requestsMax, costs, finds, mustFirst, scopeOf }: Fitting,
): Fit {
  const own = groupedBy(checks, ({ clause }) => clause)
  const costOf = new Map<string, number>()
  let groups = merged(
    [...own].map(([clause, all]) => {
      const unpaid = new Set<string>()
      for (const scope of withNeeds(all.map(scopeOf), costs)) {
        const cost = costOf.get(scope) ?? costs.of(scope)
        costOf.set(scope, cost)
        if (cost > 0) unpaid.add(scope)
      }
      return {
        clauses: [clause],
        unpaid,
        isFirst: mustFirst && clause.level === 'MUST',
        finds: finds(clause),
      }
    }),
  )
  const fitting: Clause[] = []
  const known = new Set<number>()
  let affordable = requestsMax
  for (;;) {
    const best = bestOf(groups, { affordable, costOf, known })
    if (best === null) break
    affordable -= costIn(best, costOf)
    fitting.push(...best.clauses)
    for (const kind of best.finds) known.add(kind)
    groups = merged(
      groups.flatMap((group) => {
        if (group === best) return []
        const unpaid = new Set([...group.unpaid].filter((scope) => !best.unpaid.has(scope)))
        return [unpaid.size < group.unpaid.size ? { ...group, unpaid } : group]
      }),
    )
  }
  const left = groups.flatMap((group) => {
    const cost = costIn(group, costOf)
    return group.clauses.map(({ id }) => [id, cost] as const)
  })
  return { fitting, left: new Map(left) }
}

/** Clauses not chosen yet that need the same. */
interface Group {
  readonly clauses: readonly Clause[]
  /** Of what they need that which costs something and is not paid for. */
  readonly unpaid: ReadonlySet<string>
  /** Whether it comes before all that is not, whatever that is worth. */
  readonly isFirst: boolean
  /** The faults that its clauses find, each by a number for its kind. */
  readonly finds: readonly number[]
}

function merged(groups: readonly Group[]): Group[] {
  const all = new Map<string, Group>()
  for (const group of groups) {
    const key = `${group.isFirst} ${[...group.unpaid].sort().join()}`
    const other = all.get(key)
    all.set(
      key,
      other === undefined
        ? group
        : {
            ...other,
            clauses: [...other.clauses, ...group.clauses],
            finds: [...other.finds, ...group.finds],
          },
    )
  }
  return [...all.values()]
}

interface Choice {
  readonly affordable: number
  readonly costOf: ReadonlyMap<string, number>
  /** The kinds of faults that a chosen clause finds. */
  readonly known: ReadonlySet<number>
}

/** The first of those that are worth most and can be afforded. */
function bestOf(groups: readonly Group[], { affordable, costOf, known }: Choice): Group | null {
  let best: Group | null = null
  let worth = 0
  for (const group of groups) {
    const cost = costIn(group, costOf)
    if (cost > affordable || (best?.isFirst === true && !group.isFirst)) continue
    const own = worthOf(group, known) / (1 + cost)
    if (best !== null && best.isFirst === group.isFirst && own <= worth) continue
    best = group
    worth = own
  }
  return best
}

function worthOf({ clauses, finds }: Group, known: ReadonlySet<number>): number {
  const found = new Set<number>()
  let worth = clauses.length * clauseWorth
  for (const kind of finds) {
    worth += known.has(kind) || found.has(kind) ? knownKindWorth : 1
    found.add(kind)
  }
  return worth
}

function costIn({ unpaid }: Group, costOf: ReadonlyMap<string, number>): number {
  let cost = 0
  for (const scope of unpaid) cost += costOf.get(scope) ?? 0
  return cost
}

// Beside the faults that it is known to find, it may find others.
const clauseWorth = 0.25

// A tenant does the same wrong at several operations, as a rule: where it was looked for once, less is to be found.
const knownKindWorth = 0.2
