// Dealing: variants of one thing go to the operations by turns, so that a run tries each of them once, not everywhere.
import { depthOf } from '../../base/depth.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { Effect } from '../requests/request.ts'
import { leftOutBy } from './scope.ts'

export type DealingConfig = Pick<RunConfig, 'contract' | 'profile' | 'scope' | 'depth'>

/**
 * What of `all` the operation tries. The depth `deep` tries all of it at every operation, `default` each at one of the operations that the
 * run is asked for, may send and that share it, in the order of their names; between them each goes to several. A run of one operation tries
 * all. Shards of a run deal alike.
 * @param all alike but for details, so that what one operation shows holds of the tenant. Dealt as one list, it is spread evenly; several
 *   short ones all go to the first operations.
 * @param isShared whether an operation is dealt to; one that is not tries what nobody else can
 */
export function dealt<T>(
  all: readonly T[],
  { name }: Pick<Operation, 'name'>,
  config: DealingConfig,
  allows: (effect: Effect) => boolean,
  isShared: (operation: Operation) => boolean = () => true,
): readonly T[] {
  const { breadth } = depthOf(config.depth)
  if (breadth === 1) return all
  const { contract, profile } = config
  const asked = askedFor(config)
  const hands = [...contract.operations.values()]
    .filter(isShared)
    .filter((one) => one.name === name || asked.has(one.name))
    .filter((one) => one.name === name || profile.operations?.[one.name]?.supported !== false)
    .filter((one) => one.name === name || allows(effectOf(contract, one)))
    .map((one) => one.name)
    .sort()
  if (hands.length === 0) return all
  return among(all, hands.indexOf(name), hands.length, breadth)
}

/** What a run tries in addition that takes each case to every operation. */
export function inDepth<T>(all: readonly T[], { depth }: Pick<DealingConfig, 'depth'>): readonly T[] {
  return depthOf(depth).breadth === 1 ? all : []
}

/** The same among alike places of one request: what of `all` the one of that number tries. */
export function spread<T>(
  all: readonly T[],
  place: number,
  places: number,
  { depth }: Pick<DealingConfig, 'depth'>,
): readonly T[] {
  return among(all, place, places, depthOf(depth).breadth)
}

/** What the place of that number tries, -1 being none of them. What is tried with less breadth is tried with more. */
function among<T>(all: readonly T[], place: number, places: number, breadth: number): readonly T[] {
  const width = 1 + Math.floor(breadth * (places - 1))
  return place < 0 ? [] : all.filter((_, turn) => (place - (turn % places) + places) % places < width)
}

const known = new WeakMap<Contract, { readonly scope: unknown; readonly names: ReadonlySet<string> }>()

/**
 * How far the operations that are asked for are dealt what else others would try: 0 where all are at the default depth, 1 where one is or none,
 * or in a deep run. In between it is about as far as others are missing: some of it is shared by two operations alone, some by all.
 */
export function dealtBeyond({ contract, scope, depth }: Omit<DealingConfig, 'profile'>): number {
  const { breadth } = depthOf(depth)
  if (breadth === 1) return 1
  const all = contract.operations.size
  const asked = askedFor({ contract, scope })
  const hands = [...contract.operations.keys()].filter((name) => asked.has(name)).length
  const missing = all < 2 ? 0 : (all - Math.max(1, hands)) / (all - 1)
  return 1 - (1 - missing) * (1 - breadth)
}

/** The operations of which any clause is asked for. */
function askedFor({ contract, scope }: Pick<DealingConfig, 'contract' | 'scope'>): ReadonlySet<string> {
  const last = known.get(contract)
  if (last?.scope === scope) return last.names
  const names = new Set(
    [...contract.clauses.values()]
      .filter((clause) => leftOutBy(clause, scope) === null)
      .map(({ operation }) => operation),
  )
  known.set(contract, { scope, names })
  return names
}
