// Makes arbitraries of arrays and objects from their layouts.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { ItemsArbitrary } from '../arbitrary/items.ts'
import { type MemberPlan, MembersArbitrary } from '../arbitrary/members.ts'
import { type Branch, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction } from '../branch/demand.ts'
import type { GenerateOptions } from '../options.ts'
import type { ArrayLayout } from './array-layout.ts'
import type { ObjectLayout } from './object-layout.ts'
import type { Overrides } from './override.ts'
import type { Planner } from './planner.ts'

export interface Position {
  readonly pointer: string
  readonly overrides: Overrides
  readonly fuel: number
  readonly level: number
}

type Below = (
  demands: Conjunction,
  key: string | number,
  position: Position,
  hint?: Json,
) => fc.Arbitrary<Json>

const extraItemsMax = 8
/** Maximum length of a full outermost array. Full inner arrays are shorter. */
const fullItemsMax = 64
const extrasOneIn = 6
const extraMembersMax = 3
/** Inner objects get fewer optional members, because values of wide schemas would become large. */
const optionalMembers = 6

export class Containers {
  readonly #planner: Planner
  readonly #options: GenerateOptions
  readonly #below: Below

  constructor(planner: Planner, options: GenerateOptions, below: Below) {
    this.#planner = planner
    this.#options = options
    this.#below = below
  }

  array(branch: Branch, layout: ArrayLayout, position: Position, hint?: readonly Json[]): fc.Arbitrary<Json> {
    const { fixed, slots, rest, min, max } = layout
    const least = Math.max(min, Math.min(fixed.length, max))
    const room = Math.min(
      this.#options.sizeMax ?? extraItemsMax,
      Math.max(1, extraItemsMax >> position.level),
    )
    const plan = {
      fixed: fixed.map((each, index) => this.#below(each, index, position)),
      slots: slots.map((each) => this.#below(each, '*', position)),
      rest: max > fixed.length + slots.length ? this.#below(rest, '*', position) : null,
      restValues: branch.unique ? this.#planner.valuesOf(rest) : null,
      min,
      max: Math.max(min, Math.min(max, least + room)),
      full:
        max > least + room && max <= Math.min(fullItemsMax >> position.level, this.#options.sizeMax ?? max)
          ? max
          : null,
      unique: branch.unique,
      twins: layout.twins,
      pointer: position.pointer,
      shares: this.#planner.shares,
    }
    if (hint === undefined) return new ItemsArbitrary(plan)
    const length = Math.min(Math.max(hint.length, min), max)
    const hinted = Array.from({ length: Math.min(length - slots.length, hint.length) }, (_, index) =>
      this.#below(
        fixed[index] ?? rest,
        index,
        position,
        index === layout.twins?.[1] ? undefined : hint[index],
      ),
    )
    const lacking = plan.fixed.slice(hinted.length, Math.max(hinted.length, length - slots.length))
    return new ItemsArbitrary({
      ...plan,
      fixed: [...hinted, ...lacking],
      min: length,
      max: length,
      full: null,
    })
  }

  object(
    branch: Branch,
    layout: ObjectLayout,
    position: Position,
    hint?: Readonly<Record<string, Json>>,
  ): fc.Arbitrary<Json> {
    const plan = (member: { name: string; value: Conjunction }): MemberPlan => {
      const near = hint !== undefined && Object.hasOwn(hint, member.name) ? hint[member.name] : undefined
      return { name: member.name, value: this.#below(member.value, member.name, position, near) }
    }
    const extras = layout.extras.map((each) => ({
      names: each.names,
      value: this.#below(each.value, '*', position),
    }))
    const common = {
      extras,
      min: layout.min,
      max: layout.max,
      pointer: position.pointer,
      shares: this.#planner.shares,
    }
    if (hint === undefined) {
      return new MembersArbitrary({
        ...common,
        required: layout.required.map(plan),
        optional: layout.optional.map(plan),
        extrasOneIn: this.#options.extras === false ? 0 : extrasOneIn,
        extrasMax: Math.min(this.#options.sizeMax ?? extraMembersMax, extraMembersMax),
        optionalOneIn: Math.max(
          2,
          Math.ceil((layout.optional.length * (position.level + 1)) / optionalMembers),
        ),
      })
    }
    const hinted = this.#nearMembers(branch, layout, position, hint)
    const optional = layout.optional.filter((each) => !hinted.some((other) => other.name === each.name))
    return new MembersArbitrary({
      ...common,
      required: hinted.map(plan),
      optional: optional.map(plan),
      extrasOneIn: 0,
      extrasMax: 0,
      optionalOneIn: 0,
    })
  }

  #nearMembers(
    branch: Branch,
    layout: ObjectLayout,
    position: Position,
    hint: Readonly<Record<string, Json>>,
  ): { name: string; value: Conjunction }[] {
    const required = new Map(layout.required.map((each) => [each.name, each]))
    let room = layout.max - required.size
    const hinted: { name: string; value: Conjunction }[] = []
    for (const name of Object.keys(hint)) {
      const needed = required.get(name)
      if (needed !== undefined) {
        hinted.push(needed)
        required.delete(name)
        continue
      }
      const value = conjunction(memberDemands(branch, name))
      const fits = !branch.absent.includes(name) && this.#planner.satisfaction.nameAllowed(branch, name)
      if (room <= 0 || !fits || !this.#planner.possible(value, position.fuel - 1)) continue
      hinted.push({ name, value })
      room--
    }
    return [...hinted, ...required.values()]
  }
}
