// Plans possible branches, kinds and layouts of conjunctions, and their least depth.
import type * as fc from 'fast-check'
import { isObject, type Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import type { Shares } from '../arbitrary/shares.ts'
import { simplest } from '../arbitrary/simplest.ts'
import type { Branch } from '../branch/branch.ts'
import { type Conjunction, type Effect, keyOf } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import type { NameWish } from '../conjunction/applicator.ts'
import { Flattener } from '../conjunction/flatten.ts'
import { type NameSource, Negation } from '../conjunction/negate.ts'
import { Evaluator } from '../judge/evaluator.ts'
import type { Rules } from '../keyword/rules.ts'
import { constant, fewMax, type Leaf } from '../leaf/leaf.ts'
import { numberLeaf } from '../leaf/number.ts'
import type { TextFactory } from '../leaf/text.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds, numberKinds } from '../value/kind.ts'
import { identity } from '../value/unique.ts'
import { type ArrayLayout, arrayLayout, type Possible } from './array-layout.ts'
import { canDiffer } from './distinct.ts'
import { type NameService, type ObjectLayout, objectLayout, objectPossible } from './object-layout.ts'
import { Satisfaction } from './satisfaction.ts'

/** Deeper schemas count as unsatisfiable. */
const depthMax = 48

export class Planner implements NameSource, NameService {
  readonly set: SchemaSet
  readonly rules: Rules
  readonly shares: Shares | null
  readonly evaluator: Evaluator
  readonly negation: Negation
  readonly satisfaction: Satisfaction
  readonly #texts: TextFactory
  readonly #names: TextFactory
  readonly #flattener: Flattener
  readonly #branches = new Map<string, readonly Branch[]>()
  readonly #open = new Set<string>()
  /** Least depth known to suffice, and greatest known to fail. */
  readonly #depths = new Map<string, { enough: number; short: number }>()
  readonly #numbers = new Map<Branch, Leaf | null>()
  readonly #given = new WeakMap<Branch, readonly Leaf[]>()
  readonly #tested = new WeakMap<Branch, readonly Leaf[]>()
  readonly #drawn = new Map<string, fc.Arbitrary<string> | null>()
  readonly #chosen = new Map<string, readonly string[]>()
  /** Negative answers only due to depth limits. */
  #cuts = 0

  constructor(set: SchemaSet, rules: Rules, texts: TextFactory, names: TextFactory, shares: Shares | null) {
    this.shares = shares
    this.set = set
    this.rules = rules
    this.#texts = texts
    this.#names = names
    this.evaluator = new Evaluator(set, rules)
    this.negation = new Negation(set, rules, this)
    this.#flattener = new Flattener(this, this.negation, this, this.evaluator)
    this.satisfaction = new Satisfaction(this.evaluator, (conjunction) => this.branches(conjunction))
  }

  /** Whether a search found nothing within its budget. */
  get gaveUp(): boolean {
    return this.#flattener.gaveUp
  }

  branches(conjunction: Conjunction): readonly Branch[] {
    const key = keyOf(conjunction)
    const known = this.#branches.get(key)
    if (known !== undefined) return known
    if (this.#open.has(key)) return []
    this.#open.add(key)
    const found = this.#flattener.branches(conjunction).map((branch) => this.#settled(branch))
    this.#open.delete(key)
    const branches = found.filter((branch) => branch.choices === null || branch.choices.length > 0)
    this.#branches.set(key, branches)
    return branches
  }

  // Keeps choices that meet all other constraints.
  #settled(branch: Branch): Branch {
    const { choices } = branch
    if (choices === null) return branch
    const open = { ...branch, choices: null }
    return { ...branch, choices: choices.filter((value) => this.satisfaction.satisfiesBranch(open, value)) }
  }

  /** Whether an instance with at most `depth` levels below exists. */
  possible(conjunction: Conjunction, depth: number): boolean {
    if (depth < 0) {
      this.#cuts++
      return false
    }
    const key = keyOf(conjunction)
    let known = this.#depths.get(key)
    if (known === undefined) {
      known = { enough: Number.POSITIVE_INFINITY, short: -1 }
      this.#depths.set(key, known)
    }
    if (depth >= known.enough) return true
    if (depth <= known.short) {
      if (known.short !== Number.POSITIVE_INFINITY) this.#cuts++
      return false
    }
    const before = this.#cuts
    const found = this.branches(conjunction).some((branch) => this.#reaches(branch, depth))
    if (found) known.enough = Math.min(known.enough, depth)
    // Without a limit involved, more depth does not help.
    else known.short = this.#cuts === before ? Number.POSITIVE_INFINITY : Math.max(known.short, depth)
    return found
  }

  /** Infinite if no finite instance meets the conjunction. */
  depthOf(conjunction: Conjunction): number {
    for (let depth = 0; depth <= depthMax; depth++) {
      if (this.possible(conjunction, depth)) return depth
      if (this.#depths.get(keyOf(conjunction))?.short === Number.POSITIVE_INFINITY) break
    }
    return Number.POSITIVE_INFINITY
  }

  #reaches(branch: Branch, depth: number): boolean {
    if (branch.choices !== null) return true
    if (this.given(branch).length > 0) return true
    const below: Possible = (conjunction) => this.possible(conjunction, depth - 1)
    const some = (branch.kinds & kinds.object) !== 0
    return (
      this.leaves(branch).length > 0 ||
      this.arrayOf(branch, below) !== null ||
      (some && objectPossible(branch, this, below))
    )
  }

  /** Values from custom keywords and formats. */
  given(branch: Branch): readonly Leaf[] {
    const sources = branch.tests.flatMap(({ values }) => values ?? [])
    if (sources.length === 0) return []
    let given = this.#given.get(branch)
    if (given === undefined) {
      const passes = (value: Json): boolean => this.satisfaction.satisfiesBranch(branch, value)
      given = sources.flatMap((source) => filtered({ arbitrary: source, values: null }, passes))
      this.#given.set(branch, given)
    }
    return given
  }

  /** Scalars of a branch without choices. */
  leaves(branch: Branch): readonly Leaf[] {
    if (branch.tests.length === 0) return this.#untested(branch)
    let leaves = this.#tested.get(branch)
    if (leaves === undefined) {
      const passes = (value: Json): boolean => branch.tests.every((test) => test.holds(value))
      leaves = this.#untested(branch).flatMap((leaf) => filtered(leaf, passes))
      this.#tested.set(branch, leaves)
    }
    return leaves
  }

  #untested(branch: Branch): Leaf[] {
    const leaves: Leaf[] = []
    const allowed = (value: Json): boolean => !branch.excluded.includes(value)
    if ((branch.kinds & kinds.null) !== 0 && allowed(null)) leaves.push(constant([null]))
    if ((branch.kinds & kinds.boolean) !== 0) {
      const values = [false, true].filter(allowed)
      if (values.length > 0) leaves.push(constant(values))
    }
    if ((branch.kinds & numberKinds) !== 0) {
      let leaf = this.#numbers.get(branch)
      if (leaf === undefined) {
        leaf = numberLeaf(branch, this.shares)
        this.#numbers.set(branch, leaf)
      }
      if (leaf !== null) leaves.push(leaf)
    }
    if ((branch.kinds & kinds.string) !== 0) {
      const leaf = this.#texts.leaf(branch)
      if (leaf !== null) leaves.push(leaf)
    }
    return leaves
  }

  simplestNumber(branch: Branch): number | undefined {
    const [leaf] = this.leaves({ ...branch, kinds: branch.kinds & numberKinds })
    const found = leaf === undefined ? undefined : (leaf.values?.[0] ?? simplest(leaf.arbitrary))
    return typeof found === 'number' ? found : undefined
  }

  /** A string may exist, but none was found. */
  isUndecided(demands: Conjunction): boolean {
    return this.branches(demands).some(
      (branch) =>
        (branch.kinds & kinds.string) !== 0 && branch.choices === null && this.#texts.isUndecided(branch),
    )
  }

  arrayOf(branch: Branch, possible: Possible): ArrayLayout | null {
    if ((branch.kinds & kinds.array) === 0 || branch.choices !== null) return null
    const layout = arrayLayout(branch, possible, (each) => !branch.unique || this.#isDistinct(each))
    if (layout === null || !branch.unique) return layout
    // Distinct values limit the length.
    const values = this.valuesOf(layout.rest)
    if (values === null) return layout
    const max = Math.min(layout.max, layout.fixed.length + layout.slots.length + values.length)
    return max < layout.min ? null : { ...layout, max }
  }

  // Places with many values always can differ.
  #isDistinct({ fixed, slots, min }: ArrayLayout): boolean {
    const places = [...fixed.slice(0, min), ...slots]
    const few = places.map((each) => this.valuesOf(each)?.map(identity) ?? null)
    return canDiffer(few.filter((each) => each !== null))
  }

  /** Without `spare`, only needed members. */
  objectOf(branch: Branch, possible: Possible, spare = true): ObjectLayout | null {
    if ((branch.kinds & kinds.object) === 0 || branch.choices !== null) return null
    return objectLayout(branch, this, possible, spare)
  }

  /** Null unless they are few and scalar. */
  valuesOf(conjunction: Conjunction): readonly Json[] | null {
    const values: Json[] = []
    for (const branch of this.branches(conjunction)) {
      if (branch.choices !== null) {
        values.push(...branch.choices)
        continue
      }
      if ((branch.kinds & (kinds.array | kinds.object)) !== 0) return null
      for (const leaf of this.leaves(branch)) {
        if (leaf.values === null) return null
        values.push(...leaf.values)
      }
    }
    return values.length > fewMax ? null : values
  }

  excludes(value: Json): boolean {
    if (typeof value === 'string') return this.#texts.excludes(value)
    if (Array.isArray(value)) return (value as readonly Json[]).some((each) => this.excludes(each))
    if (!isObject(value)) return false
    return Object.entries(value).some(([name, each]) => this.#names.excludes(name) || this.excludes(each))
  }

  allowed(branch: Branch, name: string): boolean {
    return this.satisfaction.nameAllowed(branch, name)
  }

  few(branch: Branch): readonly string[] | null {
    const demands = branch.names.filter((each) => each.exempt === null).map((each) => each.demand)
    if (demands.length === 0) return null
    const words: string[] = []
    for (const each of this.#flattener.branches(demands, [effect.only(kinds.string)])) {
      const settled = this.#settled(each)
      const values = settled.choices ?? this.#nameLeaf(settled)?.values
      if (values === null) return null
      for (const value of values ?? []) if (typeof value === 'string') words.push(value)
    }
    return words
  }

  drawn(
    branch: Branch,
    found: readonly string[],
    missing: readonly string[],
    known: readonly string[],
  ): fc.Arbitrary<string> | null {
    return this.#draw({
      demands: branch.names.map((each) => each.demand),
      patterns: found,
      notPatterns: missing,
      excluded: known,
    })
  }

  names(wish: NameWish): readonly string[] {
    const key = wishKey(wish)
    let names = this.#chosen.get(key)
    if (names === undefined) {
      const drawn = this.#draw(wish)
      const seeds = [1, 2, 3, 4, 5]
      names =
        drawn === null ? [] : [...new Set([simplest(drawn), ...seeds.map((seed) => simplest(drawn, seed))])]
      this.#chosen.set(key, names)
    }
    return names
  }

  #nameLeaf(branch: Branch): Leaf | null {
    const given = this.given(branch)
    const leaf = given[0] ?? this.#names.leaf(branch)
    if (leaf === null || branch.tests.length === 0) return leaf
    return filtered(leaf, (value) => this.satisfaction.satisfiesBranch(branch, value))[0] ?? null
  }

  #draw(wish: NameWish): fc.Arbitrary<string> | null {
    const key = wishKey(wish)
    let drawn = this.#drawn.get(key)
    if (drawn === undefined) {
      drawn = this.#drawFresh(wish)
      this.#drawn.set(key, drawn)
    }
    return drawn
  }

  #drawFresh(wish: NameWish): fc.Arbitrary<string> | null {
    const effects: Effect[] = [
      effect.only(kinds.string),
      effect.add('patterns', ...wish.patterns),
      effect.add('notPatterns', ...wish.notPatterns),
      effect.exclude(wish.excluded),
    ]
    for (const branch of this.#flattener.branches(wish.demands, effects)) {
      const settled = this.#settled(branch)
      if (settled.choices?.length === 0) continue
      const leaf = settled.choices === null ? this.#nameLeaf(settled) : constant(settled.choices)
      if (leaf !== null && yields(leaf.arbitrary)) {
        return leaf.arbitrary as fc.Arbitrary<string>
      }
    }
    return null
  }
}

function filtered(leaf: Leaf, passes: (value: Json) => boolean): Leaf[] {
  if (leaf.values !== null) {
    const values = leaf.values.filter(passes)
    return values.length === 0 ? [] : [constant(values)]
  }
  const arbitrary = new BoundedFilter(leaf.arbitrary, passes)
  return yields(arbitrary) ? [{ arbitrary, values: null }] : []
}

function wishKey(wish: NameWish): string {
  return JSON.stringify([
    wish.demands.map((each) => each.key),
    wish.patterns,
    wish.notPatterns,
    wish.excluded,
  ])
}
