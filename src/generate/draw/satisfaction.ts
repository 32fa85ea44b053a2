// Tests whether a value satisfies a conjunction, and counts the differences.
import { equal, isObject, type Json } from '../../base/json.ts'
import { type Branch, elementDemands, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction, type Demand } from '../branch/demand.ts'
import type { Evaluator } from '../judge/evaluator.ts'
import { acceptsNumber } from '../leaf/number.ts'
import { acceptsText } from '../leaf/text-wish.ts'
import { kindOf } from '../value/kind.ts'
import { areUnique } from '../value/unique.ts'

export class Satisfaction {
  readonly #evaluator: Evaluator
  readonly #branches: (conjunction: Conjunction) => readonly Branch[]

  constructor(evaluator: Evaluator, branches: (conjunction: Conjunction) => readonly Branch[]) {
    this.#evaluator = evaluator
    this.#branches = branches
  }

  satisfies(demands: Conjunction, value: Json): boolean {
    const plain = demands.filter((demand) => demand.kind !== 'focus')
    if (!plain.every((demand) => this.#evaluator.valid(demand.node, value) === (demand.kind === 'is')))
      return false
    const focused = demands.filter((demand) => demand.kind === 'focus')
    return (
      focused.length === 0 || this.#branches(demands).some((branch) => this.satisfiesBranch(branch, value))
    )
  }

  satisfiesBranch(branch: Branch, value: Json): boolean {
    if ((kindOf(value) & branch.kinds) === 0) return false
    if (branch.choices !== null && !branch.choices.some((each) => equal(each, value))) return false
    if (branch.excluded.some((each) => equal(each, value))) return false
    if (!branch.tests.every((test) => test.holds(value))) return false
    if (typeof value === 'number') return acceptsNumber(branch, value)
    if (typeof value === 'string') return acceptsText(branch, value)
    if (Array.isArray(value)) return this.#array(branch, value as readonly Json[])
    return !isObject(value) || this.#object(branch, value)
  }

  settled(branch: Branch): Branch {
    const { choices } = branch
    if (choices === null) return branch
    const open = { ...branch, choices: null }
    return { ...branch, choices: choices.filter((value) => this.satisfiesBranch(open, value)) }
  }

  #one(demand: Demand, value: Json): boolean {
    return this.satisfies(conjunction([demand]), value)
  }

  #array(branch: Branch, value: readonly Json[]): boolean {
    if (value.length < branch.minItems || value.length > branch.maxItems) return false
    if (branch.unique && !areUnique(value)) return false
    if (branch.repeated && areUnique(value)) return false
    const found = (demand: Demand): number => value.filter((each) => this.#one(demand, each)).length
    return (
      value.every((each, index) => this.elementAllowed(branch, index, each)) &&
      branch.contains.every((each) => found(each.demand) >= each.min && found(each.demand) <= each.max)
    )
  }

  elementAllowed(branch: Branch, index: number, value: Json): boolean {
    const met = branch.rows.flatMap((row) => row.unless ?? []).filter((demand) => this.#one(demand, value))
    return this.satisfies(conjunction(elementDemands(branch, index, met)), value)
  }

  #object(branch: Branch, value: Readonly<Record<string, Json>>): boolean {
    const names = Object.keys(value)
    return (
      names.length >= branch.minProperties &&
      names.length <= branch.maxProperties &&
      branch.required.every((name) => names.includes(name)) &&
      !branch.absent.some((name) => names.includes(name)) &&
      names.every((name) => this.nameAllowed(branch, name) && this.#member(branch, name, value))
    )
  }

  #member(branch: Branch, name: string, object: Readonly<Record<string, Json>>): boolean {
    return this.satisfies(conjunction(memberDemands(branch, name)), object[name] ?? null)
  }

  distance(branch: Branch, value: Json): number {
    if ((kindOf(value) & branch.kinds) === 0) return 1000
    if (Array.isArray(value)) {
      const elements = value as readonly Json[]
      const wrong = elements.filter((each, index) => !this.elementAllowed(branch, index, each))
      const over =
        Math.max(0, elements.length - branch.maxItems) + Math.max(0, branch.minItems - elements.length)
      return wrong.length + over
    }
    if (isObject(value)) {
      const names = Object.keys(value)
      const wrong = names.filter((name) => branch.absent.includes(name) || !this.#member(branch, name, value))
      return wrong.length + branch.required.filter((name) => !names.includes(name)).length
    }
    return this.satisfiesBranch(branch, value) ? 0 : 1
  }

  nameAllowed(branch: Branch, name: string): boolean {
    return branch.names.every((each) => each.exempt === name || this.#one(each.demand, name))
  }
}
