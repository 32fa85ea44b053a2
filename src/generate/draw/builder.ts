// Builds arbitraries as unions of possible branches and kinds.
import fc from 'fast-check'
import { isObject, type Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { ItemsArbitrary } from '../arbitrary/items.ts'
import { LazyArbitrary } from '../arbitrary/lazy.ts'
import { type MemberPlan, MembersArbitrary } from '../arbitrary/members.ts'
import { anyMembers, type Branch, freshBranch, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction, keyOf } from '../branch/demand.ts'
import type { GenerateOptions } from '../options.ts'
import { encoded } from '../value/content.ts'
import { kindOf, kinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { child } from '../value/pointer.ts'
import type { ArrayLayout } from './array-layout.ts'
import { explain } from './explain.ts'
import type { ObjectLayout } from './object-layout.ts'
import { Overrides } from './override.ts'
import type { Planner } from './planner.ts'

interface Place {
  readonly pointer: string
  readonly overrides: Overrides
  /** Levels allowed below. */
  readonly fuel: number
  /** Levels above. */
  readonly level: number
}

/** At the root; the limit shrinks below. */
const extraItemsMax = 8
/** Lists with at most this many elements are sometimes full; fewer below the root. */
const fullItemsMax = 64
/** The depth of values without demands. */
const freeLevelsMax = 2
const extrasOneIn = 6
const extraMembersMax = 3
/** The average at the root, fewer below, to keep wide schemas small. */
const optionalMembers = 6

export class Builder {
  readonly #planner: Planner
  readonly #options: GenerateOptions
  readonly #known = new Map<string, fc.Arbitrary<Json>>()

  constructor(planner: Planner, options: GenerateOptions) {
    this.#planner = planner
    this.#options = options
  }

  /**
   * At most `fuel` levels deep if possible. With a hint, differs from it only if necessary.
   * @throws GenerateError if there are no instances
   */
  root(demands: Conjunction, fuel: number, hint?: Json): fc.Arbitrary<Json> {
    const depth = this.#planner.possible(demands, fuel) ? fuel : this.#planner.depthOf(demands)
    if (depth === Number.POSITIVE_INFINITY) throw explain(this.#planner, demands)
    const overrides = Overrides.of(this.#options.overrides ?? {})
    return this.#at(demands, { pointer: '', overrides, fuel: Math.max(depth, fuel), level: 0 }, hint)
  }

  #at(demands: Conjunction, place: Place, hint?: Json): fc.Arbitrary<Json> {
    if (hint !== undefined) return this.#hinted(demands, place, hint)
    const fuel = demands.length === 0 ? Math.min(place.fuel, freeLevelsMax) : place.fuel
    const key = `${keyOf(demands)}|${fuel}|${place.overrides.key}`
    let arbitrary = this.#known.get(key)
    if (arbitrary === undefined) {
      arbitrary = this.#fresh(demands, { ...place, fuel })
      this.#known.set(key, arbitrary)
    }
    return arbitrary
  }

  #hinted(demands: Conjunction, place: Place, hint: Json): fc.Arbitrary<Json> {
    if (this.#planner.satisfaction.satisfies(demands, hint)) return fc.constant(hint)
    const possible = this.#planner
      .branches(demands)
      .filter((branch) => this.#kindsOf(branch, place, hint).length > 0)
    const near = possible.map((branch) => this.#planner.satisfaction.distance(branch, hint))
    const least = Math.min(...near)
    const nearest = possible.filter((_, index) => near[index] === least)
    const all = nearest.flatMap((branch) => this.#kindsOf(branch, place, hint))
    // Every value near the hint may be excluded.
    return all.length === 0 ? this.#at(demands, place) : this.#union(all, demands, place)
  }

  #fresh(demands: Conjunction, place: Place): fc.Arbitrary<Json> {
    const { here } = place.overrides
    if (here !== undefined && !demands.some((demand) => demand.kind === 'focus')) {
      return new BoundedFilter(
        here,
        (value) => this.#planner.satisfaction.satisfies(demands, value),
        place.pointer,
      )
    }
    const all = this.#planner.branches(demands).flatMap((branch) => this.#kindsOf(branch, place))
    return this.#union(all, demands, place)
  }

  #union(all: readonly fc.Arbitrary<Json>[], demands: Conjunction, place: Place): fc.Arbitrary<Json> {
    const [first, ...others] = all
    if (first === undefined) throw explain(this.#planner, demands, place.pointer)
    return others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others)
  }

  // One arbitrary for each kind at this depth.
  #kindsOf(branch: Branch, place: Place, hint?: Json): fc.Arbitrary<Json>[] {
    if (branch.choices !== null)
      return branch.choices.length === 0 ? [] : [fc.constantFrom(...branch.choices)]
    const near = hint === undefined ? 0 : kindOf(hint) & branch.kinds
    const kept = near === 0 ? branch : { ...branch, kinds: near }
    const given = this.#planner.leaves.given(kept)
    if (given.length > 0) return given.map((leaf) => leaf.arbitrary)
    const found: fc.Arbitrary<Json>[] = this.#leaves(kept, place)
    const array = this.#planner.arrayOf(kept, (each) => this.#planner.possible(each, place.fuel - 1))
    if (array !== null) found.push(this.#array(kept, array, place, Array.isArray(hint) ? hint : undefined))
    const object = this.#planner.objectOf(
      kept,
      (each) => this.#planner.possible(each, place.fuel - 1),
      !isObject(hint),
    )
    if (object !== null) found.push(this.#object(kept, object, place, isObject(hint) ? hint : undefined))
    if (found.length === 0 && kept !== branch) return this.#kindsOf(branch, place)
    return found.flatMap((each) => this.#withoutExcluded(branch, each, place))
  }

  #leaves(branch: Branch, place: Place): fc.Arbitrary<Json>[] {
    const content = this.#content(branch, place)
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
    return [...others.map((leaf) => leaf.arbitrary), new BoundedFilter(override, passes, place.pointer)]
  }

  // Null without annotated content, or if the branch accepts none.
  #content(branch: Branch, place: Place): fc.Arbitrary<Json> | null {
    const { content } = branch
    if (content === null || (branch.kinds & kinds.string) === 0) return null
    const { demand, encoding, json } = content
    const wanted = demand === null ? [] : conjunction([demand])
    const fuel = Math.max(place.fuel - 1, 0)
    if (json && !this.#planner.possible(wanted, fuel)) return null
    const inner = json
      ? this.#at(wanted, { ...place, overrides: Overrides.of({}), fuel, level: place.level + 1 })
      : fc.oneof(
          ...this.#planner.leaves.of({ ...freshBranch(), kinds: kinds.string }).map((leaf) => leaf.arbitrary),
        )
    const texts = inner.map((value) => encoded(json ? JSON.stringify(value) : String(value), encoding))
    const passes = (text: Json): boolean =>
      this.#planner.satisfaction.satisfiesBranch(branch, text) && !this.#planner.excludes(text)
    const passing = new BoundedFilter(texts, passes, place.pointer)
    return yields(passing) ? passing : null
  }

  // Leaves exclude scalars themselves.
  #withoutExcluded(branch: Branch, arbitrary: fc.Arbitrary<Json>, place: Place): fc.Arbitrary<Json>[] {
    const whole = branch.excluded.some((value) => typeof value === 'object' && value !== null)
    if (!whole && branch.tests.length === 0) return [arbitrary]
    const open = { ...branch, ...anyMembers() }
    const passes = (value: Json): boolean => this.#planner.satisfaction.satisfiesBranch(open, value)
    const passing = new BoundedFilter(arbitrary, passes, place.pointer)
    return yields(passing) ? [passing] : []
  }

  #below(demands: Conjunction, key: string | number, place: Place, hint?: Json): fc.Arbitrary<Json> {
    const below = {
      pointer: child(place.pointer, key),
      overrides: place.overrides.below(key),
      fuel: place.fuel - 1,
      level: place.level + 1,
    }
    return new LazyArbitrary(() => this.#at(demands, below, hint))
  }

  #array(branch: Branch, layout: ArrayLayout, place: Place, hint?: readonly Json[]): fc.Arbitrary<Json> {
    const { fixed, slots, rest, min, max } = layout
    const least = Math.max(min, Math.min(fixed.length, max))
    const room = Math.min(this.#options.sizeMax ?? extraItemsMax, Math.max(1, extraItemsMax >> place.level))
    const plan = {
      fixed: fixed.map((each, index) => this.#below(each, index, place)),
      slots: slots.map((each) => this.#below(each, '*', place)),
      rest: max > fixed.length + slots.length ? this.#below(rest, '*', place) : null,
      restValues: branch.unique ? this.#planner.valuesOf(rest) : null,
      min,
      max: Math.max(min, Math.min(max, least + room)),
      full:
        max > least + room && max <= Math.min(fullItemsMax >> place.level, this.#options.sizeMax ?? max)
          ? max
          : null,
      unique: branch.unique,
      twins: layout.twins,
      pointer: place.pointer,
      shares: this.#planner.shares,
    }
    if (hint === undefined) return new ItemsArbitrary(plan)
    const length = Math.min(Math.max(hint.length, min), max)
    // The hint's elements first, then missing fixed ones.
    const kept = Array.from({ length: Math.min(length - slots.length, hint.length) }, (_, index) =>
      this.#below(fixed[index] ?? rest, index, place, index === layout.twins?.[1] ? undefined : hint[index]),
    )
    const lacking = plan.fixed.slice(kept.length, Math.max(kept.length, length - slots.length))
    return new ItemsArbitrary({ ...plan, fixed: [...kept, ...lacking], min: length, max: length, full: null })
  }

  #object(
    branch: Branch,
    layout: ObjectLayout,
    place: Place,
    hint?: Readonly<Record<string, Json>>,
  ): fc.Arbitrary<Json> {
    const plan = (member: { name: string; value: Conjunction }): MemberPlan => {
      const near = hint !== undefined && Object.hasOwn(hint, member.name) ? hint[member.name] : undefined
      return { name: member.name, value: this.#below(member.value, member.name, place, near) }
    }
    const extras = layout.extras.map((each) => ({
      names: each.names,
      value: this.#below(each.value, '*', place),
    }))
    const common = {
      extras,
      min: layout.min,
      max: layout.max,
      pointer: place.pointer,
      shares: this.#planner.shares,
    }
    if (hint === undefined) {
      return new MembersArbitrary({
        ...common,
        required: layout.required.map(plan),
        optional: layout.optional.map(plan),
        extrasOneIn: this.#options.extras === false ? 0 : extrasOneIn,
        extrasMax: Math.min(this.#options.sizeMax ?? extraMembersMax, extraMembersMax),
        optionalOneIn: Math.max(2, Math.ceil((layout.optional.length * (place.level + 1)) / optionalMembers)),
      })
    }
    const kept = this.#keptMembers(branch, layout, place, hint)
    const optional = layout.optional.filter((each) => !kept.some((other) => other.name === each.name))
    return new MembersArbitrary({
      ...common,
      required: kept.map(plan),
      optional: optional.map(plan),
      extrasOneIn: 0,
      extrasMax: 0,
      optionalOneIn: 0,
    })
  }

  // As many of the hint's members as fit, and required ones.
  #keptMembers(
    branch: Branch,
    layout: ObjectLayout,
    place: Place,
    hint: Readonly<Record<string, Json>>,
  ): { name: string; value: Conjunction }[] {
    const required = new Map(layout.required.map((each) => [each.name, each]))
    let room = layout.max - required.size
    const kept: { name: string; value: Conjunction }[] = []
    for (const name of Object.keys(hint)) {
      const needed = required.get(name)
      if (needed !== undefined) {
        kept.push(needed)
        required.delete(name)
        continue
      }
      const value = conjunction(memberDemands(branch, name, matches))
      const fits = !branch.absent.includes(name) && this.#planner.satisfaction.nameAllowed(branch, name)
      if (room <= 0 || !fits || !this.#planner.possible(value, place.fuel - 1)) continue
      kept.push({ name, value })
      room--
    }
    return [...kept, ...required.values()]
  }
}
