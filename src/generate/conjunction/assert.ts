// Asserting a schema: every keyword becomes effects, further demands, or a choice.

import {
  enumOf,
  isSchemaObject,
  type Node,
  namedSchemasOf,
  namesOf,
  numberOf,
  type Schema,
  type SchemaObject,
  schemasOf,
  stringOf,
} from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds, kindsOf } from '../value/kind.ts'
import type { Owner } from './branch.ts'
import { type Alternative, type Demand, type Effect, is, not, type Step } from './demand.ts'
import * as effect from './effect.ts'
import type { State } from './state.ts'

/** What is left out of an assertion: one keyword, or the one application of a subschema that a step stands for. */
export interface Omission {
  readonly keywords: readonly string[]
  readonly step: Step | null
  /** Whether the keyword of an owner is to be broken: an unevaluated part refuses what it demands. */
  readonly broken: 'unevaluatedItems' | 'unevaluatedProperties' | null
}

export const nothing: Omission = { keywords: [], step: null, broken: null }

/**
 * Adds to `state` that `node` accepts the instance, but for what is omitted. Returns the owners for whom what the
 * node's subschemas evaluate counts.
 */
export function assertNode(
  set: SchemaSet,
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
  const kept = omission.keywords.length === 0 ? schema : without(schema, omission.keywords)
  const owners = [...outer, ...ownersOf(set, node, kept, outer, omission)]
  state.branch.owners = [...state.branch.owners, ...owners.slice(outer.length)]
  state.effect(...scalars(kept))
  const assertion = new Assertion(set, node, kept, state, owners, omission.step)
  assertion.inPlace()
  assertion.elements()
  assertion.members()
  return owners
}

function without(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  const kept = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword))
  // Leaving out `minContains` must not bring back its default of 1.
  if (keywords.includes('minContains')) kept.push(['minContains', 0])
  return Object.fromEntries(kept)
}

function ownersOf(
  set: SchemaSet,
  node: Node,
  schema: SchemaObject,
  outer: readonly Owner[],
  omission: Omission,
): Owner[] {
  return (['unevaluatedItems', 'unevaluatedProperties'] as const).flatMap((keyword) => {
    const [unevaluated] = schemasOf([schema[keyword]])
    if (unevaluated === undefined) return []
    const { step } = omission
    const of = keyword === 'unevaluatedItems' ? ('items' as const) : ('properties' as const)
    const exempt = step?.keyword === keyword ? (step.at ?? null) : null
    const demand = is(set.sub(node, unevaluated))
    return [{ of, demand, exempt, broken: omission.broken === keyword, outer }]
  })
}

// The keywords that speak about the instance itself.
function* scalars(schema: SchemaObject): Generator<Effect> {
  if (schema.type !== undefined) yield effect.only(kindsOf(schema.type))
  for (const keyword of ['enum', 'const'] as const) {
    const values = enumOf(schema, keyword)
    if (values !== undefined) yield effect.choices(values)
  }
  for (const name of ['minLength', 'minItems', 'minProperties'] as const) {
    const value = numberOf(schema, name)
    if (value !== undefined) yield effect.raise(name, value)
  }
  for (const name of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    const value = numberOf(schema, name)
    if (value !== undefined) yield effect.lower(name, value)
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number') yield effect.atLeast(minimum, false)
  if (typeof maximum === 'number') yield effect.atMost(maximum, false)
  if (typeof exclusiveMinimum === 'number') yield effect.atLeast(exclusiveMinimum, true)
  if (typeof exclusiveMaximum === 'number') yield effect.atMost(exclusiveMaximum, true)
  if (typeof multipleOf === 'number') yield effect.divisible('multiples', multipleOf)
  const pattern = stringOf(schema, 'pattern')
  if (pattern !== undefined) yield effect.add('patterns', pattern)
  const format = stringOf(schema, 'format')
  if (format !== undefined) yield effect.add('formats', format)
  if (schema.uniqueItems === true) yield effect.set('unique')
  yield effect.add('required', ...namesOf(schema.required))
}

class Assertion {
  readonly #set: SchemaSet
  readonly #node: Node
  readonly #schema: SchemaObject
  readonly #state: State
  readonly #owners: readonly Owner[]
  readonly #step: Step | null

  constructor(
    set: SchemaSet,
    node: Node,
    schema: SchemaObject,
    state: State,
    owners: readonly Owner[],
    step: Step | null,
  ) {
    this.#set = set
    this.#node = node
    this.#schema = schema
    this.#state = state
    this.#owners = owners
    this.#step = step
  }

  inPlace(): void {
    const { anyOf, oneOf, not: negated, if: condition } = this.#schema
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      if (this.#schema[keyword] === undefined || this.#omitted(keyword)) continue
      this.#state.demand(is(this.#set.target(this.#node, keyword)), this.#owners)
    }
    for (const [index, each] of schemasOf(this.#schema.allOf).entries()) {
      if (!this.#omitted('allOf', String(index))) this.#state.demand(this.#is(each), this.#owners)
    }
    if (anyOf !== undefined && !this.#omitted('anyOf')) {
      const ways = schemasOf(anyOf).map((each) => way([this.#is(each)]))
      this.#state.choose(() => ways, this.#owners)
    }
    if (oneOf !== undefined && !this.#omitted('oneOf')) {
      const all = schemasOf(oneOf)
      const ways = all.map((each, index) =>
        way([this.#is(each), ...all.filter((_, other) => other !== index).map((other) => this.#not(other))]),
      )
      this.#state.choose(() => ways, this.#owners)
    }
    for (const each of schemasOf([negated])) this.#state.demand(this.#not(each), [])
    for (const tested of schemasOf([condition])) this.#condition(tested)
    this.#dependencies()
  }

  #condition(tested: Schema): void {
    if (this.#omitted('then') || this.#omitted('else')) return
    const positive = schemasOf([this.#schema.then]).map((each) => this.#is(each))
    const negative = schemasOf([this.#schema.else]).map((each) => this.#is(each))
    // Alone it decides nothing but what counts as evaluated, and less evaluated is never wrong.
    if (positive.length + negative.length === 0) return
    const ways = [way([this.#is(tested), ...positive]), way([this.#not(tested), ...negative])]
    this.#state.choose(() => ways, this.#owners)
  }

  #dependencies(): void {
    const { dependentRequired, dependentSchemas } = this.#schema
    const requirements = isSchemaObject(dependentRequired) ? Object.entries(dependentRequired) : []
    for (const [trigger, names] of requirements) {
      const present = [effect.add('required', trigger, ...namesOf(names))]
      this.#depend(trigger, { effects: present, demands: [] })
    }
    for (const [trigger, each] of namedSchemasOf(dependentSchemas)) {
      if (this.#omitted('dependentSchemas', trigger)) continue
      this.#depend(trigger, { effects: [effect.add('required', trigger)], demands: [this.#is(each)] })
    }
  }

  // Where the trigger is present, so is what depends on it; what is no object has no trigger.
  #depend(trigger: string, present: Alternative): void {
    const absent: Alternative = { effects: [effect.add('absent', trigger)], demands: [] }
    const ways = [{ ...present, effects: [effect.only(kinds.object), ...present.effects] }, absent]
    this.#state.choose((branch) => {
      if (branch.required.includes(trigger) && branch.kinds === kinds.object) return [ways[0] ?? absent]
      return (branch.kinds & kinds.object) === 0 ? [way([])] : ways
    }, this.#owners)
  }

  elements(): void {
    const { items, prefixItems, contains } = this.#schema
    const prefix = schemasOf(prefixItems)
    const [rest] = schemasOf([items])
    if (prefix.length > 0 || rest !== undefined) {
      const demands: (Demand | null)[] = prefix.map((each, index) =>
        this.#omitted('prefixItems', String(index)) ? null : this.#is(each),
      )
      if (rest !== undefined && this.#omitted('items')) {
        for (let index = prefix.length; index < Number(this.#step?.at); index++) demands.push(this.#is(rest))
        demands.push(null)
      }
      const row = {
        prefix: demands,
        rest: rest === undefined ? null : this.#is(rest),
        coversRest: rest !== undefined,
        owners: this.#owners,
      }
      this.#state.effect(effect.row(row))
    }
    for (const sought of schemasOf([contains])) {
      const min = numberOf(this.#schema, 'minContains') ?? 1
      const max = numberOf(this.#schema, 'maxContains') ?? Number.POSITIVE_INFINITY
      this.#state.effect(effect.contains({ demand: this.#is(sought), min, max, owners: this.#owners }))
      if (min > 0 || max < min) this.#state.effect(minimumOf(min))
    }
  }

  members(): void {
    const { properties, patternProperties, additionalProperties, propertyNames } = this.#schema
    const [additional] = schemasOf([additionalProperties])
    if (properties !== undefined || patternProperties !== undefined || additional !== undefined) {
      const step = this.#step
      const source = step?.keyword === 'patternProperties' ? step.key : null
      const exempted = source !== null || step?.keyword === 'additionalProperties'
      const group = {
        properties: new Map(
          namedSchemasOf(properties).map(([name, each]) => [
            name,
            this.#omitted('properties', name) ? null : this.#is(each),
          ]),
        ),
        patterns: namedSchemasOf(patternProperties).map(
          ([each, schema]) => [each, this.#is(schema)] as const,
        ),
        additional: additional === undefined ? null : this.#is(additional),
        coversAdditional: additional !== undefined,
        exempt: exempted ? { source, name: String(step?.at) } : null,
        owners: this.#owners,
      }
      this.#state.effect(effect.group(group))
    }
    for (const each of schemasOf([propertyNames])) {
      const exempt = this.#step?.keyword === 'propertyNames' ? String(this.#step.at) : null
      this.#state.effect(effect.names(this.#is(each), exempt))
    }
  }

  #omitted(keyword: string, key = ''): boolean {
    return this.#step?.keyword === keyword && (key === '' || this.#step.key === key)
  }

  #is(schema: Schema): Demand {
    return is(this.#set.sub(this.#node, schema))
  }

  #not(schema: Schema): Demand {
    return not(this.#set.sub(this.#node, schema))
  }
}

// `contains` counts elements, so it implies a least length.
function minimumOf(count: number): Effect {
  return effect.raise('minItems', count)
}

/** An alternative that only makes demands. */
export function way(demands: readonly Demand[]): Alternative {
  return { effects: [], demands }
}
