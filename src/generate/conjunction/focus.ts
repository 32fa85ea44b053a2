// A focus follows the path to one keyword. Everything outside the path stays valid.

import type { Owner } from '../branch/branch.ts'
import { type Demand, focus, is, not, type Step } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { isSchemaObject, type Node, type Schema, schemaIn, schemasOf } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds } from '../value/kind.ts'
import { assertNode, type Ground, nothing } from './assert.ts'
import type { State } from './search-state.ts'
import { brokenBy } from './unevaluated-keyword.ts'

export type Focus = Extract<Demand, { kind: 'focus' }>

export function atTarget(demand: Focus): boolean {
  return demand.path.every((step) => step.at === undefined)
}

export function follow(set: SchemaSet, node: Node, step: Step): Node {
  if (step.keyword === '$ref' || step.keyword === '$dynamicRef') return set.target(node, step.keyword)
  const value = isSchemaObject(node.schema) ? node.schema[step.keyword] : undefined
  const holder = value as Readonly<Record<string, Schema>> | Schema
  const schema = step.key === '' ? holder : (holder as Readonly<Record<string, Schema>>)[step.key]
  return set.sub(node, (schema ?? true) as Schema)
}

export function assertFocus(ground: Ground, demand: Focus, state: State, outer: readonly Owner[]): void {
  const { set } = ground
  const { node, path, edit } = demand
  const [step, ...rest] = path
  const alone = edit.relax === 2 && atTarget(demand)
  if (step === undefined) {
    if (!alone) target(ground, demand, state, outer)
    if (edit.ways !== null) state.chooseFirst(edit.ways)
    return
  }
  const omission = edit.negative || branching.includes(step.keyword) ? { ...nothing, step } : nothing
  const owners = alone ? outer : assertNode(ground, node, state, outer, omission)
  const next = follow(set, node, step)
  const onward = focus(next, rest, edit)
  aside(set, node, step, edit.negative, state, owners)
  if (step.keyword === 'propertyNames')
    state.effect(effect.only(kinds.object), effect.add('required', String(step.at)))
  else if (typeof step.at === 'number') {
    state.effect(effect.only(kinds.array), effect.element(step.at, onward))
  } else if (step.at !== undefined) {
    state.effect(effect.only(kinds.object), effect.member(step.at, onward))
  } else state.demand(onward, owners)
}

const branching = ['anyOf', 'oneOf', 'then', 'else']

function target(ground: Ground, { node, edit }: Focus, state: State, outer: readonly Owner[]): void {
  if (!isSchemaObject(node.schema)) return
  const broken = brokenBy(edit)
  const keywords = edit.relax > 0 ? ['enum', 'const'] : []
  if (edit.omit !== null && broken === null) keywords.push(edit.omit)
  assertNode(ground, node, state, outer, { keywords, step: null, broken })
}

// Makes the other alternatives fail, so that none of them decides the result.
function aside(
  set: SchemaSet,
  node: Node,
  step: Step,
  negative: boolean,
  state: State,
  owners: readonly Owner[],
): void {
  if (!isSchemaObject(node.schema)) return
  const { schema } = node
  if (step.keyword === 'oneOf' || (step.keyword === 'anyOf' && negative)) {
    for (const [index, each] of schemasOf(schema[step.keyword]).entries()) {
      if (String(index) !== step.key) state.demand(not(set.sub(node, each)), [])
    }
  }
  const tested = schemaIn(schema.if)
  if (tested !== undefined && step.keyword === 'then') state.demand(is(set.sub(node, tested)), owners)
  if (tested !== undefined && step.keyword === 'else') state.demand(not(set.sub(node, tested)), [])
  if (step.keyword === 'dependentSchemas') {
    state.effect(effect.only(kinds.object), effect.add('required', step.key))
  }
}
