// Divides a run into shards that need about the same number of requests.
import { groupedBy } from '../../base/collections/grouped.ts'
import { ConfigurationError } from '../../base/error.ts'
import type { Clause } from '../../contract/index.ts'
import { type Costs, withNeeds } from './costs.ts'
import type { Shard } from './scope.ts'

interface DividedCheck {
  readonly clause: Clause
  readonly exclusive: string | null
  readonly delivering?: boolean
}

interface Group {
  readonly clauses: readonly Clause[]
  readonly scopes: ReadonlySet<string>
}

interface Load {
  readonly ids: Set<string>
  readonly scopes: Set<string>
  cost: number
}

/** @throws ConfigurationError if there are more shards than clauses */
export function partOf<C extends DividedCheck>(
  { index, count }: Shard,
  clauses: readonly Clause[],
  planned: readonly C[],
  costs: Costs,
  scopeOf: (check: C) => string,
): ReadonlySet<string> {
  if (count > clauses.length) {
    const [are, shards] = clauses.length === 1 ? ['is', 'shard'] : ['are', 'shards']
    throw new ConfigurationError(
      `--shard ${index}/${count} has no clause to check: ${clauses.length} ${are} selected, so use ${clauses.length} ${shards} at most.`,
    )
  }
  return divided(count, clauses, planned, costs, scopeOf)[index - 1] ?? new Set()
}

export function divided<C extends DividedCheck>(
  count: number,
  clauses: readonly Clause[],
  planned: readonly C[],
  costs: Costs,
  scopeOf: (check: C) => string,
): readonly ReadonlySet<string>[] {
  const known = new Map<string, number>()
  const costOf = (scope: string): number => {
    const cost = known.get(scope) ?? costs.of(scope)
    known.set(scope, cost)
    return cost
  }
  const groups = groupsOf(clauses, planned, costs, scopeOf)
    .map((group) => ({ ...group, cost: sum(group.scopes, costOf) }))
    .sort((a, b) => b.cost - a.cost)
  const loads: Load[] = Array.from({ length: count }, () => ({ ids: new Set(), scopes: new Set(), cost: 0 }))
  const costWith = (group: Group, { cost, scopes }: Load): number =>
    cost + sum(group.scopes, (scope) => (scopes.has(scope) ? 0 : costOf(scope)))
  for (const group of groups) {
    const candidates = loads.map((load) => ({ load, cost: costWith(group, load) }))
    const { load, cost } = candidates.reduce((best, one) =>
      one.cost < best.cost || (one.cost === best.cost && one.load.ids.size < best.load.ids.size) ? one : best,
    )
    load.cost = cost
    for (const { id } of group.clauses) load.ids.add(id)
    for (const scope of group.scopes) load.scopes.add(scope)
  }
  return loads.map(({ ids }) => ids)
}

function sum(scopes: Iterable<string>, costOf: (scope: string) => number): number {
  let cost = 0
  for (const scope of scopes) cost += costOf(scope)
  return cost
}

/** Only one machine may change a singleton or a scarce resource, or receive the deliveries. */
function groupsOf<C extends DividedCheck>(
  clauses: readonly Clause[],
  planned: readonly C[],
  costs: Costs,
  scopeOf: (check: C) => string,
): readonly Group[] {
  const checks = groupedBy(planned, ({ clause }) => clause.id)
  const alone: Group[] = []
  let together: (Group & { readonly marks: ReadonlySet<string> })[] = []
  for (const clause of clauses) {
    const own = checks.get(clause.id) ?? []
    const scopes = withNeeds(own.map(scopeOf), costs)
    const keys = own.flatMap(({ exclusive }) => (exclusive === null ? [] : [`exclusive ${exclusive}`]))
    if (keys.length === 0 && own.some(({ delivering }) => delivering)) keys.push('delivered')
    if (keys.length === 0) {
      alone.push({ clauses: [clause], scopes })
      continue
    }
    const marks = new Set(keys.includes('delivered') ? keys : [...keys, ...scopes])
    const meets = ({ marks: others }: { readonly marks: ReadonlySet<string> }): boolean =>
      [...marks].some((mark) => others.has(mark))
    const met = together.filter(meets)
    together = [
      ...together.filter((group) => !met.includes(group)),
      {
        clauses: [...met.flatMap((group) => group.clauses), clause],
        scopes: new Set([...met.flatMap((group) => [...group.scopes]), ...scopes]),
        marks: new Set([...met.flatMap((group) => [...group.marks]), ...marks]),
      },
    ]
  }
  return [...together, ...alone]
}
