// Turns demands into branches. A valid instance satisfies at least one branch.

import { type Branch, freshBranch, type Owner, prune } from '../branch/branch.ts'
import type { Alternative, Conjunction, Demand, Effect } from '../branch/demand.ts'
import type { Evaluator } from '../judge/evaluator.ts'
import type { Node } from '../schema/schema.ts'
import { assertNode, type Ground, nothing } from './assert.ts'
import { assertFocus, atTarget } from './focus.ts'
import { refusesAll } from './implied.ts'
import type { NameSource, Negation } from './negate.ts'
import { State, settle } from './search-state.ts'
import { finish } from './unevaluated.ts'

const branchesMax = 24
const focusedBranchesMax = 6
const stepsMax = 2000
const focusedStepsMax = 600
const demandsMax = 2000
/** A step with 30 demands counts as two steps. */
const demandsPerStep = 30
const furtherRounds = 1 / 4

export class Flattener {
  readonly #ground: Ground
  readonly #negation: Negation
  readonly #names: NameSource
  readonly #evaluator: Evaluator

  gaveUp = false

  constructor(ground: Ground, negation: Negation, names: NameSource, evaluator: Evaluator) {
    this.#ground = ground
    this.#negation = negation
    this.#names = names
    this.#evaluator = evaluator
  }

  branches(conjunction: Conjunction, effects: readonly Effect[] = []): Branch[] {
    const start = this.#start(conjunction, effects)
    const focused = conjunction.some((demand) => demand.kind === 'focus')
    const countMax = focused ? focusedBranchesMax : branchesMax
    const steps = focused ? focusedStepsMax : stepsMax
    const first = this.#round(start, countMax, steps, 0)
    if (!first.cut) return first.found
    const turns = focused ? [1] : [1, 2, 3, 4, 5]
    const rounds = turns.map((turn) => this.#round(start, branchesMax / 8, steps * furtherRounds, turn).found)
    const found = [...rounds.flat(), ...first.found].slice(0, countMax)
    if (found.length === 0 && !focused) this.gaveUp = true
    return found
  }

  #start(conjunction: Conjunction, effects: readonly Effect[]): State {
    const state = new State(freshBranch())
    state.effect(...effects)
    // This focus leaves out all other demands at its target, because they possibly contradict the edit.
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
      steps += 1 + state.demandCount / demandsPerStep
      if (steps > stepsLeft) {
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
      for (const way of turned(choice.ways(state.branch), turn * (depth + 1))) {
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

  #close(state: State): boolean {
    for (let next = state.next(); next !== undefined; next = state.next()) {
      // A schema that applies itself to the same value adds demands forever.
      if (state.opposes(next.demand) || state.demandCount > demandsMax) return false
      this.#apply(next.demand, next.owners, state)
      if (state.branch.kinds === 0) return false
    }
    return settle(state.branch, null)
  }

  #apply(demand: Demand, owners: readonly Owner[], state: State): void {
    if (demand.kind === 'is') assertNode(this.#ground, demand.node, state, owners, nothing)
    else if (demand.kind === 'not') this.#refuse(demand.node, state)
    else if (demand.kind === 'focus') assertFocus(this.#ground, demand, state, owners)
  }

  #refuse(node: Node, state: State): void {
    const implied = (branch: Branch): boolean => refusesAll(this.#ground.set, this.#evaluator, node, branch)
    state.choose(this.#negation.node(node), [], implied)
  }
}

function turned(ways: Iterable<Alternative>, by: number): Iterable<Alternative> {
  if (by === 0) return ways
  const all = [...ways]
  const at = all.length === 0 ? 0 : by % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}
