// Focused instances: those that have, or break, one constraint at its place, all else holding wherever it can.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import {
  type Alternative,
  type Conjunction,
  conjunction,
  type Demand,
  type Edit,
  focus,
  type Step,
} from '../conjunction/demand.ts'
import * as effect from '../conjunction/effect.ts'
import { freshEditId, type Ways } from '../conjunction/negate.ts'
import type { Generator } from '../draw/generator.ts'
import { GenerateError } from '../generate-error.ts'
import { isSchemaObject, namesOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import type { Constraint } from './constraint.ts'

/** An arbitrary of instances that the schema refuses because of the constraint, or null where there are none. */
export function refused(
  generator: Generator,
  constraint: Constraint,
  ways: Ways | null,
  hint: Json | undefined,
): fc.Arbitrary<Json> | null {
  for (const relax of [0, 1, 2] as const) {
    const edit: Edit = { id: freshEditId(), negative: true, omit: constraint.keyword, ways, relax }
    const demands = demandsFor(generator, constraint, edit)
    const found = demands.flatMap((demand) => {
      const all = conjunction([demand])
      const drawn = built(generator, all, hint)
      if (drawn === null) return []
      return [
        new BoundedFilter(
          drawn,
          (value) => generator.validator.refuses(value, constraint),
          constraint.pointer,
        ),
      ]
    })
    const yielding = found.filter(yields)
    const [first, ...others] = yielding
    if (first !== undefined)
      return others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others)
  }
  return null
}

/** An arbitrary of valid instances that have the property in question at the constraint's place, or null. */
export function accepted(
  generator: Generator,
  constraint: Constraint,
  ways: Ways | null,
  hint: Json,
): fc.Arbitrary<Json> | null {
  const edit: Edit = { id: freshEditId(), negative: false, omit: null, ways, relax: 0 }
  if (constraint.naming !== null) return null
  const all = conjunction([focus(generator.set.root, constraint.path, edit)])
  const found = built(generator, all, hint)
  if (found === null) return null
  const drawn = new BoundedFilter(found, (value) => generator.validator.accepts(value))
  return yields(drawn) ? drawn : null
}

// What looks possible may still turn out to leave only what is excluded.
function built(
  generator: Generator,
  demands: Conjunction,
  hint: Json | undefined,
): fc.Arbitrary<Json> | null {
  if (!generator.possible(demands)) return null
  try {
    return generator.arbitrary(demands, hint)
  } catch (error) {
    if (error instanceof GenerateError) return null
    throw error
  }
}

// A constraint on names is broken by members with such names.
function demandsFor(generator: Generator, constraint: Constraint, edit: Edit): Demand[] {
  const { set, planner } = generator
  if (constraint.naming === null) return [focus(set.root, constraint.path, edit)]
  const { node, path } = constraint.naming
  const wanted = focus(node, path, edit)
  const names = planner.names({ demands: [wanted], patterns: [], notPatterns: [], excluded: [] })
  return names.map((name) => {
    const step: Step = { keyword: 'propertyNames', key: '', at: name }
    return focus(set.root, [...constraint.path, step], {
      id: freshEditId(),
      negative: true,
      omit: null,
      ways: null,
      relax: 0,
    })
  })
}

/** The ways of breaking the constraint and nothing else of its keyword. */
export function waysOf(generator: Generator, constraint: Constraint): Ways | null {
  const { schema, keyword, node, property, trigger } = constraint
  if (keyword === 'false schema' || keyword === 'unevaluatedItems' || keyword === 'unevaluatedProperties')
    return null
  if (property === undefined) return generator.planner.negation.keyword(node, schema, keyword)
  const asked =
    trigger !== undefined && isSchemaObject(schema.dependentRequired)
      ? [trigger, ...namesOf(schema.dependentRequired[trigger])]
      : namesOf(schema.required)
  const others = asked.filter((name) => name !== property)
  const way: Alternative = {
    effects: [effect.only(kinds.object), effect.add('required', ...others), effect.add('absent', property)],
    demands: [],
  }
  return () => [way]
}
