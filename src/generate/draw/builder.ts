// Builds arbitraries. Each is a choice among the possible branches and kinds of values.
import fc from 'fast-check'
import { isObject, type Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { LazyArbitrary } from '../arbitrary/lazy.ts'
import { anyMembers, type Branch, freshBranch } from '../branch/branch.ts'
import { type Conjunction, conjunction, keyOf } from '../branch/demand.ts'
import type { GenerateOptions } from '../options.ts'
import { encoded } from '../value/content.ts'
import { kindOf, kinds } from '../value/kind.ts'
import { child } from '../value/pointer.ts'
import { Containers, type Position } from './container.ts'
import { Overrides } from './override.ts'
import type { Planner } from './planner.ts'
import { unsatisfiable } from './unsatisfiable.ts'

const freeLevelsMax = 2

export class Builder {
  readonly #planner: Planner
  readonly #options: GenerateOptions
  readonly #containers: Containers
  readonly #known = new Map<string, fc.Arbitrary<Json>>()

  constructor(planner: Planner, options: GenerateOptions) {
    this.#planner = planner
    this.#options = options
    this.#containers = new Containers(planner, options, (...drawn) => this.#below(...drawn))
  }

  /**
   * If possible, the instances have at most `fuel` levels and resemble `hint`.
   * @throws GenerateError if there are no instances
   */
  root(demands: Conjunction, fuel: number, hint?: Json): fc.Arbitrary<Json> {
    const depth = this.#planner.possible(demands, fuel) ? fuel : this.#planner.depthOf(demands)
    if (depth === Number.POSITIVE_INFINITY) throw unsatisfiable(this.#planner, demands)
    const overrides = Overrides.of(this.#options.overrides ?? {})
    return this.#at(demands, { pointer: '', overrides, fuel: Math.max(depth, fuel), level: 0 }, hint)
  }

  #at(demands: Conjunction, position: Position, hint?: Json): fc.Arbitrary<Json> {
    if (hint !== undefined) return this.#hinted(demands, position, hint)
    const fuel = demands.length === 0 ? Math.min(position.fuel, freeLevelsMax) : position.fuel
    const key = `${keyOf(demands)}|${fuel}|${position.overrides.key}`
    let arbitrary = this.#known.get(key)
    if (arbitrary === undefined) {
      arbitrary = this.#fresh(demands, { ...position, fuel })
      this.#known.set(key, arbitrary)
    }
    return arbitrary
  }

  #hinted(demands: Conjunction, position: Position, hint: Json): fc.Arbitrary<Json> {
    if (this.#planner.satisfaction.satisfies(demands, hint)) return fc.constant(hint)
    const possible = this.#planner
      .branches(demands)
      .filter((branch) => this.#kindsOf(branch, position, hint).length > 0)
    const near = possible.map((branch) => this.#planner.satisfaction.distance(branch, hint))
    const least = Math.min(...near)
    const nearest = possible.filter((_, index) => near[index] === least)
    const all = nearest.flatMap((branch) => this.#kindsOf(branch, position, hint))
    return all.length === 0 ? this.#at(demands, position) : this.#union(all, demands, position)
  }

  #fresh(demands: Conjunction, position: Position): fc.Arbitrary<Json> {
    const { here } = position.overrides
    if (here !== undefined && !demands.some((demand) => demand.kind === 'focus')) {
      return new BoundedFilter(
        here,
        (value) => this.#planner.satisfaction.satisfies(demands, value),
        position.pointer,
      )
    }
    const all = this.#planner.branches(demands).flatMap((branch) => this.#kindsOf(branch, position))
    return this.#union(all, demands, position)
  }

  #union(all: readonly fc.Arbitrary<Json>[], demands: Conjunction, position: Position): fc.Arbitrary<Json> {
    const [first, ...others] = all
    if (first === undefined) throw unsatisfiable(this.#planner, demands, position.pointer)
    return others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others)
  }

  #kindsOf(branch: Branch, position: Position, hint?: Json): fc.Arbitrary<Json>[] {
    if (branch.choices !== null)
      return branch.choices.length === 0 ? [] : [fc.constantFrom(...branch.choices)]
    const near = hint === undefined ? 0 : kindOf(hint) & branch.kinds
    const narrowed = near === 0 ? branch : { ...branch, kinds: near }
    const given = this.#planner.leaves.given(narrowed)
    if (given.length > 0) return given.map((leaf) => leaf.arbitrary)
    const found: fc.Arbitrary<Json>[] = this.#leaves(narrowed, position)
    const array = this.#planner.arrayOf(narrowed, (each) => this.#planner.possible(each, position.fuel - 1))
    if (array !== null)
      found.push(this.#containers.array(narrowed, array, position, Array.isArray(hint) ? hint : undefined))
    const object = this.#planner.objectOf(
      narrowed,
      (each) => this.#planner.possible(each, position.fuel - 1),
      !isObject(hint),
    )
    if (object !== null)
      found.push(this.#containers.object(narrowed, object, position, isObject(hint) ? hint : undefined))
    if (found.length === 0 && narrowed !== branch) return this.#kindsOf(branch, position)
    return found.flatMap((each) => this.#withoutExcluded(branch, each, position))
  }

  #leaves(branch: Branch, position: Position): fc.Arbitrary<Json>[] {
    const content = this.#content(branch, position)
    if (content !== null) {
      const others = this.#planner.leaves.of({ ...branch, kinds: branch.kinds & ~kinds.string })
      return [...others.map((leaf) => leaf.arbitrary), content]
    }
    const override = branch.formats.map((format) => this.#options.overrides?.[format]).find(Boolean)
    if (override === undefined || (branch.kinds & kinds.string) === 0) {
      return this.#planner.leaves.of(branch).map((leaf) => leaf.arbitrary)
    }
    const others = this.#planner.leaves.of({ ...branch, kinds: branch.kinds & ~kinds.string })
    const passes = (value: Json): boolean => this.#planner.satisfaction.satisfiesBranch(branch, value)
    return [...others.map((leaf) => leaf.arbitrary), new BoundedFilter(override, passes, position.pointer)]
  }

  #content(branch: Branch, position: Position): fc.Arbitrary<Json> | null {
    const { content } = branch
    if (content === null || (branch.kinds & kinds.string) === 0) return null
    const { demand, encoding, json } = content
    const wanted = demand === null ? [] : conjunction([demand])
    const fuel = Math.max(position.fuel - 1, 0)
    if (json && !this.#planner.possible(wanted, fuel)) return null
    const inner = json
      ? this.#at(wanted, { ...position, overrides: Overrides.of({}), fuel, level: position.level + 1 })
      : fc.oneof(
          ...this.#planner.leaves.of({ ...freshBranch(), kinds: kinds.string }).map((leaf) => leaf.arbitrary),
        )
    const texts = inner.map((value) => encoded(json ? JSON.stringify(value) : String(value), encoding))
    const passes = (text: Json): boolean =>
      this.#planner.satisfaction.satisfiesBranch(branch, text) && !this.#planner.excludes(text)
    const passing = new BoundedFilter(texts, passes, position.pointer)
    return yields(passing) ? passing : null
  }

  // Filters only arrays and objects, because scalar values are already drawn without the excluded values.
  #withoutExcluded(branch: Branch, arbitrary: fc.Arbitrary<Json>, position: Position): fc.Arbitrary<Json>[] {
    const whole = branch.excluded.some((value) => typeof value === 'object' && value !== null)
    if (!whole && branch.tests.length === 0) return [arbitrary]
    const open = { ...branch, ...anyMembers() }
    const passes = (value: Json): boolean => this.#planner.satisfaction.satisfiesBranch(open, value)
    const passing = new BoundedFilter(arbitrary, passes, position.pointer)
    return yields(passing) ? [passing] : []
  }

  #below(demands: Conjunction, key: string | number, position: Position, hint?: Json): fc.Arbitrary<Json> {
    const below = {
      pointer: child(position.pointer, key),
      overrides: position.overrides.below(key),
      fuel: position.fuel - 1,
      level: position.level + 1,
    }
    return new LazyArbitrary(() => this.#at(demands, below, hint))
  }
}
