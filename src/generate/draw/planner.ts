// Plans which branches and layouts are possible, and how deep they are.
import { isObject, type Json } from '../../base/json.ts'
import type { Shares } from '../arbitrary/shares.ts'
import type { Branch } from '../branch/branch.ts'
import { type Conjunction, keyOf } from '../branch/demand.ts'
import { Flattener } from '../conjunction/flatten.ts'
import { Negation } from '../conjunction/negate.ts'
import { Evaluator } from '../judge/evaluator.ts'
import type { Rules } from '../keyword/rules.ts'
import { fewMax } from '../leaf/leaf.ts'
import type { TextFactory } from '../leaf/text.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds } from '../value/kind.ts'
import { identity } from '../value/unique.ts'
import { type ArrayLayout, arrayLayout, canDiffer, type Possible } from './array-layout.ts'
import { Leaves } from './leaves.ts'
import { MemberNames } from './member-names.ts'
import { type ObjectLayout, objectLayout, objectPossible } from './object-layout.ts'
import { Satisfaction } from './satisfaction.ts'

/** A schema whose instances are all deeper counts as unsatisfiable. */
const depthMax = 48

export class Planner {
  readonly set: SchemaSet
  readonly rules: Rules
  readonly shares: Shares | null
  readonly evaluator: Evaluator
  readonly negation: Negation
  readonly satisfaction: Satisfaction
  readonly leaves: Leaves
  readonly names: MemberNames
  readonly #flattener: Flattener
  readonly #branches = new Map<string, readonly Branch[]>()
  readonly #open = new Set<string>()
  /** `enough`: the smallest depth that is known to suffice. `short`: the greatest that is known to fail. */
  readonly #depths = new Map<string, { enough: number; short: number }>()
  #cuts = 0

  constructor(set: SchemaSet, rules: Rules, texts: TextFactory, names: TextFactory, shares: Shares | null) {
    this.shares = shares
    this.set = set
    this.rules = rules
    this.evaluator = new Evaluator(set, rules)
    this.satisfaction = new Satisfaction(this.evaluator, (conjunction) => this.branches(conjunction))
    this.leaves = new Leaves(texts, shares, this.satisfaction)
    this.names = new MemberNames(names, this.leaves, this.satisfaction, (demands, effects) =>
      this.#flattener.branches(demands, effects),
    )
    this.negation = new Negation(set, rules, this.names)
    this.#flattener = new Flattener(this, this.negation, this.names, this.evaluator)
  }

  get gaveUp(): boolean {
    return this.#flattener.gaveUp
  }

  branches(conjunction: Conjunction): readonly Branch[] {
    const key = keyOf(conjunction)
    const known = this.#branches.get(key)
    if (known !== undefined) return known
    if (this.#open.has(key)) return []
    this.#open.add(key)
    const found = this.#flattener.branches(conjunction).map((branch) => this.satisfaction.settled(branch))
    this.#open.delete(key)
    const branches = found.filter((branch) => branch.choices === null || branch.choices.length > 0)
    this.#branches.set(key, branches)
    return branches
  }

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
    // If the depth limit stopped no search, more depth does not help.
    else known.short = this.#cuts === before ? Number.POSITIVE_INFINITY : Math.max(known.short, depth)
    return found
  }

  depthOf(conjunction: Conjunction): number {
    for (let depth = 0; depth <= depthMax; depth++) {
      if (this.possible(conjunction, depth)) return depth
      if (this.#depths.get(keyOf(conjunction))?.short === Number.POSITIVE_INFINITY) break
    }
    return Number.POSITIVE_INFINITY
  }

  #reaches(branch: Branch, depth: number): boolean {
    if (branch.choices !== null) return true
    if (this.leaves.given(branch).length > 0) return true
    const below: Possible = (conjunction) => this.possible(conjunction, depth - 1)
    const some = (branch.kinds & kinds.object) !== 0
    return (
      this.leaves.of(branch).length > 0 ||
      this.arrayOf(branch, below) !== null ||
      (some && objectPossible(branch, this.names, below))
    )
  }

  isUndecided(demands: Conjunction): boolean {
    return this.branches(demands).some((branch) => this.leaves.isUndecided(branch))
  }

  arrayOf(branch: Branch, possible: Possible): ArrayLayout | null {
    if ((branch.kinds & kinds.array) === 0 || branch.choices !== null) return null
    const layout = arrayLayout(branch, possible, (each) => !branch.unique || this.#isDistinct(each))
    if (layout === null || !branch.unique) return layout
    const values = this.valuesOf(layout.rest)
    if (values === null) return layout
    const max = Math.min(layout.max, layout.fixed.length + layout.slots.length + values.length)
    return max < layout.min ? null : { ...layout, max }
  }

  #isDistinct({ fixed, slots, min }: ArrayLayout): boolean {
    const elements = [...fixed.slice(0, min), ...slots]
    const few = elements.map((each) => this.valuesOf(each)?.map(identity) ?? null)
    return canDiffer(few.filter((each) => each !== null))
  }

  objectOf(branch: Branch, possible: Possible, spare = true): ObjectLayout | null {
    if ((branch.kinds & kinds.object) === 0 || branch.choices !== null) return null
    return objectLayout(branch, this.names, possible, spare)
  }

  /** Returns null if there are many values, or if an array or object is possible. */
  valuesOf(conjunction: Conjunction): readonly Json[] | null {
    const values: Json[] = []
    for (const branch of this.branches(conjunction)) {
      if (branch.choices !== null) {
        values.push(...branch.choices)
        continue
      }
      if ((branch.kinds & (kinds.array | kinds.object)) !== 0) return null
      for (const leaf of this.leaves.of(branch)) {
        if (leaf.values === null) return null
        values.push(...leaf.values)
      }
    }
    return values.length > fewMax ? null : values
  }

  excludes(value: Json): boolean {
    if (typeof value === 'string') return this.leaves.excludes(value)
    if (Array.isArray(value)) return (value as readonly Json[]).some((each) => this.excludes(each))
    if (!isObject(value)) return false
    return Object.entries(value).some(([name, each]) => this.names.excludes(name) || this.excludes(each))
  }
}
