// An applicator: keywords of one family that apply subschemas, what they ask of an instance, and how it fails them.
import type { Branch, Owner } from '../branch/branch.ts'
import { type Alternative, type Demand, is, not, type Step } from '../branch/demand.ts'
import type { Node, Schema, SchemaObject } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import type { State } from './state.ts'

/** Member names wanted for some purpose. */
export interface NameWish {
  readonly demands: readonly Demand[]
  readonly patterns: readonly string[]
  readonly notPatterns: readonly string[]
  readonly excluded: readonly string[]
}

/** Ways of failing; given what is known of the instance when one must be taken. */
export type Ways = (branch: Branch) => Iterable<Alternative>

/** A schema object whose subschemas are applied. */
class Application {
  readonly set: SchemaSet
  readonly node: Node
  readonly schema: SchemaObject

  constructor(set: SchemaSet, node: Node, schema: SchemaObject) {
    this.set = set
    this.node = node
    this.schema = schema
  }

  is(schema: Schema): Demand {
    return is(this.set.sub(this.node, schema))
  }

  not(schema: Schema): Demand {
    return not(this.set.sub(this.node, schema))
  }
}

/** One that is asserted, but for the subschema that a step leads to. */
export class Assertion extends Application {
  readonly state: State
  readonly owners: readonly Owner[]
  readonly step: Step | null

  constructor(
    set: SchemaSet,
    node: Node,
    schema: SchemaObject,
    state: State,
    owners: readonly Owner[],
    step: Step | null,
  ) {
    super(set, node, schema)
    this.state = state
    this.owners = owners
    this.step = step
  }

  omits(keyword: string, key = ''): boolean {
    return this.step?.keyword === keyword && (key === '' || this.step.key === key)
  }
}

/** One that is to fail. `fresh` gives names of members that the branch has not, but may have. */
export class Refusal extends Application {
  readonly fresh: (branch: Branch, wish: Partial<NameWish>) => readonly string[]

  constructor(set: SchemaSet, node: Node, schema: SchemaObject, fresh: Refusal['fresh']) {
    super(set, node, schema)
    this.fresh = fresh
  }
}

export interface Applicator {
  readonly keywords: readonly string[]
  /** Those of them that an instance fails as a whole, not only by what lies within. */
  readonly composed: readonly string[]
  /** Adds what they ask of an instance. */
  assert(assertion: Assertion): void
  /** The ways of failing one of them. */
  failing(keyword: string, refusal: Refusal): Ways
  /** The schemas that they apply at places known beforehand, each with what it adds to the place. */
  steps(schema: SchemaObject): Iterable<readonly [Step, string]>
}

/** Ways that do not depend on the instance. */
export function always(ways: readonly Alternative[]): Ways {
  return () => ways
}

/** An alternative that only makes demands. */
export function asks(...demands: readonly Demand[]): Alternative {
  return { effects: [], demands }
}
