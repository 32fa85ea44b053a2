// Turns the keywords of a schema into effects, demands and choices.

import type { Owner } from '../branch/branch.ts'
import { is, type Step } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import type { Rules } from '../keyword/rules.ts'
import { isSchemaObject, type Node, type SchemaObject, schemaIn } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { SchemaAssertion } from './applicator.ts'
import { applicators } from './applicators.ts'
import type { State } from './search-state.ts'
import type { UnevaluatedKeyword } from './unevaluated-keyword.ts'

export interface Ground {
  readonly set: SchemaSet
  readonly rules: Rules
}

export interface Omission {
  readonly keywords: readonly string[]
  readonly step: Step | null
  readonly broken: UnevaluatedKeyword | null
}

export const nothing: Omission = { keywords: [], step: null, broken: null }

export function assertNode(
  { set, rules }: Ground,
  node: Node,
  state: State,
  outer: readonly Owner[],
  omission: Omission = nothing,
): readonly Owner[] {
  const { schema } = node
  if (!isSchemaObject(schema)) {
    if (!schema) state.effect(effect.only(0))
    return outer
  }
  const remaining = omission.keywords.length === 0 ? schema : without(schema, omission.keywords)
  const owners = [...outer, ...ownersOf(set, node, remaining, outer, omission)]
  state.branch.owners = [...state.branch.owners, ...owners.slice(outer.length)]
  state.effect(...rules.effects(remaining))
  const assertion = new SchemaAssertion(set, node, remaining, state, owners, omission.step)
  for (const applicator of applicators) applicator.assert(assertion)
  return owners
}

function without(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  const remaining = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword))
  // Without the keyword, `minContains` would be 1.
  if (keywords.includes('minContains')) remaining.push(['minContains', 0])
  return Object.fromEntries(remaining)
}

function ownersOf(
  set: SchemaSet,
  node: Node,
  schema: SchemaObject,
  outer: readonly Owner[],
  omission: Omission,
): Owner[] {
  return (['unevaluatedItems', 'unevaluatedProperties'] as const).flatMap((keyword) => {
    const unevaluated = schemaIn(schema[keyword])
    if (unevaluated === undefined) return []
    const { step } = omission
    const of = keyword === 'unevaluatedItems' ? ('items' as const) : ('properties' as const)
    const exempt = step?.keyword === keyword ? (step.at ?? null) : null
    const demand = is(set.sub(node, unevaluated))
    return [{ of, demand, exempt, broken: omission.broken === keyword, outer }]
  })
}
