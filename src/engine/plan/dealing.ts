// Dealing: variants of one thing go to the operations by turns, so that a run tries each of them once, not everywhere.
import type { Contract, Operation } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { Effect } from '../requests/request.ts'
import { leftOutBy } from './scope.ts'

export type DealingConfig = Pick<RunConfig, 'contract' | 'profile' | 'scope' | 'depth'>

/**
 * What of `all` the operation tries. The depth `deep` tries all of it at every operation. Else each goes to one of the operations that the
 * run is asked for, may send and that share it, in the order of their names: a run of one operation tries all. Shards of a run deal alike.
 * @param all alike but for details, so that what one operation shows holds of the tenant. Dealt as one list, it is spread evenly; several
 *   short ones all go to the first operations.
 * @param isShared whether an operation is dealt to as well
 */
export function dealt<T>(
  all: readonly T[],
  { name }: Pick<Operation, 'name'>,
  config: DealingConfig,
  allows: (effect: Effect) => boolean,
  isShared: (operation: Operation) => boolean = () => true,
): readonly T[] {
  if (config.depth === 'deep') return all
  const { contract, profile } = config
  const asked = askedFor(config)
  const hands = [...contract.operations.values()]
    .filter((one) => one.name === name || (asked.has(one.name) && isShared(one)))
    .filter((one) => one.name === name || profile.operations?.[one.name]?.supported !== false)
    .filter((one) => one.name === name || allows(effectOf(contract, one)))
    .map((one) => one.name)
    .sort()
  const turn = hands.indexOf(name)
  return all.filter((_, place) => place % hands.length === turn)
}

/** The same among alike places of one request: what of `all` the one of that number tries. The depth `deep` tries all of it at each. */
export function spread<T>(
  all: readonly T[],
  place: number,
  places: number,
  { depth }: Pick<DealingConfig, 'depth'>,
): readonly T[] {
  return depth === 'deep' ? all : all.filter((_, turn) => turn % places === place)
}

const known = new WeakMap<Contract, { readonly scope: unknown; readonly names: ReadonlySet<string> }>()

/** The operations of which any clause is asked for. */
function askedFor({ contract, scope }: DealingConfig): ReadonlySet<string> {
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
