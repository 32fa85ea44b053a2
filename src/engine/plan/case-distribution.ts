// Decides which cases a check tries. In a default run, each case is tried at one operation.
import { depthOf } from '../../base/depth.ts'
import type { Clause, Contract, Operation } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { Effect } from '../requests/request.ts'
import { leftOutBy } from './scope.ts'

export type DistributionConfig = Pick<RunConfig, 'contract' | 'profile' | 'scope' | 'depth'>

type IsShared = (operation: Operation) => boolean
type Sharers = (own: Operation | undefined, clause: Clause, config: DistributionConfig) => IsShared

const sharers = {
  any: () => () => true,
  id: () => (other) => other.idParameter !== null,
  body: () => (other) => other.request !== null,
  change: () => isChange,
  resource: (own) => (other) => other.resource === own?.resource,
  'body of the resource': (own) => (other) => other.resource === own?.resource && other.request !== null,
  clause: (own, clause, config) => (other) =>
    other.resource === own?.resource && isAsked(`${other.name}.${clause.name}`, config),
  'clause of any resource': (_, clause, config) => (other) => isAsked(`${other.name}.${clause.name}`, config),
} satisfies Record<string, Sharers>

/** The operations that share the cases. `further`: only deep runs try the cases. */
export type CasesOf = keyof typeof sharers | 'further' | IsShared

export const isChange = ({ act, request }: Operation): boolean => request !== null && act !== 'create'

function isAsked(id: string, { contract, scope }: DistributionConfig): boolean {
  const clause = contract.clauses.get(id)
  return clause !== undefined && leftOutBy(clause, scope) === null
}

export function sharing(of: CasesOf, clause: Clause, config: DistributionConfig): IsShared {
  if (of === 'further') return () => true
  return typeof of === 'function'
    ? of
    : (sharers[of] as Sharers)(config.contract.operations.get(clause.operation), clause, config)
}

export function casesFor<T>(
  all: readonly T[],
  of: CasesOf,
  clause: Clause,
  config: DistributionConfig,
  allows: (effect: Effect) => boolean,
): readonly T[] {
  if (of === 'further') return depthOf(config.depth).breadth === 1 ? all : []
  return distribute(all, { name: clause.operation }, config, allows, sharing(of, clause, config))
}

/**
 * `deep` tries all cases at every operation, and `default` tries each case at one operation. All shards get
 * the same distribution.
 * @param all the cases; the first operation gets the first case
 * @param isShared whether an operation shares the cases; if no operation does, each one gets all cases
 */
export function distribute<T>(
  all: readonly T[],
  { name }: Pick<Operation, 'name'>,
  config: DistributionConfig,
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

export function spread<T>(
  all: readonly T[],
  place: number,
  places: number,
  { depth }: Pick<DistributionConfig, 'depth'>,
): readonly T[] {
  return among(all, place, places, depthOf(depth).breadth)
}

function among<T>(all: readonly T[], place: number, places: number, breadth: number): readonly T[] {
  const width = 1 + Math.floor(breadth * (places - 1))
  return place < 0 ? [] : all.filter((_, turn) => (place - (turn % places) + places) % places < width)
}

const known = new WeakMap<Contract, WeakMap<RunConfig['scope'], ReadonlySet<string>>>()

/** Returns the share of the other operations' cases that each operation tries in addition to its own. */
export function distributionBeyond({ contract, scope, depth }: Omit<DistributionConfig, 'profile'>): number {
  const { breadth } = depthOf(depth)
  if (breadth === 1) return 1
  const all = contract.operations.size
  const asked = askedFor({ contract, scope })
  const hands = [...contract.operations.keys()].filter((name) => asked.has(name)).length
  const missing = all < 2 ? 0 : (all - Math.max(1, hands)) / (all - 1)
  return 1 - (1 - missing) * (1 - breadth)
}

function askedFor({ contract, scope }: Pick<DistributionConfig, 'contract' | 'scope'>): ReadonlySet<string> {
  const ofContract = known.get(contract) ?? new WeakMap()
  known.set(contract, ofContract)
  const last = ofContract.get(scope)
  if (last !== undefined) return last
  const names = new Set(
    [...contract.clauses.values()]
      .filter((clause) => leftOutBy(clause, scope) === null)
      .map(({ operation }) => operation),
  )
  ofContract.set(scope, names)
  return names
}
