// Generates instances that satisfy or violate one constraint.
import fc from 'fast-check'
import { at, type Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { LazyArbitrary } from '../arbitrary/lazy.ts'
import { simplest } from '../arbitrary/simplest.ts'
import {
  type Alternative,
  type Conjunction,
  conjunction,
  type Demand,
  type Edit,
  focus,
  freshEditId,
  type Step,
} from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import type { Ways } from '../conjunction/applicator.ts'
import { isComposed } from '../conjunction/applicators.ts'
import type { Generator } from '../draw/generator.ts'
import { GenerateError } from '../generate-error.ts'
import { isSchemaObject, namesOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { type Carriers, embedding, type Site } from './carrier.ts'
import type { Constraint } from './constraint.ts'
import type { Edits } from './edit-cache.ts'

const triesAtSite = 8

/**
 * @param carriers if possible, the instance is a carrier with one changed value
 * @param one true if the caller needs only one instance
 */
export function violating(
  generator: Generator,
  constraint: Constraint,
  edits: Edits,
  carriers: Carriers | null,
  hint: Json | undefined,
  one = false,
): fc.Arbitrary<Json> | null {
  const name = generator.set.nameOf(constraint.schema, constraint.keyword)
  const undisputed = (value: Json): boolean => generator.undisputed(value, { ...constraint, keyword: name })
  const passes = (value: Json): boolean => generator.validator.refuses(value, constraint) && undisputed(value)
  const site = constraint.naming === null ? (carriers?.of(constraint) ?? null) : null
  if (constraint.naming === null && site === null && carriers?.reaches(constraint) === false) return null
  for (const relax of [0, 1, 2] as const) {
    const edit = edits.of(constraint, relax)
    if (site !== null) {
      // If no value at this path is possible, no complete instance is possible.
      const local = conjunction([focus(site.node, site.steps, edit)])
      if (!generator.possible(local)) continue
      const alone =
        relax === 0 &&
        !isComposed(constraint.keyword) &&
        constraint.path.every((step) => plainSteps.includes(step.keyword))
      const only = (value: Json): boolean =>
        generator.validator.refusesOnly(value, constraint) && undisputed(value)
      const near = atSite(generator, site, local, alone ? only : passes, one)
      const small = generator.set.size <= variedSchemasMax
      if (near !== null)
        return hint !== undefined || !small ? near : wider(generator, constraint, edit, near, passes)
    }
    const whole = wholes(generator, constraint, edit, hint, passes)
    if (whole !== null) return whole
  }
  return null
}

/**
 * With more schemas than this, only the violating value varies, because complete instances are slow to draw.
 */
const variedSchemasMax = 600

const plainSteps = [
  '$ref',
  'allOf',
  'properties',
  'items',
  'prefixItems',
  'patternProperties',
  'additionalProperties',
]

function wider(
  generator: Generator,
  constraint: Constraint,
  edit: Edit,
  near: fc.Arbitrary<Json>,
  passes: (value: Json) => boolean,
): fc.Arbitrary<Json> {
  return new LazyArbitrary(() => wholes(generator, constraint, edit, undefined, passes) ?? near)
}

function wholes(
  generator: Generator,
  constraint: Constraint,
  edit: Edit,
  hint: Json | undefined,
  passes: (value: Json) => boolean,
): fc.Arbitrary<Json> | null {
  const yielding = demandsFor(generator, constraint, edit).flatMap((demand) => {
    const drawn = built(generator, conjunction([demand]), hint)
    if (drawn === null) return []
    const demands = conjunction([demand])
    const found = new BoundedFilter(drawn, passes, constraint.pointer)
    if (!yields(found)) return []
    return [hint === undefined ? generator.shrinking(found, demands, passes) : found]
  })
  const [first, ...others] = yielding
  if (first === undefined) return null
  return others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others)
}

function atSite(
  generator: Generator,
  site: Site,
  demands: Conjunction,
  passes: (value: Json) => boolean,
  one: boolean,
): fc.Arbitrary<Json> | null {
  const drawn = built(generator, demands, at(site.carrier, site.pointer))
  if (drawn === null) return null
  const embedded = embedding(site.carrier, site.pointer)
  const whole = site.pointer === '' ? drawn : drawn.map(embedded)
  if (one) {
    const value = simplestOf(drawn)
    if (value === undefined) return null
    const changed = embedded(value)
    if (passes(changed)) return fc.constant(changed)
  }
  const found = new BoundedFilter(whole, passes, site.pointer)
  return yields(new BoundedFilter(whole, passes, site.pointer, triesAtSite)) ? found : null
}

export function satisfying(
  generator: Generator,
  constraint: Constraint,
  edits: Edits,
  carriers: Carriers,
  hint: Json,
  one = false,
): fc.Arbitrary<Json> | null {
  if (constraint.naming !== null) return null
  const passes = (value: Json): boolean =>
    generator.validator.tolerates(value) && generator.undisputed(value, null)
  const edit = edits.of(constraint, 0)
  const site = carriers.of(constraint)
  if (site !== null) {
    const local = conjunction([focus(site.node, site.steps, edit)])
    if (!generator.possible(local)) return null
    const near = atSite(generator, site, local, passes, one)
    if (near !== null) return near
  }
  const found = built(generator, conjunction([focus(generator.set.root, constraint.path, edit)]), hint)
  if (found === null) return null
  const drawn = new BoundedFilter(found, passes)
  return yields(drawn) ? drawn : null
}

function simplestOf(drawn: fc.Arbitrary<Json>): Json | undefined {
  try {
    return simplest(drawn)
  } catch (error) {
    if (error instanceof GenerateError) return undefined
    throw error
  }
}

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

function demandsFor(generator: Generator, constraint: Constraint, edit: Edit): Demand[] {
  const { set, planner } = generator
  if (constraint.naming === null) return [focus(set.root, constraint.path, edit)]
  const { node, path } = constraint.naming
  const wanted = focus(node, path, edit)
  const names = planner.names.find({ demands: [wanted], patterns: [], notPatterns: [], excluded: [] })
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

/**
 * Returns the alternatives that violate the keyword, or null for a `false` schema and the `unevaluated`
 * keywords.
 */
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
