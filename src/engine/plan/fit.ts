// Selects the most valuable clauses that fit into a number of requests.
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Clause } from '../../contract/index.ts'
import { type Costs, withNeeds } from './costs.ts'
import type { PlannedCheck } from './planned-check.ts'

export interface Fitting {
  readonly requestsMax: number
  readonly costs: Costs
  /** The kinds of faults that the clause finds, as numbers. */
  readonly finds: (clause: Clause) => readonly number[]
  /** True if all MUST clauses come before other clauses. */
  readonly mustFirst: boolean
  readonly scopeOf: (check: PlannedCheck) => string
}

export interface Fit {
  readonly fitting: readonly Clause[]
  readonly left: ReadonlyMap<string, number>
}

/** Selects clauses with the same fixtures together, because a fixture costs only once. */
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

interface Group {
  readonly clauses: readonly Clause[]
  readonly unpaid: ReadonlySet<string>
  readonly isFirst: boolean
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
  readonly known: ReadonlySet<number>
}

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

// A clause may also find an unknown kind of fault.
const clauseWorth = 0.25

// Tenants usually repeat a fault, so a second clause that finds it has less value.
const knownKindWorth = 0.2
