// Flattening: a conjunction of demands becomes the branches of which an instance must satisfy one.

import type { Evaluator } from '../judge/evaluator.ts'
import type { Node } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { assertNode, nothing } from './assert.ts'
import { type Branch, freshBranch, type Owner, prune } from './branch.ts'
import type { Alternative, Conjunction, Demand, Effect } from './demand.ts'
import { assertFocus, atTarget } from './focus.ts'
import { refusesAll } from './implied.ts'
import type { NameSource, Negation } from './negate.ts'
import { State } from './state.ts'
import { finish } from './unevaluated.ts'

/** How many branches are kept of one conjunction, and how many steps are spent on looking for them. */
const branchesMax = 24
const focusedBranchesMax = 6
const stepsMax = 2000
const focusedStepsMax = 600
const demandsMax = 2000

export class Flattener {
  readonly #set: SchemaSet
  readonly #negation: Negation
  readonly #names: NameSource
  readonly #evaluator: Evaluator

  constructor(set: SchemaSet, negation: Negation, names: NameSource, evaluator: Evaluator) {
    this.#set = set
    this.#negation = negation
    this.#names = names
    this.#evaluator = evaluator
  }

  /**
   * The branches of a conjunction, those without a kind left out. Where there are too many, a varied part of
   * them: each further round turns the order in which alternatives are tried.
   */
  branches(conjunction: Conjunction, effects: readonly Effect[] = []): Branch[] {
    const start = this.#start(conjunction, effects)
    const focused = conjunction.some((demand) => demand.kind === 'focus')
    const countMax = focused ? focusedBranchesMax : branchesMax
    const steps = focused ? focusedStepsMax : stepsMax
    const first = this.#round(start, countMax, steps, 0)
    if (!first.cut) return first.found
    const turns = focused ? [1] : [1, 2, 3, 4, 5]
    const rounds = turns.map((turn) => this.#round(start, branchesMax / 8, steps, turn).found)
    return [...rounds.flat(), ...first.found].slice(0, countMax)
  }

  #start(conjunction: Conjunction, effects: readonly Effect[]): State {
    const state = new State(freshBranch())
    state.effect(...effects)
    // At the very place of a relaxed focus other demands may be impossible to keep.
    const focused = conjunction.find(
      (demand) => demand.kind === 'focus' && demand.edit.relax === 2 && atTarget(demand),
    )
    for (const demand of focused === undefined ? conjunction : [focused]) state.demand(demand, [])
    return state
  }

  #round(start: State, countMax: number, stepsLeft: number, turn: number): { found: Branch[]; cut: boolean } {
    const found: Branch[] = []
    let steps = 0
    let cut = false
    const visit = (state: State, depth: number): void => {
      if (cut) return
      if (++steps > stepsLeft) {
        cut = true
        return
      }
      if (!this.#close(state)) return
      const choice = state.nextChoice()
      if (choice === undefined) {
        const branch = finish(state.branch, this.#names)
        if (!prune(branch)) return
        if (found.length >= countMax) cut = true
        else found.push(branch)
        return
      }
      for (const way of turned(choice.ways, turn * (depth + 1))) {
        const next = state.fork()
        next.effect(...way.effects)
        for (const demand of way.demands) next.demand(demand, choice.owners)
        visit(next, depth + 1)
        if (cut) return
      }
    }
    visit(start.fork(), 0)
    return { found, cut }
  }

  // Applies all that is asked for; false once nothing can satisfy it.
  #close(state: State): boolean {
    for (let next = state.next(); next !== undefined; next = state.next()) {
      // A schema that applies itself in place without end asks for more and more.
      if (state.opposes(next.demand) || state.demandCount > demandsMax) return false
      this.#apply(next.demand, next.owners, state)
      if (state.branch.kinds === 0) return false
    }
    return prune(state.branch)
  }

  #apply(demand: Demand, owners: readonly Owner[], state: State): void {
    if (demand.kind === 'is') assertNode(this.#set, demand.node, state, owners, nothing)
    else if (demand.kind === 'not') this.#refuse(demand.node, state)
    else if (demand.kind === 'focus') assertFocus(this.#set, demand, state, owners)
  }

  #refuse(node: Node, state: State): void {
    const implied = (branch: Branch): boolean => refusesAll(this.#set, this.#evaluator, node, branch)
    state.choose(this.#negation.node(node), [], implied)
  }
}

function turned(ways: readonly Alternative[], by: number): readonly Alternative[] {
  const at = ways.length === 0 ? 0 : by % ways.length
  return at === 0 ? ways : [...ways.slice(at), ...ways.slice(0, at)]
}
