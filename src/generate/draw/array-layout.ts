// The layout of an array: the demands on each element.
import { type Branch, elementDemands, prefixLength } from '../branch/branch.ts'
import { type Conjunction, conjunction, type Demand, opposite } from '../branch/demand.ts'

export interface ArrayLayout {
  readonly fixed: readonly Conjunction[]
  readonly slots: readonly Conjunction[]
  readonly rest: Conjunction
  readonly min: number
  readonly max: number
  /** The indices of two elements with the same value, or null. */
  readonly twins: readonly [number, number] | null
}

export type Possible = (conjunction: Conjunction) => boolean

const lengthMax = 100_000

export function arrayLayout(
  branch: Branch,
  possible: Possible,
  does: (layout: ArrayLayout) => boolean = () => true,
): ArrayLayout | null {
  if (branch.repeated) return twinLayout(branch, possible)
  for (const shared of [false, true]) {
    for (const behind of [true, false]) {
      const layout = plan(branch, slotsOf(branch, shared), behind, possible, prefixLength(branch))
      if (layout !== null && does(layout)) return layout
    }
  }
  return null
}

function slotsOf(branch: Branch, shared: boolean): Conjunction[] {
  const wanted = branch.contains.filter((each) => each.min > 0)
  const others = (taken: readonly Demand[]): Demand[] =>
    branch.contains
      .filter((each) => each.max !== Infinity && !taken.includes(each.demand))
      .map((each) => opposite(each.demand))
  if (!shared) {
    return wanted.flatMap((each) =>
      Array.from({ length: each.min }, () => [each.demand, ...others([each.demand])]),
    )
  }
  const count = Math.max(0, ...wanted.map((each) => each.min))
  return Array.from({ length: count }, (_, index) => {
    const here = wanted.filter((each) => index < each.min).map((each) => each.demand)
    return [...here, ...others(here)]
  })
}

function aside(branch: Branch): Demand[] {
  return branch.contains.filter((each) => each.max !== Infinity).map((each) => opposite(each.demand))
}

function plan(
  branch: Branch,
  wanted: readonly Conjunction[],
  behind: boolean,
  possible: Possible,
  prefix: number,
): ArrayLayout | null {
  if (branch.minItems > lengthMax || branch.contains.some((each) => each.min > each.max)) return null
  const restBase = elementDemands(branch, prefix)
  const rest = conjunction([...restBase, ...aside(branch)])
  const own = Array.from({ length: prefix }, (_, index) => elementDemands(branch, index))
  const served = (index: number, slot: Conjunction): Demand[] => [
    ...elementDemands(branch, index, slot),
    ...slot,
  ]
  const fixed = own.map((demands) => conjunction([...demands, ...aside(branch)]))
  const slots: Conjunction[] = []
  const taken = new Set<number>()
  for (const slot of wanted) {
    const atEnd = conjunction([...elementDemands(branch, prefix, slot), ...slot])
    const room = prefix + slots.length < branch.maxItems && possible(atEnd)
    const index = own.findIndex(
      (_, at) => !taken.has(at) && at < branch.maxItems && possible(conjunction(served(at, slot))),
    )
    if (room && (behind || index < 0)) slots.push(atEnd)
    else if (index >= 0) {
      taken.add(index)
      fixed[index] = conjunction(served(index, slot))
    } else return null
  }
  const min = Math.max(
    branch.minItems,
    0,
    ...[...taken].map((at) => at + 1),
    slots.length && prefix + slots.length,
  )
  const stop = fixed.findIndex((each) => !possible(each))
  let max = branch.maxItems
  if (stop >= 0) max = Math.min(max, stop)
  else if (!possible(rest)) max = Math.min(max, prefix + slots.length)
  return min > max ? null : { fixed, slots, rest, min, max, twins: null }
}

// All elements after the prefix have equal demands, so two of them suffice.
function twinLayout(branch: Branch, possible: Possible): ArrayLayout | null {
  const places = Math.min(Math.max(prefixLength(branch), 0) + 2, branch.maxItems)
  for (let second = 1; second < places; second++) {
    for (let first = 0; first < second; first++) {
      const shared = conjunction([...elementDemands(branch, first), ...elementDemands(branch, second)])
      if (!possible(shared)) continue
      const layout = plan(branch, slotsOf(branch, false), true, possible, Math.max(places, second + 1))
      if (layout === null || layout.max <= second) continue
      const fixed = layout.fixed.map((each, index) => (index === first || index === second ? shared : each))
      return { ...layout, fixed, min: Math.max(layout.min, second + 1), twins: [first, second] }
    }
  }
  return null
}

/** Returns whether each list can choose a different value (bipartite matching). */
export function canDiffer(lists: readonly (readonly string[])[]): boolean {
  const taken = new Map<string, number>()
  const match = (index: number, tried: Set<string>): boolean => {
    for (const value of lists[index] ?? []) {
      if (tried.has(value)) continue
      tried.add(value)
      const other = taken.get(value)
      if (other !== undefined && !match(other, tried)) continue
      taken.set(value, index)
      return true
    }
    return false
  }
  return lists.every((_, index) => match(index, new Set()))
}
