// Tests several seeded faults in one run. Each fault should lead its own group of failures in the report.
import type { ConformanceOptions, conformance } from '../../src/library/conformance.ts'
import { causesOf } from '../../src/report/causes/causes.ts'
import type { Fault } from '../../src/tenant/index.ts'

export interface Told {
  readonly names: readonly string[]
  /** True if the clause of every fault fails. It is false if one fault hides another one. */
  readonly shows: boolean
  /** True if each fault leads a group by a clause that the fault names. */
  readonly apart: boolean
  readonly groups: readonly (readonly string[])[]
}

/**
 * Draws sets of faults that have different clauses. In half of the sets, all faults belong to one resource.
 * @param size the number of faults in a set
 */
export function drawSets(
  faults: readonly Fault[],
  count: number,
  size: number,
  seed: number,
): readonly Fault[][] {
  const draw = numbers(seed)
  return Array.from({ length: count }, (_, index) => {
    const set: Fault[] = []
    while (set.length < size) {
      const fault = faults[Math.floor(draw() * faults.length)] as Fault
      const [first = fault] = set
      const isOther = set.every((one) => ownerOf(one) !== ownerOf(fault))
      if (isOther && (index % 2 > 0 || resourceOf(first) === resourceOf(fault))) set.push(fault)
    }
    return set
  })
}

export async function told(
  run: typeof conformance,
  set: readonly Fault[],
  options: Pick<ConformanceOptions, 'only' | 'depth'> = {},
): Promise<Told> {
  const names = set.map(({ name }) => name)
  const { clauses } = await run({ environment: {}, seed: 1, faults: names, ...options })
  const groups = causesOf(clauses).groups.map((group) => group.map(({ id }) => id))
  const failed = new Set(groups.flat())
  const leads = groups.map(([lead = '']) => lead)
  return {
    names,
    shows: set.every((fault) => failed.has(ownerOf(fault))),
    apart: eachHasOne(set.map((fault) => leads.filter((lead) => fault.clauses.includes(lead)))),
    groups,
  }
}

/** Counts the sets in which no fault hides another one, and how many of these sets have separate groups. */
export function apartOf(all: readonly Told[]): {
  readonly sets: number
  readonly apart: number
  readonly hidden: number
} {
  const shown = all.filter(({ shows }) => shows)
  return {
    sets: shown.length,
    apart: shown.filter(({ apart }) => apart).length,
    hidden: all.length - shown.length,
  }
}

/** Returns whether one element can be chosen from each list, so that all chosen elements differ. */
function eachHasOne(
  [own, ...others]: readonly (readonly string[])[],
  taken: readonly string[] = [],
): boolean {
  if (own === undefined) return true
  return own.some((lead) => !taken.includes(lead) && eachHasOne(others, [...taken, lead]))
}

const ownerOf = ({ clauses: [owner = ''] }: Fault): string => owner
const resourceOf = (fault: Fault): string => ownerOf(fault).split('.', 1).join('')

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
